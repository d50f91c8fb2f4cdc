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
    'uint8-hwc or float32-chw',
    (value) => ['uint8-hwc', 'float32-chw'].includes(String(value)),
  ],
  ['fit', 'letterbox or stretch', (value) => ['letterbox', 'stretch'].includes(String(value))],
  ['align', 'top-left or centre', (value) => ['top-left', 'centre'].includes(String(value))],
  [
    'pad',
    'a whole number 0..255',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255,
  ],
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

function inputFaults(input: object): Fault[] {
  const faults = RULES.flatMap(([field, expected, holds]): Fault[] => {
    const found: unknown = Reflect.get(input, field);
    return holds(found) ? [] : [{ field: `input.${field}`, expected, got: shown(found) }];
  });
  return [...faults, ...channelFaults(input, 'mean'), ...channelFaults(input, 'std')];
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
