/** What a detector wants to be handed, checked once when it has started: `create` may be anybody's code. */

import type { Detector, DetectorDefinition } from './detector.ts';
import { type Fault, faultsError, shown } from './faults.ts';

type Rule = readonly [field: string, expected: string, holds: (value: unknown) => boolean];

const RULES: readonly Rule[] = [
  ['width', 'a whole number 16..4096, px', isSide],
  ['height', 'a whole number 16..4096, px', isSide],
  ['colour', 'rgb, bgr or grey', (value) => ['rgb', 'bgr', 'grey'].includes(String(value))],
  [
    'values',
    'uint8-hwc, float32-chw or uint16-hwc',
    (value) => ['uint8-hwc', 'float32-chw', 'uint16-hwc'].includes(String(value)),
  ],
  ['fit', 'letterbox or stretch', (value) => ['letterbox', 'stretch'].includes(String(value))],
  ['align', 'top-left or centre', (value) => ['top-left', 'centre'].includes(String(value))],
];

/**
 * The detector that `create` gave, where it is one. Throws `detector_invalid` naming the plugin and every field that is
 * wrong. Called once for each detector, before the first frame.
 */
export function checkDetector(
  definition: Pick<DetectorDefinition, 'name'>,
  detector: unknown,
): Detector {
  const where = `detector ${definition.name}`;
  if (typeof detector !== 'object' || detector === null) {
    const fault = { field: 'create', expected: 'to give a detector', got: shown(detector) };
    throw faultsError('detector_invalid', where, [fault]);
  }
  const faults = [
    ...methodFaults(detector),
    ...batchFaults(detector),
    ...inputFaults(Object(Reflect.get(detector, 'input'))),
  ];
  if (faults.length > 0) throw faultsError('detector_invalid', where, faults);
  return detector as Detector;
}

function methodFaults(detector: object): Fault[] {
  return ['detect', 'close'].flatMap((field) => {
    const found: unknown = Reflect.get(detector, field);
    return typeof found === 'function'
      ? []
      : [{ field, expected: 'a function', got: shown(found) }];
  });
}

/** `detectBatch` and `maxBatch` come together, or not at all. */
function batchFaults(detector: object): Fault[] {
  const [method, most]: unknown[] = ['detectBatch', 'maxBatch'].map((field) =>
    Reflect.get(detector, field),
  );
  if (method === undefined && most === undefined) return [];
  if (typeof method !== 'function') {
    return [{ field: 'detectBatch', expected: 'a function, next to maxBatch', got: shown(method) }];
  }
  const isRight = Number.isInteger(most) && Number(most) >= 2 && Number(most) <= 64;
  const expected = 'a whole number 2..64, next to detectBatch';
  return isRight ? [] : [{ field: 'maxBatch', expected, got: shown(most) }];
}

function inputFaults(input: object): Fault[] {
  const faults = RULES.flatMap(([field, expected, holds]): Fault[] => {
    const found: unknown = Reflect.get(input, field);
    return holds(found) ? [] : [{ field: `input.${field}`, expected, got: shown(found) }];
  });
  const more = [...padFaults(input), ...wordFaults(input)];
  return [...faults, ...more, ...channelFaults(input, 'mean'), ...channelFaults(input, 'std')];
}

function padFaults(input: object): Fault[] {
  const pad: unknown = Reflect.get(input, 'pad');
  const most = Reflect.get(input, 'values') === 'uint16-hwc' ? 65_535 : 255;
  const isRight = Number.isInteger(pad) && Number(pad) >= 0 && Number(pad) <= most;
  if (isRight) return [];
  return [{ field: 'input.pad', expected: `a whole number 0..${most}`, got: shown(pad) }];
}

/** Words come from cameras of one channel. */
function wordFaults(input: object): Fault[] {
  const [values, colour]: unknown[] = ['values', 'colour'].map((field) =>
    Reflect.get(input, field),
  );
  if (values !== 'uint16-hwc' || colour === 'grey') return [];
  return [{ field: 'input.colour', expected: 'grey, for uint16-hwc', got: shown(colour) }];
}

/** `mean` and `std` are left out, or have a number for each channel; nothing can be divided by 0. */
function channelFaults(input: object, field: 'mean' | 'std'): Fault[] {
  const found: unknown = Reflect.get(input, field);
  if (found === undefined) return [];
  const channels = Reflect.get(input, 'colour') === 'grey' ? 1 : 3;
  const isNumber = (value: unknown) =>
    Number.isFinite(value) && (field === 'mean' || Number(value) > 0);
  const isFloat = Reflect.get(input, 'values') === 'float32-chw';
  if (Array.isArray(found) && found.length === channels && found.every(isNumber) && isFloat) {
    return [];
  }
  const bound = field === 'std' ? ' above 0' : '';
  const expected = isFloat
    ? `${channels} numbers${bound}, one a channel`
    : 'nothing: only float32-chw has them';
  return [{ field: `input.${field}`, expected, got: shown(found) }];
}

function isSide(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 16 && Number(value) <= 4096;
}
