/**
 * What moved since the last frame, remembered in `frame.state` and nowhere else.
 *
 * The next frame of a camera may be seen by another worker, so a variable of this module would be another camera's past.
 * The state is bytes: all zero at the first frame, then as this detector left them. People who hold still are not seen,
 * and classes are full of them: `motion`, which ships, learns the room instead.
 */

import { regions } from './regions.mjs';

const SIZE = { width: 64, height: 36 };
const PIXELS = SIZE.width * SIZE.height;
/** The state: the last picture, and behind it one byte, 1 where there is one. */
const HAS_LAST = PIXELS;

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'frame-difference',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: groups of pixels that changed since the last frame are people.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      change: {
        type: 'integer',
        default: 40,
        minimum: 1,
        maximum: 255,
        description: 'Least change of a pixel that moved, 1..255.',
      },
      least_area: {
        type: 'integer',
        default: 8,
        minimum: 1,
        description: 'Fewest pixels of a person, in a picture of 64 x 36.',
      },
    },
  },
  labels: ['person'],
  maxDetections: 200,
  stateBytes: PIXELS + 1,
  isWeak: true,
  create: async (options) => ({
    input: {
      ...SIZE,
      colour: 'grey',
      values: 'uint8-hwc',
      fit: 'letterbox',
      align: 'centre',
      pad: 0,
    },
    detect: ({ pixels, state }) => {
      // Its size is `stateBytes`, so it is there.
      if (state === null) throw new TypeError('expected a state');
      const isFirst = state[HAS_LAST] === 0;
      const last = state.slice(0, PIXELS);
      state.set(pixels);
      state[HAS_LAST] = 1;
      if (isFirst) return { detections: [], isWarmingUp: true };
      const moved = (/** @type {number} */ at) =>
        Math.abs((pixels[at] ?? 0) - (last[at] ?? 0)) >= options.change;
      const boxes = regions(SIZE, moved, options.least_area).slice(0, 200);
      return { detections: boxes.map((box) => ({ box, score: 1, label: 0 })) };
    },
    close: () => undefined,
  }),
};
