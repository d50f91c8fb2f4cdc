/**
 * Middles of cells that a graph holds as values, and what they are at another size of the picture: our own `person` adds
 * its sides to them (`detectors/person/training/export.py`).
 *
 *   cells x 2: x and y in pixels, stride 8, then 16, then 32, each level row by row
 */

import type { ModelSize } from '../model-size.ts';
import { bytesField, contentsOf, fieldsOf, varintField, varintsOf } from './wire.ts';

const TENSOR = { dims: 1, type: 2, raw: 9 } as const;
const FLOAT32 = 1;
/** Two float32. */
const BYTES_A_CELL = 8;
const STRIDES_PX = [8, 16, 32] as const;

/** From one size of the picture to another; where the file leaves its size open, nothing was written for it. */
export class MiddlesChange {
  readonly #own: Buffer | null;
  readonly #wanted: Buffer;

  constructor(
    own: { readonly width: number | null; readonly height: number | null },
    wanted: ModelSize,
  ) {
    const { width, height } = own;
    this.#own = width === null || height === null ? null : bytesOf(cellMiddles({ width, height }));
    this.#wanted = bytesOf(cellMiddles(wanted));
  }

  /** Whether a tensor has the middles of all cells, in order and no others. */
  isIn(tensor: Uint8Array): boolean {
    const fields = fieldsOf(tensor);
    const [raw] = contentsOf(fields, TENSOR.raw);
    const isFloat32 = varintsOf(fields, TENSOR.type)[0] === FLOAT32;
    return isFloat32 && raw !== undefined && this.#own?.equals(raw) === true;
  }

  /** Such a tensor at the other size. */
  resized(tensor: Uint8Array): Uint8Array[] {
    const others = fieldsOf(tensor).filter(
      ({ number }) => number !== TENSOR.raw && number !== TENSOR.dims,
    );
    return [
      varintField(TENSOR.dims, this.#wanted.length / BYTES_A_CELL),
      varintField(TENSOR.dims, 2),
      ...others.map(({ whole }) => whole),
      bytesField(TENSOR.raw, [this.#wanted]),
    ];
  }
}

function cellMiddles({ width, height }: ModelSize): Float32Array {
  const middles: number[] = [];
  for (const stride of STRIDES_PX) {
    const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)];
    for (let cell = 0; cell < columns * rows; cell += 1) {
      middles.push(((cell % columns) + 0.5) * stride, (Math.floor(cell / columns) + 0.5) * stride);
    }
  }
  return Float32Array.from(middles);
}

/** As ONNX has them, little-endian like every machine that the runtime is built for. */
function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
