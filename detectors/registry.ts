/**
 * The detectors that ship, by name: a written table, never a folder scan. A row is loaded when it is asked for.
 *
 * Adding a detector is adding a row; `detectors/README.md` says what else.
 */

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
