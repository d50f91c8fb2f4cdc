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

import type { Size } from '../picture.ts';
import { levelsOf } from './cells.ts';
import {
  bytesField,
  changed,
  contentsOf,
  fieldsOf,
  textOf,
  varintField,
  varintsOf,
  without,
} from './wire.ts';

const GRAPH_OF_MODEL = 7;
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 } as const;
const VALUE = { name: 1, type: 2 } as const;
const TENSOR_OF_TYPE = 1;
const TENSOR_TYPE = { shape: 2 } as const;
const DIM_OF_SHAPE = 1;
const DIM_VALUE = 1;

/**
 * The model with an input of `wanted`; `model` is left as it is. Throws `RangeError` where the bytes are no model with
 * one picture as its input. Whether the outcome runs is for the runtime to say.
 */
export function resizedModel(model: Uint8Array, wanted: Size): Uint8Array {
  if (contentsOf(model, GRAPH_OF_MODEL).length === 0) throw new RangeError('no graph');
  return Buffer.concat(changed(model, [GRAPH_OF_MODEL], (graph) => resizedGraph(graph, wanted)));
}

function resizedGraph(graph: Uint8Array, wanted: Size): Uint8Array[] {
  const picture = pictureOf(graph);
  const [, , height = null, width = null] = shapeOf(picture);
  // A side may be open: then nothing in the graph was written for it.
  const own = height === null || width === null ? null : { width, height };
  const middles = own === null ? null : cellMiddles(own);
  const shapes = shapeNames(graph);
  const resized = (tensor: Uint8Array) => resizedTensor(tensor, own, wanted);
  const changeOf = (number: number, content: Uint8Array): readonly Uint8Array[] | null => {
    switch (number) {
      case GRAPH.input:
        return nameOf(content) === nameOf(picture) ? withShape(content, wanted) : null;
      case GRAPH.output:
        return withShape(content, null);
      case GRAPH.initializer:
        if (shapes.has(textOf(content, TENSOR.name))) return resized(content);
        return middles !== null && holds(content, middles) ? withMiddles(content, wanted) : null;
      case GRAPH.node:
        return isConstant(content, shapes)
          ? changed(content, [NODE.attribute, TENSOR_OF_ATTRIBUTE], resized)
          : null;
      default:
        return null;
    }
  };
  return without(graph, GRAPH.valueInfo).map((whole) => {
    const [{ number, content } = { number: 0, content: whole }] = fieldsOf(whole);
    const change = changeOf(number, content);
    return change === null ? whole : bytesField(number, change);
  });
}

/** Whether a node is the constant value of one of `shapes`. */
function isConstant(node: Uint8Array, shapes: ReadonlySet<string>): boolean {
  return textOf(node, NODE.operator) === 'Constant' && shapes.has(textOf(node, NODE.output));
}

/** The one input of four sides that is no weight: older exporters list those too. */
function pictureOf(graph: Uint8Array): Uint8Array {
  const tensors = contentsOf(graph, GRAPH.initializer);
  const weights = new Set(tensors.map((tensor) => textOf(tensor, TENSOR.name)));
  const inputs = contentsOf(graph, GRAPH.input).filter(
    (value) => !weights.has(nameOf(value)) && shapeOf(value).length === 4,
  );
  const [picture] = inputs;
  if (picture === undefined || inputs.length !== 1) throw new RangeError('not one input');
  return picture;
}

function nameOf(value: Uint8Array): string {
  return textOf(value, VALUE.name);
}

/** The declared sizes of a value; null for one that is open. */
function shapeOf(value: Uint8Array): (number | null)[] {
  const dims = [VALUE.type, TENSOR_OF_TYPE, TENSOR_TYPE.shape, DIM_OF_SHAPE].reduce(
    (messages, number) => messages.flatMap((message) => contentsOf(message, number)),
    [value],
  );
  return dims.map((dim) => varintsOf(dim, DIM_VALUE)[0] ?? null);
}

/** A value with the shape of a picture of this size; null: with an open one. */
function withShape(value: Uint8Array, size: Size | null): Uint8Array[] {
  const dims = (size === null ? [] : [1, 3, size.height, size.width]).map((side) =>
    bytesField(DIM_OF_SHAPE, [varintField(DIM_VALUE, side)]),
  );
  return changed(value, [VALUE.type, TENSOR_OF_TYPE], (tensor) => [
    ...without(tensor, TENSOR_TYPE.shape),
    ...(size === null ? [] : [bytesField(TENSOR_TYPE.shape, dims)]),
  ]);
}

/** Names of the tensors that say a shape. */
function shapeNames(graph: Uint8Array): ReadonlySet<string> {
  const names = contentsOf(graph, GRAPH.node).flatMap((node) => {
    const at = SHAPE_INPUT[textOf(node, NODE.operator)];
    const input = at === undefined ? undefined : contentsOf(node, NODE.input)[at];
    return input === undefined || input.length === 0 ? [] : Buffer.from(input).toString('utf8');
  });
  return new Set(names);
}

/** Shapes that a graph holds as values, and what becomes of them at another size of the picture. */

/** Which input of an operator is a shape. */
const SHAPE_INPUT: Readonly<Record<string, number>> = { Reshape: 1, Resize: 3, Expand: 1 };

const TENSOR_OF_ATTRIBUTE = 5;
const TENSOR = { dims: 1, type: 2, int64s: 7, name: 8, raw: 9 } as const;
const INT64 = 7;

/** Strides of the levels whose sizes a graph may hold. */
const STRIDES = [1, 2, 4, 8, 16, 32, 64] as const;

/** A shape at the other size of the picture: its last height and width of a level, or else its number of cells at the end. */
function resizedShape(shape: readonly number[], own: Size, wanted: Size) {
  const [height, width] = shape.slice(-2);
  for (const stride of STRIDES) {
    const rowsOf = (size: Size) => Math.ceil(size.height / stride);
    const columnsOf = (size: Size) => Math.ceil(size.width / stride);
    if (shape.length > 3 && height === rowsOf(own) && width === columnsOf(own)) {
      return [...shape.slice(0, -2), rowsOf(wanted), columnsOf(wanted)];
    }
    if (shape.length === 3 && width === rowsOf(own) * columnsOf(own)) {
      return [...shape.slice(0, -1), rowsOf(wanted) * columnsOf(wanted)];
    }
  }
  return shape;
}

/** A tensor that says a shape, at the other size; of another type than int64 it is left as it is. */
function resizedTensor(tensor: Uint8Array, own: Size | null, wanted: Size): readonly Uint8Array[] {
  if (own === null || varintsOf(tensor, TENSOR.type)[0] !== INT64) return [tensor];
  const [raw] = contentsOf(tensor, TENSOR.raw);
  // A copy begins where eight bytes may begin.
  const shape = raw && Array.from(new BigInt64Array(Uint8Array.from(raw).buffer), Number);
  const resized = resizedShape(shape ?? varintsOf(tensor, TENSOR.int64s), own, wanted);
  return [
    ...without(tensor, TENSOR.raw, TENSOR.int64s),
    bytesField(TENSOR.raw, [new Uint8Array(BigInt64Array.from(resized, BigInt).buffer)]),
  ];
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
  const [raw] = contentsOf(tensor, TENSOR.raw);
  return varintsOf(tensor, TENSOR.type)[0] === FLOAT32 && raw !== undefined && middles.equals(raw);
}

function withMiddles(tensor: Uint8Array, size: Size): Uint8Array[] {
  const middles = cellMiddles(size);
  return [
    varintField(TENSOR.dims, middles.length / BYTES_A_CELL),
    varintField(TENSOR.dims, 2),
    ...without(tensor, TENSOR.raw, TENSOR.dims),
    bytesField(TENSOR.raw, [middles]),
  ];
}

/** As ONNX has them, little-endian like every machine that the runtime is built for. */
function cellMiddles(size: Size): Buffer {
  const middles = levelsOf(size, STRIDES_PX).flatMap(({ stridePx, columns, cells }) =>
    Array.from({ length: cells }, (_, cell) => [
      ((cell % columns) + 0.5) * stridePx,
      (Math.floor(cell / columns) + 0.5) * stridePx,
    ]).flat(),
  );
  return Buffer.from(Float32Array.from(middles).buffer);
}
