/**
 * A model in ONNX by hand: the session, what its outputs mean, and which boxes are the same person.
 *
 * `light-heads.onnx` answers as many networks do: a score for each cell of 8 x 8 pixels, and how far the four edges of the
 * person are from the middle of the cell. It takes what is light for a person, so it needs no training and has 300 bytes.
 * `env.onnx` opens a model in one line and guards its calls. By hand, `env.native` is around each call into the runtime:
 * that is what a binding other than onnxruntime needs.
 */

import { fileURLToPath } from 'node:url';

const WIDTH = 160;
const HEIGHT = 96;
const CELL = 8;
const COLUMNS = WIDTH / CELL;
const CELLS = COLUMNS * (HEIGHT / CELL);

/** @typedef {import('turnout-detector').Detection} Detection */

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'onnx-by-hand',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: a model in ONNX, decoded by hand; light figures are people.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      score_threshold: { type: 'number', default: 0.5, minimum: 0, maximum: 1 },
      // Boxes that overlap more are the same person.
      max_overlap: { type: 'number', default: 0.45, minimum: 0, maximum: 1 },
    },
  },
  labels: ['person'],
  maxDetections: CELLS,
  stateBytes: 0,
  isWeak: true,
  create: async (options, env) => {
    const path = env.resolveModel(fileURLToPath(new URL('light-heads.onnx', import.meta.url)));
    const { InferenceSession, Tensor } = await env.native(() => import('onnxruntime-node'));
    // One thread: workers next to each other use the cores.
    const session = await env.native(() =>
      InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
    );
    return {
      input: {
        width: WIDTH,
        height: HEIGHT,
        colour: 'grey',
        values: 'float32-chw',
        std: [255],
        fit: 'letterbox',
        align: 'top-left',
        pad: 0,
      },
      detect: async ({ pixels }) => {
        const feeds = { images: new Tensor('float32', pixels, [1, 1, HEIGHT, WIDTH]) };
        const { scores, distances } = await env.native(() => session.run(feeds));
        const found = decode(floatsOf(scores), floatsOf(distances), options.score_threshold);
        return { detections: withoutTwins(found, options.max_overlap) };
      },
      // Nothing else gives the memory of the runtime back; where the process ends, it ends with it.
      close: () => env.native(() => session.release()),
    };
  },
};

function floatsOf(/** @type {import('onnxruntime-node').Tensor | undefined} */ tensor) {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new TypeError(`expected an output in float32, got ${tensor?.type ?? 'none'}`);
}

/**
 * A box for each cell that is sure enough: left, top, right and bottom are planes of distances, in cells.
 *
 * @param {Float32Array} scores
 * @param {Float32Array} distances
 * @param {number} leastScore
 */
function decode(scores, distances, leastScore) {
  /** @type {Detection[]} */
  const found = [];
  for (const [at, score] of scores.entries()) {
    if (score < leastScore) continue;
    const [x, y] = [((at % COLUMNS) + 0.5) * CELL, (Math.floor(at / COLUMNS) + 0.5) * CELL];
    const edge = (/** @type {number} */ plane) => (distances[plane * CELLS + at] ?? 0) * CELL;
    const box = /** @type {const} */ ([x - edge(0), y - edge(1), x + edge(2), y + edge(3)]);
    found.push({ box, score: Math.min(1, score), label: 0 });
  }
  return found;
}

/**
 * Non-maximum suppression: the surest box first, and none that overlaps a surer one.
 *
 * @param {Detection[]} found
 * @param {number} maxOverlap
 */
function withoutTwins(found, maxOverlap) {
  /** @type {Detection[]} */
  const people = [];
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (people.every(({ box }) => overlap(box, one.box) <= maxOverlap)) people.push(one);
  }
  return people;
}

/** Shared area by the area of both. @type {(a: Detection['box'], b: Detection['box']) => number} */
function overlap(a, b) {
  const width = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
  const height = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const area = (/** @type {Detection['box']} */ [x1, y1, x2, y2]) => (x2 - x1) * (y2 - y1);
  return (width * height) / Math.max(1e-9, area(a) + area(b) - width * height);
}
