/**
 * The detectors that ship, by name: a written table, never a folder scan. A row is loaded when it is asked for.
 *
 * Adding a detector is adding a row; `detectors/README.md` says what else.
 */

import { basename } from 'node:path';
import type { DetectorDefinition } from './detector.ts';

type Loader = () => Promise<DetectorDefinition>;

const SHIPPED = new Map<string, Loader>([
  ['detr', async () => (await import('./heads/detr.ts')).detr],
  ['gfl', async () => (await import('./heads/gfl.ts')).gfl],
  ['motion', async () => (await import('./motion/motion.ts')).motion],
  ['person', async () => (await import('./person/person.ts')).person],
  ['rtmdet', async () => (await import('./heads/rtmdet.ts')).rtmdet],
  ['yolox', async () => (await import('./heads/yolox.ts')).yolox],
]);

/** Names of the detectors that ship. */
export function detectorNames(): readonly string[] {
  return [...SHIPPED.keys()];
}

/** The loader of a shipped detector, or undefined. */
export function shippedDetector(name: string): Loader | undefined {
  return SHIPPED.get(name);
}

/** What messages call a detector, never with the folders of this computer: its own name once it was built, until then its plugin's. */
export function detectorName(choice: { readonly name?: string; readonly plugin: string }): string {
  return choice.name ?? pluginName(choice.plugin);
}

/** A name or a package as it is, of a path the file. */
export function pluginName(plugin: string): string {
  const isPackage = plugin.startsWith('@') || !/[\\/]/.test(plugin);
  return isPackage ? plugin : basename(plugin);
}
