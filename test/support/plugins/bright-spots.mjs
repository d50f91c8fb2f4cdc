/**
 * A detector as authors write them: whoever wears a white shirt on a dark floor is a person. Plain
 * JavaScript without a single import, so the file works wherever it lies.
 */

const WIDTH = 160;
const HEIGHT = 96;
const MAX_DETECTIONS = 100;

/** @type {import('turnout/detector').DetectorDefinition} */
export const detector = {
  name: 'bright-spots',
  version: '1.0.0',
  contract: 2,
  summary: 'For tests: bright columns are people.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      brightness: {
        type: 'integer',
        default: 200,
        minimum: 1,
        maximum: 255,
        description: 'Least brightness of a person, 1..255.',
      },
      least_area: {
        type: 'integer',
        default: 12,
        minimum: 1,
        description: 'Fewest pixels of a person, in a picture of 160 x 96.',
      },
    },
  },
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: true,
  create: async (options) => ({
    input: {
      width: WIDTH,
      height: HEIGHT,
      colour: 'grey',
      values: 'uint8-hwc',
      fit: 'letterbox',
      align: 'centre',
      pad: 0,
    },
    detect: (frame) => ({ detections: spots(frame, options).slice(0, MAX_DETECTIONS) }),
    close: () => undefined,
  }),
};

/** A box of full height around each run of columns that hold something bright. */
function spots({ pixels, content }, { brightness, least_area }) {
  const found = [];
  const { x, y, width, height } = content;
  const bright = Array.from({ length: width + 1 }, (_, column) => {
    const rows = Array.from({ length: column < width ? height : 0 }, (_, row) => y + row);
    return rows.filter((row) => pixels[row * WIDTH + x + column] >= brightness).length;
  });
  let area = 0;
  let left = 0;
  for (const [column, count] of bright.entries()) {
    if (count > 0 && area === 0) left = x + column;
    if (count === 0 && area >= least_area) {
      found.push({ box: [left, y, x + column, y + height], score: 1, label: 0 });
    }
    area = count === 0 ? 0 : area + count;
  }
  return found;
}
