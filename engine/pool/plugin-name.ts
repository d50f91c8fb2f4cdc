/** What a detector is called in messages: never with the folders of this computer. */

import { basename } from 'node:path';
import type { DetectorChoice } from './messages.ts';

/** Its own name once it was built, until then as {@link pluginName}. */
export function detectorName({ name, plugin }: DetectorChoice): string {
  return name ?? pluginName(plugin);
}

/** A name or a package as it is, of a path the file. */
export function pluginName(plugin: string): string {
  const isPackage = plugin.startsWith('@') || !/[\\/]/.test(plugin);
  return isPackage ? plugin : basename(plugin);
}
