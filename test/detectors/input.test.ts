import { expect, it } from 'vitest';
import { checkDetector } from '../../detectors/input.ts';
import { anError } from '../support/an-error.ts';
import { TINY_INPUT } from '../support/plugins/plugin-base.ts';

const SCALE = { values: 'float32-chw', mean: [1, 2, 3], std: [1, 1, 1] };
const INPUT = { ...TINY_INPUT, colour: 'rgb', ...SCALE };
const detectorWith = (input: unknown) => ({ input, detect: () => ({}), close: () => undefined });
const check = (detector: unknown) => checkDetector({ name: 'test' }, detector);

it.each<[string, object]>([
  ['width', { width: 15 }],
  ['height', { height: 4097 }],
  ['colour', { colour: 'cmyk' }],
  ['values', { values: 'float16' }],
  ['fit', { fit: 'crop' }],
  ['pad', { pad: 256 }],
  ['mean', { mean: [1, 2] }],
  ['mean', { mean: [1, 2, Number.NaN] }],
  ['std', { std: [1, 0, 1] }],
  ['std', { values: 'uint8-hwc', mean: undefined }],
])('what create gives is refused for its input %s: %o', (field, change) => {
  expect(() => check(detectorWith({ ...INPUT, ...change }))).toThrow(
    anError('detector_invalid', `detector test: input.${field}: expected `),
  );
});

it.each<[unknown, RegExp]>([
  [undefined, /create: expected to give a detector/],
  [{ input: INPUT, detect: () => undefined }, /close: expected a function/],
  [{ detect: () => undefined, close: () => undefined }, /input\.width: expected/],
])('what create gives is refused when it is no detector: %o', (detector, message) => {
  expect(() => check(detector)).toThrow(message);
});
