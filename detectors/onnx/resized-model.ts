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
  changed,
  contentsOf,
  type Field,
  fieldsOf,
  textOf,
  varintField,
  varintsOf,
  without,
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
  if (contentsOf(fieldsOf(model), GRAPH_OF_MODEL).length === 0) throw new RangeError('no graph');
  return Buffer.concat(
    changed(model, GRAPH_OF_MODEL, (graph) => resizedGraph(fieldsOf(graph), wanted)),
  );
}

function resizedGraph(fields: readonly Field[], wanted: ModelSize): Uint8Array[] {
  const picture = pictureOf(fields);
  const [, , height = null, width = null] = shapeOf(picture);
  // A side may be open: then nothing in the graph was written for it.
  const own = height === null || width === null ? null : { width, height };
  const resized = (tensor: Uint8Array) => resizedTensor(tensor, own, wanted);
  const middles = own === null ? null : cellMiddles(own);
  const shapes = shapeNames(fields);
  return fields.flatMap(({ number, content, whole }): Uint8Array[] => {
    switch (number) {
      case GRAPH.valueInfo:
        return [];
      case GRAPH.input:
        return content === picture ? [bytesField(number, withShape(content, wanted))] : [whole];
      case GRAPH.output:
        return [bytesField(number, withShape(content, null))];
      case GRAPH.initializer:
        if (shapes.has(textOf(fieldsOf(content), TENSOR_NAME))) {
          return [bytesField(number, resized(content))];
        }
        return middles !== null && holds(content, middles)
          ? [bytesField(number, withMiddles(content, cellMiddles(wanted)))]
          : [whole];
      case GRAPH.node:
        return isConstant(content, shapes)
          ? [
              bytesField(
                number,
                changed(content, NODE.attribute, (attribute) =>
                  changed(attribute, TENSOR_OF_ATTRIBUTE, resized),
                ),
              ),
            ]
          : [whole];
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

/** A value with the shape of a picture of this size; null: with an open one. */
function withShape(value: Uint8Array, size: ModelSize | null): Uint8Array[] {
  const dims = (size === null ? [] : [1, 3, size.height, size.width]).map((side) =>
    bytesField(DIM_OF_SHAPE, [varintField(DIM_VALUE, side)]),
  );
  return changed(value, VALUE.type, (type) =>
    changed(type, TENSOR_OF_TYPE, (tensor) => [
      ...without(tensor, TENSOR_TYPE.shape),
      ...(size === null ? [] : [bytesField(TENSOR_TYPE.shape, dims)]),
    ]),
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

const TENSOR_OF_ATTRIBUTE = 5;
const TENSOR = { dims: 1, type: 2, int64s: 7, raw: 9 } as const;
const INT64 = 7;

/** Strides of the levels whose sizes a graph may hold. */
const STRIDES = [1, 2, 4, 8, 16, 32, 64] as const;

/** A shape at the other size of the picture: its last height and width of a level, or else its number of cells at the end. */
function resizedShape(shape: readonly number[], own: ModelSize, wanted: ModelSize) {
  const [height, width] = shape.slice(-2);
  for (const stride of STRIDES) {
    const [before, after] = [own, wanted].map((size) =>
      [size.height, size.width].map((side) => Math.ceil(side / stride)),
    ) as [number[], number[]];
    if (shape.length > 3 && height === before[0] && width === before[1]) {
      return [...shape.slice(0, -2), ...after];
    }
    if (shape.length === 3 && width === product(before)) {
      return [...shape.slice(0, -1), product(after)];
    }
  }
  return shape;
}

/** A tensor that says a shape, at the other size; of another type than int64 it is left as it is. */
function resizedTensor(
  tensor: Uint8Array,
  own: ModelSize | null,
  wanted: ModelSize,
): readonly Uint8Array[] {
  const fields = fieldsOf(tensor);
  if (own === null || varintsOf(fields, TENSOR.type)[0] !== INT64) return [tensor];
  const [raw] = contentsOf(fields, TENSOR.raw);
  const shape = raw === undefined ? varintsOf(fields, TENSOR.int64s) : int64sOf(raw);
  const values = BigInt64Array.from(resizedShape(shape, own, wanted), BigInt);
  return [
    ...without(tensor, TENSOR.raw, TENSOR.int64s),
    bytesField(TENSOR.raw, [new Uint8Array(values.buffer)]),
  ];
}

/** Whether the constant of a node says one of `shapes`. */
function isConstant(node: Uint8Array, shapes: ReadonlySet<string>): boolean {
  const fields = fieldsOf(node);
  return textOf(fields, NODE.operator) === 'Constant' && shapes.has(textOf(fields, NODE.output));
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

/** Whether a tensor has these middles of cells, in order and no others. */
function holds(tensor: Uint8Array, middles: Buffer): boolean {
  const fields = fieldsOf(tensor);
  const [raw] = contentsOf(fields, TENSOR.raw);
  return varintsOf(fields, TENSOR.type)[0] === FLOAT32 && raw !== undefined && middles.equals(raw);
}

function withMiddles(tensor: Uint8Array, middles: Buffer): Uint8Array[] {
  return [
    varintField(TENSOR.dims, middles.length / BYTES_A_CELL),
    varintField(TENSOR.dims, 2),
    ...without(tensor, TENSOR.raw, TENSOR.dims),
    bytesField(TENSOR.raw, [middles]),
  ];
}

/** As ONNX has them, little-endian like every machine that the runtime is built for. */
function cellMiddles({ width, height }: ModelSize): Buffer {
  const middles: number[] = [];
  for (const stride of STRIDES_PX) {
    const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)];
    for (let cell = 0; cell < columns * rows; cell += 1) {
      middles.push(((cell % columns) + 0.5) * stride, (Math.floor(cell / columns) + 0.5) * stride);
    }
  }
  return Buffer.from(Float32Array.from(middles).buffer);
}
