/** Shapes that a graph holds as values, and what becomes of them at another size of the picture. */

import { bytesField, contentsOf, fieldsOf, textOf, varintsOf } from './wire.ts';

/** Which input of an operator is a shape. */
export const SHAPE_INPUT: Readonly<Record<string, number>> = { Reshape: 1, Resize: 3, Expand: 1 };

const NODE = { output: 2, operator: 4, attribute: 5 } as const;
const NODE_OF_GRAPH = 1;
const TENSOR_OF_ATTRIBUTE = 5;
const TENSOR = { type: 2, int64s: 7, raw: 9 } as const;
const INT64 = 7;

/** Strides of the levels whose sizes a graph may hold. */
const STRIDES = [1, 2, 4, 8, 16, 32, 64] as const;

/** A side may be open: then nothing in the graph was written for it. */
interface OpenSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** From one size of the picture to another. */
export class SizeChange {
  readonly #levels: readonly {
    readonly own: readonly number[];
    readonly wanted: readonly number[];
  }[];

  constructor(own: OpenSize, wanted: { readonly width: number; readonly height: number }) {
    const { width, height } = own;
    this.#levels =
      width === null || height === null
        ? []
        : STRIDES.map((stride) => ({
            own: [height, width].map((side) => Math.ceil(side / stride)),
            wanted: [wanted.height, wanted.width].map((side) => Math.ceil(side / stride)),
          }));
  }

  /** A shape at the other size: its last height and width of a level, or else its number of cells at the end. */
  of(shape: readonly number[]): readonly number[] {
    const [height, width] = shape.slice(-2);
    for (const { own, wanted } of this.#levels) {
      if (shape.length > 3 && height === own[0] && width === own[1]) {
        return [...shape.slice(0, -2), ...wanted];
      }
      if (shape.length === 3 && width === product(own)) {
        return [...shape.slice(0, -1), product(wanted)];
      }
    }
    return shape;
  }
}

/** A tensor that says a shape, at the other size; of another type than int64 it is left as it is. */
export function resizedTensor(tensor: Uint8Array, change: SizeChange): Uint8Array[] {
  const fields = fieldsOf(tensor);
  if (varintsOf(fields, TENSOR.type)[0] !== INT64) return [tensor];
  const [raw] = contentsOf(fields, TENSOR.raw);
  const shape = raw === undefined ? varintsOf(fields, TENSOR.int64s) : int64sOf(raw);
  const values = BigInt64Array.from(change.of(shape), BigInt);
  return [
    ...fields
      .filter(({ number }) => number !== TENSOR.raw && number !== TENSOR.int64s)
      .map(({ whole }) => whole),
    bytesField(TENSOR.raw, [new Uint8Array(values.buffer)]),
  ];
}

/** A node whose constant says one of `shapes`, at the other size; null for any other node. */
export function constantNode(
  node: Uint8Array,
  shapes: ReadonlySet<string>,
  change: SizeChange,
): Uint8Array | null {
  const fields = fieldsOf(node);
  if (textOf(fields, NODE.operator) !== 'Constant' || !shapes.has(textOf(fields, NODE.output)))
    return null;
  return bytesField(
    NODE_OF_GRAPH,
    fields.map((field) =>
      field.number === NODE.attribute
        ? bytesField(
            NODE.attribute,
            fieldsOf(field.content).map((part) =>
              part.number === TENSOR_OF_ATTRIBUTE
                ? bytesField(TENSOR_OF_ATTRIBUTE, resizedTensor(part.content, change))
                : part.whole,
            ),
          )
        : field.whole,
    ),
  );
}

function int64sOf(raw: Uint8Array): number[] {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  return Array.from({ length: raw.byteLength / 8 }, (_, at) =>
    Number(view.getBigInt64(at * 8, true)),
  );
}

function product([height = 0, width = 0]: readonly number[]): number {
  return height * width;
}
