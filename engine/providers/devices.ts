/** Whether this computer has anything but its processor to compute with, as far as files tell. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** NVIDIA, and the graphics of Windows below Linux. */
const DEVICES = ['nvidia0', 'dxg'] as const;

/**
 * False only where it is certain: on Linux without a device of a graphics processor. So that a small computer without one
 * starts no process to find that out.
 *
 * @param folder of the devices.
 */
export function mayHaveGraphics(
  platform: NodeJS.Platform = process.platform,
  folder = '/dev',
): boolean {
  if (platform !== 'linux') return true;
  if (DEVICES.some((name) => existsSync(join(folder, name)))) return true;
  try {
    return readdirSync(join(folder, 'dri')).some((name) => name.startsWith('renderD'));
  } catch {
    return false;
  }
}
