/** The options that every detector on an ONNX model has, with the evidence for their defaults. */

import { Type } from 'typebox';
import { TurnoutError } from '../../errors.ts';
import { faultsError } from '../faults.ts';
import type { Size } from '../picture.ts';
import { type OnnxSession, type OpenedModel, TARGET_SIZE } from './session.ts';

/**
 * Options with the defaults of one detector.
 *
 * `twin_iou` 0.55 and `part_inside` 0.9 were chosen by the mean absolute error of the count over the 928 people-labelled
 * pictures of the training set (ten people a picture): at the default scores, 0.5 to 0.6 are alike within 0.05 people.
 * Merging parts changes nothing there (2.03 without, 2.07 with) and makes single people count once: on 1,746 exercise
 * pictures 0.231 without and 0.216 with, YOLOX-Nano. The figures are in-sample: all pictures took part in the choice.
 */
export function peopleOptions(defaults: { model: string; scoreThreshold: number }) {
  return Type.Object(
    {
      model: Type.String({
        default: defaults.model,
        minLength: 1,
        maxLength: 1024,
        description: 'Name of an installed model, or path of an ONNX file.',
      }),
      score_threshold: Type.Number({
        default: defaults.scoreThreshold,
        minimum: 0.01,
        maximum: 0.99,
        description: 'Least score of a person, 0.01..0.99.',
      }),
      twin_iou: Type.Number({
        default: 0.55,
        minimum: 0.1,
        maximum: 1,
        description:
          'Overlap of two boxes, as intersection over union 0.1..1, from which they are one person.',
      }),
      part_inside: Type.Number({
        default: 0.9,
        minimum: 0.5,
        maximum: 1,
        description:
          'Share of a box inside a larger one of about its width, 0.5..1, from which they are one person.',
      }),
    },
    { additionalProperties: false },
  );
}

/** The option `input`: at which size a model looks at its picture. */

/** Each side is a multiple of the widest stride of the levels that heads join: their cells do not fit together else. */
const STRIDE_PX = 32;
/** Longest side: a picture of 1920x1088 costs 13 times one of 416x416. Chosen here. */
const MAX_SIDE_PX = 1920;

/** Its schema. Text, so that the configuration and `--json` say a size as people do. */
export const INPUT_OPTION = inputOption({});

/** The same for a detector that counts worse on more pixels: `auto` goes no further, whatever the room holds. */
export function inputOption(limit: { readonly mostAutoPixels?: number }) {
  return Type.String({
    ...limit,
    default: 'auto',
    pattern: '^(auto|[1-9][0-9]{1,3}x[1-9][0-9]{1,3})$',
    description: `Size of the picture that the model looks at, such as 832x480, each side a multiple of ${STRIDE_PX} up to ${MAX_SIDE_PX}; a larger one sees smaller people and takes longer. auto: chosen for each camera by the room's capacity, the form of the picture and what the computer can carry; the file's own size in commands that know none of these.`,
  });
}

/** The same for models that seldom run at another size than that of their file: nothing is chosen for them. */
export const MODEL_INPUT_OPTION = Type.String({
  default: 'model',
  pattern: '^(model|[1-9][0-9]{1,3}x[1-9][0-9]{1,3})$',
  description:
    'Size of the picture that the model looks at, where its file leaves that open, such as 640x640; model: the size of the file.',
});

/** The size that `input` says; null for `auto` and `model`. Throws `detector_options_invalid` for one that no level fits. */
export function inputSize(detector: string, input: string): Size | null {
  if (input === 'auto' || input === 'model') return null;
  const [width = 0, height = 0] = input.split('x').map(Number);
  const isSide = (side: number) =>
    side % STRIDE_PX === 0 && side >= STRIDE_PX && side <= MAX_SIDE_PX;
  if (isSide(width) && isSide(height)) return { width, height };
  const nearest = [width, height].map((side) =>
    Math.min(MAX_SIDE_PX, Math.max(STRIDE_PX, Math.ceil(side / STRIDE_PX) * STRIDE_PX)),
  );
  throw faultsError('detector_options_invalid', `options of detector ${detector}`, [
    {
      field: 'input',
      expected: `sides that are multiples of ${STRIDE_PX} up to ${MAX_SIDE_PX}, such as ${nearest.join('x')}`,
      got: input,
    },
  ]);
}

/**
 * Width and height that the file asks for: one `float32` input `1x3xHxW`, and perhaps {@link TARGET_SIZE}. An open first
 * size counts as 1. Throws `model_shape_mismatch` for anything else, an open height or width included.
 */
export function modelSize(session: OnnxSession): Size {
  const [input, ...others] = session.inputs;
  const [batch, channels, height, width] = input?.shape ?? [];
  const isSide = (side: unknown) => Number(side) >= 16 && Number(side) <= 4096;
  const isPicture =
    others.every(({ name, type }) => name === TARGET_SIZE && type === 'int64') &&
    input?.type === 'float32' &&
    input.shape.length === 4 &&
    (batch === 1 || typeof batch === 'string') &&
    channels === 3 &&
    isSide(height) &&
    isSide(width);
  if (isPicture) return { width: Number(width), height: Number(height) };
  throw shapeMismatch(
    { session, outputs: session.inputs },
    'one input float32 1x3xHxW, H and W fixed and 16..4096',
    hasOpenSides(session)
      ? 'where the detector has the option input, set a size, such as 640x384'
      : undefined,
  );
}

/** Whether the file runs at any height or width. */
export function hasOpenSides({ inputs }: OnnxSession): boolean {
  return (inputs[0]?.shape.slice(2) ?? []).some((side) => typeof side === 'string');
}

/** The fault of a file whose tensors are not those a detector reads. */
export function shapeMismatch(
  { session, outputs }: Pick<OpenedModel, 'session' | 'outputs'>,
  expected: string,
  hint = 'choose the detector that this model was made for, or another model',
): TurnoutError {
  const got = outputs.map(({ name, type, shape }) => `${name} ${type} ${shape.join('x')}`.trim());
  return new TurnoutError('model_shape_mismatch', {
    where: session.where,
    expected,
    got: got.slice(0, 12).join(', ') || 'none',
    hint,
    data: { actual: outputs.map(({ name, type, shape }) => ({ name, type, shape })) },
  });
}
