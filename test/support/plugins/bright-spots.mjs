/**
 * A detector as authors write them: every bright spot on a dark floor is a person in a white shirt. Plain
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
  summary: 'For tests: groups of bright pixels are people.',
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

/** Boxes around the groups of touching bright pixels inside the picture. */
function spots({ pixels, content }, options) {
  const seen = new Uint8Array(pixels.length);
  const found = [];
  for (let y = content.y; y < content.y + content.height; y += 1) {
    for (let x = content.x; x < content.x + content.width; x += 1) {
      const spot = grow(pixels, seen, y * WIDTH + x, options.brightness);
      if (spot.area < options.least_area) continue;
      const { left, top, right, bottom } = spot;
      found.push({ box: [left, top, right + 1, bottom + 1], score: 1, label: 0 });
    }
  }
  return found;
}

/** Walks over the bright pixels that touch the one at `start` and have not been seen. */
function grow(pixels, seen, start, brightness) {
  const spot = { area: 0, left: WIDTH, top: HEIGHT, right: 0, bottom: 0 };
  const toSee = [start];
  while (toSee.length > 0) {
    const at = toSee.pop();
    if (seen[at] === 1 || !(pixels[at] >= brightness)) continue;
    seen[at] = 1;
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    spot.area += 1;
    spot.left = Math.min(spot.left, x);
    spot.right = Math.max(spot.right, x);
    spot.top = Math.min(spot.top, y);
    spot.bottom = Math.max(spot.bottom, y);
    if (x > 0) toSee.push(at - 1);
    if (x < WIDTH - 1) toSee.push(at + 1);
    if (y > 0) toSee.push(at - WIDTH);
    if (y < HEIGHT - 1) toSee.push(at + WIDTH);
  }
  return spot;
}
