/** Looks at frames one by one or in batches, and counts as many people as there were frames in the batch. */

import { defineDetector, type Frame } from '../../../detectors/detector.ts';
import { PLUGIN_BASE, TINY_INPUT } from './plugin-base.ts';

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'batching',
  create: async () => {
    const size = TINY_INPUT.width * TINY_INPUT.height;
    const areInARow = (frames: readonly Frame[]) =>
      frames.every(({ pixels }, at) => pixels.byteOffset === at * size);
    return {
      input: TINY_INPUT,
      maxBatch: 3,
      detect: () => ({ detections: [], count: 1 }),
      detectBatch: (frames) =>
        frames.map(() => ({ detections: [], count: areInARow(frames) ? frames.length : 0 })),
      close: () => undefined,
    };
  },
});
