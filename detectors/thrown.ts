/** What a plugin threw, with its file and line: never with the folders of this computer. */

import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTurnoutError, messageOf } from '../errors.ts';

/** Folders of the plugins that this thread has loaded, as lines of a stack begin with them. */
const folders = new Set<string>();

/** Takes note of the file of a plugin: what is in its folder is the plugin's. */
export function notePlugin(file: string): void {
  const folder = dirname(file);
  // A module is named by its address in a stack, and CommonJS by its path.
  folders.add(`${pathToFileURL(folder).href}/`);
  folders.add(`${folder}${sep}`);
}

/** Where our own modules are: a plugin may lie next to them. */
const OWN = new URL('..', import.meta.url).href;

/** Its message, with the place in the plugin where that is known: `no such tensor (mine.mjs:41)`. Ours say where already. */
export function thrownText(thrown: unknown): string {
  return isTurnoutError(thrown) ? thrown.message : `${messageOf(thrown)}${placeOf(thrown)}`;
}

/** ` (mine.mjs:41)`: the innermost line of a plugin; nothing where the stack has none. */
export function placeOf(thrown: unknown): string {
  const stack = thrown instanceof Error ? String(thrown.stack) : '';
  for (const [, path = '', line] of stack.matchAll(FRAME)) {
    const folder = [...folders].find((one) => path.startsWith(one));
    if (folder === undefined) continue;
    // What else is in a plugin's folder is not the plugin.
    const isOurs = path.startsWith(OWN) && !folder.startsWith(OWN);
    if (isOurs || path.includes('node_modules', folder.length)) continue;
    return ` (${path.slice(folder.length)}:${line})`;
  }
  return '';
}

/** A line of a stack: `    at detect (file:///plugins/mine.mjs:41:9)`; without a function there are no brackets. */
const FRAME = /^ {4}at (?:async )?(?:.*\()?([^()\n]+):(\d+):\d+\)?$/gm;
