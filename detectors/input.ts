/** What a detector wants to be handed, checked once when it has started: `create` may be anybody's code. */

import { Type } from 'typebox';
import type { Detector, DetectorDefinition } from './detector.ts';
import {
  type Fault,
  FUNCTION,
  faultsError,
  oneOf,
  shown,
  wholeNumber,
  wrongFields,
} from './faults.ts';

const INPUT = {
  width: wholeNumber(16, 4096),
  height: wholeNumber(16, 4096),
  colour: oneOf('rgb', 'bgr', 'grey'),
  values: oneOf('uint8-hwc', 'float32-chw'),
  fit: oneOf('letterbox', 'stretch'),
  align: oneOf('top-left', 'centre'),
  pad: wholeNumber(0, 255),
};

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
    ...wrongFields({ detect: FUNCTION, close: FUNCTION }, detector),
    ...inputFaults(Object(Reflect.get(detector, 'input'))),
  ];
  if (faults.length > 0) throw faultsError('detector_invalid', where, faults);
  return detector as Detector;
}

function inputFaults(input: object): Fault[] {
  const isFloat = Reflect.get(input, 'values') === 'float32-chw';
  const channels = Reflect.get(input, 'colour') === 'grey' ? 1 : 3;
  const perChannel = (limit: { exclusiveMinimum?: number }, description: string) =>
    Type.Optional(
      isFloat
        ? Type.Array(Type.Number(limit), { minItems: channels, maxItems: channels, description })
        : Type.Never({ description: 'nothing: only float32-chw has them' }),
    );
  const fields = {
    ...INPUT,
    mean: perChannel({}, `${channels} numbers, one a channel`),
    // Nothing can be divided by 0.
    std: perChannel({ exclusiveMinimum: 0 }, `${channels} numbers above 0, one a channel`),
  };
  return wrongFields(fields, input).map((fault) => ({ ...fault, field: `input.${fault.field}` }));
}
