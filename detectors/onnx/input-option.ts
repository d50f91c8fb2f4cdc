/** The option `input`: at which size a model looks at its picture. */

import { Type } from 'typebox';
import { faultsError } from '../faults.ts';
import type { ModelSize } from './model-size.ts';

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
export function inputSize(detector: string, input: string): ModelSize | null {
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
