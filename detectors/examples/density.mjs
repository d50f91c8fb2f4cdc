/**
 * A model that counts without boxes: it answers how many people are in each cell of a grid.
 *
 * Zones count the cells whose middle lies in them, and annotated pictures show the grid as heat. `light-density.onnx` takes the light of a cell for people; `env.onnx` opens
 * it, guards its calls and shares it between the cameras.
 */

import { fileURLToPath } from 'node:url';

const WIDTH = 160;
const HEIGHT = 90;
const CELL = 10;
const COLUMNS = WIDTH / CELL;
const ROWS = HEIGHT / CELL;

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'density',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: a density model, which counts without boxes; light is people.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      noise: {
        type: 'number',
        default: 0.02,
        minimum: 0,
        maximum: 1,
        description: 'People in a cell that count as none.',
      },
    },
  },
  labels: ['person'],
  maxDetections: 1,
  stateBytes: 0,
  isWeak: true,
  create: async (options, env) => {
    const path = fileURLToPath(new URL('light-density.onnx', import.meta.url));
    const model = await env.onnx(path);
    return {
      input: {
        width: WIDTH,
        height: HEIGHT,
        colour: 'grey',
        values: 'float32-chw',
        std: [255],
        // The grid is one over `frame.content`: with `stretch` that is the whole input, whatever the camera's form.
        fit: 'stretch',
        align: 'centre',
        pad: 0,
      },
      detect: async ({ pixels }) => {
        const images = toTensor(pixels);
        const { density } = await model.run({ images });
        if (!(density?.data instanceof Float32Array)) throw new TypeError('expected a density');
        const values = density.data.map((people) => (people < options.noise ? 0 : people));
        const count = values.reduce((sum, people) => sum + people, 0);
        const grid = { width: COLUMNS, height: ROWS, values };
        return { count, density: grid };
      },
      // The engine releases the model.
      close: () => undefined,
    };
  },
};

/**
 * @param {import('turnout-detector').Frame['pixels']} pixels
 * @returns {import('turnout-detector').OnnxTensor}
 */
function toTensor(pixels) {
  return { type: 'float32', data: pixels, shape: [1, 1, HEIGHT, WIDTH] };
}
