/** The size of a model's picture, read from its file, and the cells of its output levels. */

import { TurnoutError } from '../../errors.ts';
import type { ModelSize } from './model-size.ts';
import { type OnnxSession, shapeText, TARGET_SIZE, type TensorSpec } from './session.ts';

/**
 * Width and height that the file asks for: one `float32` input `1x3xHxW`, and perhaps {@link TARGET_SIZE}. An open first
 * size counts as 1. Throws `model_shape_mismatch` for anything else, an open height or width included.
 */
export function modelSize(session: OnnxSession): ModelSize {
  const [input, ...others] = session.inputs;
  const [batch, channels, height, width] = input?.shape ?? [];
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
    session,
    'one input float32 1x3xHxW, H and W fixed and 16..4096',
    session.inputs,
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
  session: OnnxSession,
  expected: string,
  actual: readonly TensorSpec[] = session.outputs,
  hint = 'choose the detector that this model was made for, or another model',
): TurnoutError {
  const got = actual
    .slice(0, 12)
    .map(({ name, type, shape }) => `${name} ${type} ${shapeText(shape)}`.trim());
  return new TurnoutError('model_shape_mismatch', {
    where: session.where,
    expected,
    got: got.length === 0 ? 'none' : got.join(', '),
    hint,
    data: { actual: actual.map(({ name, type, shape }) => ({ name, type, shape })) },
  });
}

/** One level of a head's cells, row by row; a last cell of a row or column may reach past the edge of the input. */
export interface Level {
  readonly stridePx: number;
  readonly columns: number;
  readonly cells: number;
}

/** The levels of these strides over an input. */
export function levelsOf({ width, height }: ModelSize, stridesPx: readonly number[]): Level[] {
  return stridesPx.map((stridePx) => {
    const columns = Math.ceil(width / stridePx);
    return { stridePx, columns, cells: columns * Math.ceil(height / stridePx) };
  });
}

function isSide(size: number | string | undefined): boolean {
  return typeof size === 'number' && size >= 16 && size <= 4096;
}
