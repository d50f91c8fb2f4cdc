/** What a plugin is called before it has said its own name: never with the folders of this computer. */

import { basename } from 'node:path';

/** A name or a package as it is, of a path the file. */
export function pluginName(plugin: string): string {
  const isPackage = plugin.startsWith('@') || !/[\\/]/.test(plugin);
  return isPackage ? plugin : basename(plugin);
}
