/**
 * What moved since the last frame, remembered in `frame.state` and nowhere else.
 *
 * The next frame of a camera may be seen by another worker, so a variable of this module would be another camera's past.
 * The state is bytes: all zero at the first frame, then as this detector left them. All that moved is one person here, and
 * people who hold still are none: `motion`, which ships, learns the room instead.
 */

const SIZE = { width: 64, height: 36 };
const PIXELS = SIZE.width * SIZE.height;
/** The state: the last picture, and behind it one byte, 1 where there is one. */
const HAS_LAST = PIXELS;

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'frame-difference',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: where pixels changed since the last frame is a person.',
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
        description: 'Fewest pixels that moved, in a picture of 64 x 36.',
      },
    },
  },
  labels: ['person'],
  maxDetections: 1,
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
      const moved = [...pixels.keys()].filter(
        (at) => Math.abs((pixels[at] ?? 0) - (last[at] ?? 0)) >= options.change,
      );
      if (moved.length < options.least_area) return { detections: [] };
      const xs = moved.map((at) => at % SIZE.width);
      const ys = moved.map((at) => Math.floor(at / SIZE.width));
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const [right, bottom] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
      return { detections: [{ box: [left, top, right, bottom], score: 1, label: 0 }] };
    },
    close: () => undefined,
  }),
};
