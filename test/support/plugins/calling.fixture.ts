/** Makes a native call that lasts until it is let go, and tells in the camera's state how far it has come. */

import { defineDetector } from '../../../detectors/detector.ts';
import { PLUGIN_BASE, TINY_INPUT } from './plugin-base.ts';

/** Longest call, ms, where nobody lets go. */
const CALL_MS = 2_500;

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'calling',
  stateBytes: 8,
  create: async (_, { native }) => ({
    input: TINY_INPUT,
    detect: async ({ state }) => {
      const [step, letGo] = [0, 1];
      const words = new Int32Array(state?.buffer ?? new SharedArrayBuffer(8));
      await native(() => {
        Atomics.store(words, step, 1);
        Atomics.wait(words, letGo, 0, CALL_MS);
        Atomics.store(words, step, 2);
      });
      Atomics.store(words, step, 3);
      return { detections: [] };
    },
    close: () => undefined,
  }),
});
