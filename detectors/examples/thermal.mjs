/**
 * A thermal camera: 16-bit grey, where each step of a pixel is a part of a kelvin.
 *
 * `uint16-hwc` asks for the words as the camera sends them, in a PNG of 16 bits. `frame.unit` is what the configuration says
 * of the camera (`pixel_unit`), so one detector serves cameras of different makers. What has the warmth of skin is a person.
 */

import { regions } from './regions.mjs';

const SIZE = { width: 80, height: 60 };
const ABSOLUTE_ZERO_C = -273.15;
/** Kelvin a step. */
const STEPS = { centikelvin: 0.01, decikelvin: 0.1 };

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'thermal',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: groups of pixels as warm as skin are people, for thermal cameras.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      coldest: {
        type: 'number',
        default: 28,
        minimum: -40,
        maximum: 60,
        description: 'Least temperature of a person as the camera sees it, clothes and all, °C.',
      },
      warmest: {
        type: 'number',
        default: 40,
        minimum: -40,
        maximum: 150,
        description: 'Greatest temperature of a person, °C: a radiator is warmer.',
      },
      least_area: {
        type: 'integer',
        default: 6,
        minimum: 1,
        description: 'Fewest pixels of a person, in a picture of 80 x 60.',
      },
      unit: {
        enum: ['centikelvin', 'decikelvin'],
        default: 'centikelvin',
        description: 'What a step is where the camera has no pixel_unit.',
      },
    },
  },
  labels: ['person'],
  maxDetections: 200,
  stateBytes: 0,
  isWeak: true,
  create: async (options) => ({
    input: {
      ...SIZE,
      colour: 'grey',
      values: 'uint16-hwc',
      fit: 'letterbox',
      align: 'centre',
      // As cold as it gets: never a person.
      pad: 0,
    },
    detect: ({ pixels, unit = options.unit }) => {
      const kelvin = kelvinAStep(unit);
      const isWarm = (/** @type {number} */ at) => {
        const celsius = (pixels[at] ?? 0) * kelvin + ABSOLUTE_ZERO_C;
        return celsius >= options.coldest && celsius <= options.warmest;
      };
      const boxes = regions(SIZE, isWarm, options.least_area).slice(0, 200);
      return { detections: boxes.map((box) => ({ box, score: 1, label: 0 })) };
    },
    close: () => undefined,
  }),
};

/** Costs the sample where the camera measures something else, with what to do in the message. */
function kelvinAStep(/** @type {import('turnout-detector').PixelUnit} */ unit) {
  if (unit === 'centikelvin' || unit === 'decikelvin') return STEPS[unit];
  throw new TypeError(`expected a camera with pixel_unit centikelvin or decikelvin, got ${unit}`);
}
