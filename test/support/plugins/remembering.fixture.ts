/** Keeps the number of frames seen in the camera's state and sees as many people. */

import { type Detection, defineDetector } from '../../../detectors/detector.ts';
import { looking, PLUGIN_BASE } from './plugin-base.ts';

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'remembering',
  stateBytes: 64,
  create: async () =>
    looking(({ state }) => {
      const seen = (state?.[0] ?? 0) + 1;
      state?.fill(seen, 0, 1);
      const person: Detection = { box: [0, 0, 8, 8], score: 0.5, label: 0 };
      return { detections: Array<Detection>(seen).fill(person), isWarmingUp: seen < 3 };
    }),
});
