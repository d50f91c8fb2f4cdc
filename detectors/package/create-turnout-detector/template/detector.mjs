/**
 * People by YOLOX-Nano. Turnout hands over pictures as `input` asks for them and counts the boxes that come back; all of
 * the contract is in `node_modules/turnout-detector/dist/detectors/detector.d.ts`.
 */

import { fileURLToPath } from 'node:url';
import { defineDetector } from 'turnout-detector';
import { mergeDetections } from 'turnout-detector/onnx';

const MODEL = fileURLToPath(new URL('models/detector.onnx', import.meta.url));
const MAX_PEOPLE = 300;

export const detector = defineDetector({
  name: 'my-detector',
  version: '0.1.0',
  contract: 2,
  summary: 'People by YOLOX-Nano.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      score_threshold: {
        type: 'number',
        default: 0.28,
        minimum: 0.01,
        maximum: 0.99,
        description: 'Least score of a person, 0.01..0.99.',
      },
    },
  },
  labels: ['person'],
  maxDetections: MAX_PEOPLE,
  stateBytes: 0,
  isWeak: false,
  create: async ({ score_threshold: leastScore }, env) => {
    const model = await env.onnx(MODEL);
    const { name, shape } = only(model.inputs);
    const [, , height, width] = shape.map(Number);
    return {
      input: {
        width,
        height,
        colour: 'bgr',
        values: 'float32-chw',
        fit: 'letterbox',
        align: 'top-left',
        pad: 114,
      },
      detect: async ({ pixels }) => {
        const picture = { type: /** @type {const} */ ('float32'), data: floats(pixels) };
        const outputs = await model.run({ [name]: { ...picture, shape: [1, 3, height, width] } });
        const { data, shape } = only(Object.values(outputs));
        const found = people(floats(data), shape[2], { width, height, leastScore });
        const rules = { twinIou: 0.55, partInside: 0.9, most: MAX_PEOPLE };
        return { detections: mergeDetections([...found], rules) };
      },
      // The engine closes the model.
      close: () => undefined,
    };
  },
});

/**
 * The head of YOLOX: a row for each cell of 8, then 16, then 32 px, with the centre in the cell, the logarithms of width
 * and height, the score of an object, and one for each class. Put the head of your own model here.
 *
 * @param {Float32Array} values
 * @param {number} rowLength
 * @param {{ width: number, height: number, leastScore: number }} wanted
 * @returns {Generator<import('turnout-detector').Detection>}
 */
function* people(values, rowLength, { width, height, leastScore }) {
  let row = 0;
  for (const stride of [8, 16, 32]) {
    const columns = Math.ceil(width / stride);
    const cells = columns * Math.ceil(height / stride);
    for (let cell = 0; cell < cells; cell += 1, row += rowLength) {
      const score = values[row + 4] * values[row + 5];
      if (!(score >= leastScore)) continue;
      const x = ((cell % columns) + values[row]) * stride;
      const y = (Math.floor(cell / columns) + values[row + 1]) * stride;
      const halfWidth = (Math.exp(values[row + 2]) * stride) / 2;
      const halfHeight = (Math.exp(values[row + 3]) * stride) / 2;
      const box = /** @type {const} */ ([
        x - halfWidth,
        y - halfHeight,
        x + halfWidth,
        y + halfHeight,
      ]);
      yield { box, score, label: 0 };
    }
  }
}

/** @param {unknown} data */
function floats(data) {
  if (data instanceof Float32Array) return data;
  throw new TypeError('expected values of float32');
}

/**
 * @template Item
 * @param {readonly Item[]} list
 */
function only(list) {
  if (list.length === 1) return list[0];
  throw new TypeError(`expected one tensor, got ${list.length}`);
}
