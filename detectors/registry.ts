/**
 * The detectors that ship, by name: a written table, never a folder scan. A row is loaded when it is asked for.
 *
 * Adding a detector is adding a row; `detectors/README.md` says what else.
 */

import type { DetectorDefinition } from './detector.ts';

type Loader = () => Promise<DetectorDefinition>;

const SHIPPED = new Map<string, Loader>([
  ['detr', async () => (await import('./detr/index.ts')).detr],
  ['gfl', async () => (await import('./gfl/index.ts')).gfl],
  ['motion', async () => (await import('./motion/motion.ts')).motion],
  ['person', async () => (await import('./person/index.ts')).person],
  ['rtmdet', async () => (await import('./rtmdet/index.ts')).rtmdet],
  ['yolox', async () => (await import('./yolox/index.ts')).yolox],
]);

/** Names of the detectors that ship. */
export function detectorNames(): readonly string[] {
  return [...SHIPPED.keys()];
}

/** The loader of a shipped detector, or undefined. */
export function shippedDetector(name: string): Loader | undefined {
  return SHIPPED.get(name);
}
