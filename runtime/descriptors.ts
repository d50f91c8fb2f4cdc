/** File descriptors: what it looks like when none is free, in this process or on the whole computer. */

import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** Of this process and of the computer: errno(3). */
const SHORTAGES = new Set(['EMFILE', 'ENFILE']);

/** Whether a system error says that no descriptor is free. */
export function isDescriptorShortage(systemCode: string | null | undefined): boolean {
  return SHORTAGES.has(systemCode ?? '');
}

/**
 * Whether a descriptor is free now: one is taken and given back. For what fails without saying why, as looking up a
 * name does.
 */
export async function isDescriptorFree(): Promise<boolean> {
  try {
    const file = await open(devNull, 'r');
    await file.close();
    return true;
  } catch (error) {
    return !isDescriptorShortage((error as NodeJS.ErrnoException).code);
  }
}
