/**
 * An ONNX model for another size of picture: the same weights, other shapes.
 *
 * A network of convolutions works at any size that its strides divide. What ties a file to one size is written in it:
 *
 *   input                   1x3xHxW, or open sides       becomes the wanted height and width
 *   shapes for Reshape,     [1, 2, 58, H/8, W/8] and     becomes the same at the wanted size
 *     Resize and Expand       [1, 80, cells of a level]
 *   middles of all cells    cells x 2, float32           becomes those of the wanted size
 *   outputs, value_info     what comes of it             is left open: the runtime computes it while it loads
 *
 * Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

import {
  bytesField,
  contentsOf,
  type Field,
  fieldsOf,
  textOf,
  varintField,
  varintsOf,
} from './wire.ts';

/** Size of a model's input, px. */
export interface ModelSize {
  readonly width: number;
  readonly height: number;
}

const GRAPH_OF_MODEL = 7;
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const TENSOR_NAME = 8;
const VALUE = { name: 1, type: 2 } as const;
const TENSOR_OF_TYPE = 1;
const TENSOR_TYPE = { shape: 2 } as const;
const DIM_OF_SHAPE = 1;
const DIM_VALUE = 1;

/**
 * The model with an input of `wanted`; `model` is left as it is. Throws `RangeError` where the bytes are no model with
 * one picture as its input. Whether the outcome runs is for the runtime to say.
 */
export function resizedModel(model: Uint8Array, wanted: ModelSize): Uint8Array {
  const fields = fieldsOf(model);
  if (!fields.some(({ number }) => number === GRAPH_OF_MODEL)) throw new RangeError('no graph');
  return Buffer.concat(
    fields.map(({ number, content, whole }) =>
      number === GRAPH_OF_MODEL
        ? bytesField(number, resizedGraph(fieldsOf(content), wanted))
        : whole,
    ),
  );
}

function resizedGraph(fields: readonly Field[], wanted: ModelSize): Uint8Array[] {
  const picture = pictureOf(fields);
  const [, , height = null, width = null] = shapeOf(picture);
  const change = new SizeChange({ width, height }, wanted);
  const middles = new MiddlesChange({ width, height }, wanted);
  const shapes = shapeNames(fields);
  return fields.flatMap(({ number, content, whole }): Uint8Array[] => {
    switch (number) {
      case GRAPH.valueInfo:
        return [];
      case GRAPH.input:
        return content === picture ? [bytesField(number, withPicture(content, wanted))] : [whole];
      case GRAPH.output:
        return [bytesField(number, withoutShape(content))];
      case GRAPH.initializer:
        if (shapes.has(textOf(fieldsOf(content), TENSOR_NAME))) {
          return [bytesField(number, resizedTensor(content, change))];
        }
        return middles.isIn(content) ? [bytesField(number, middles.resized(content))] : [whole];
      case GRAPH.node:
        return [constantNode(content, shapes, change) ?? whole];
      default:
        return [whole];
    }
  });
}

/** The one input of four sides that is no weight: older exporters list those too. */
function pictureOf(fields: readonly Field[]): Uint8Array {
  const weights = new Set(
    contentsOf(fields, GRAPH.initializer).map((tensor) => textOf(fieldsOf(tensor), TENSOR_NAME)),
  );
  const inputs = contentsOf(fields, GRAPH.input).filter(
    (value) => !weights.has(textOf(fieldsOf(value), VALUE.name)) && shapeOf(value).length === 4,
  );
  const [picture] = inputs;
  if (picture === undefined || inputs.length !== 1) throw new RangeError('not one input');
  return picture;
}

/** The declared sizes of a value; null for one that is open. */
function shapeOf(value: Uint8Array): (number | null)[] {
  const [type] = contentsOf(fieldsOf(value), VALUE.type);
  const [tensor] = contentsOf(fieldsOf(type ?? new Uint8Array()), TENSOR_OF_TYPE);
  const [shape] = contentsOf(fieldsOf(tensor ?? new Uint8Array()), TENSOR_TYPE.shape);
  return contentsOf(fieldsOf(shape ?? new Uint8Array()), DIM_OF_SHAPE).map(
    (dim) => varintsOf(fieldsOf(dim), DIM_VALUE)[0] ?? null,
  );
}

function withPicture(value: Uint8Array, { width, height }: ModelSize): Uint8Array[] {
  const dims = [1, 3, height, width].map((side) =>
    bytesField(DIM_OF_SHAPE, [varintField(DIM_VALUE, side)]),
  );
  return withTensor(value, (tensor) => [
    ...tensor.filter(({ number }) => number !== TENSOR_TYPE.shape).map(({ whole }) => whole),
    bytesField(TENSOR_TYPE.shape, dims),
  ]);
}

function withoutShape(value: Uint8Array): Uint8Array[] {
  return withTensor(value, (tensor) =>
    tensor.filter(({ number }) => number !== TENSOR_TYPE.shape).map(({ whole }) => whole),
  );
}

/** A value with its tensor type as `change` gives it. */
function withTensor(value: Uint8Array, change: (tensor: Field[]) => Uint8Array[]): Uint8Array[] {
  return fieldsOf(value).map((field) =>
    field.number === VALUE.type
      ? bytesField(
          VALUE.type,
          fieldsOf(field.content).map((inner) =>
            inner.number === TENSOR_OF_TYPE
              ? bytesField(TENSOR_OF_TYPE, change(fieldsOf(inner.content)))
              : inner.whole,
          ),
        )
      : field.whole,
  );
}

/** Names of the tensors that say a shape. */
function shapeNames(fields: readonly Field[]): ReadonlySet<string> {
  const names = contentsOf(fields, GRAPH.node).map((node) => {
    const parts = fieldsOf(node);
    const at = SHAPE_INPUT[textOf(parts, NODE.operator)];
    const input = at === undefined ? undefined : contentsOf(parts, NODE.input)[at];
    return input === undefined ? '' : Buffer.from(input).toString('utf8');
  });
  return new Set(names.filter((name) => name !== ''));
}

/** Shapes that a graph holds as values, and what becomes of them at another size of the picture. */

/** Which input of an operator is a shape. */
const SHAPE_INPUT: Readonly<Record<string, number>> = { Reshape: 1, Resize: 3, Expand: 1 };

const NODE_OF_GRAPH = 1;
const TENSOR_OF_ATTRIBUTE = 5;
const TENSOR = { dims: 1, type: 2, int64s: 7, raw: 9 } as const;
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
function resizedTensor(tensor: Uint8Array, change: SizeChange): Uint8Array[] {
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

/**
 * Middles of cells that a graph holds as values, and what they are at another size of the picture: our own `person` adds
 * its sides to them (`detectors/person/training/export.py`).
 *
 *   cells x 2: x and y in pixels, stride 8, then 16, then 32, each level row by row
 */

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
