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

import type { ModelSize } from '../model-size.ts';
import { MiddlesChange } from './cell-middles.ts';
import { constantNode, resizedTensor, SHAPE_INPUT, SizeChange } from './shape-values.ts';
import {
  bytesField,
  contentsOf,
  type Field,
  fieldsOf,
  textOf,
  varintField,
  varintsOf,
} from './wire.ts';

const GRAPH_OF_MODEL = 7;
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const NODE = { input: 1, operator: 4 } as const;
const TENSOR_NAME = 8;
const VALUE = { name: 1, type: 2 } as const;
const TENSOR_OF_TYPE = 1;
const TENSOR = { shape: 2 } as const;
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
  const [shape] = contentsOf(fieldsOf(tensor ?? new Uint8Array()), TENSOR.shape);
  return contentsOf(fieldsOf(shape ?? new Uint8Array()), DIM_OF_SHAPE).map(
    (dim) => varintsOf(fieldsOf(dim), DIM_VALUE)[0] ?? null,
  );
}

function withPicture(value: Uint8Array, { width, height }: ModelSize): Uint8Array[] {
  const dims = [1, 3, height, width].map((side) =>
    bytesField(DIM_OF_SHAPE, [varintField(DIM_VALUE, side)]),
  );
  return withTensor(value, (tensor) => [
    ...tensor.filter(({ number }) => number !== TENSOR.shape).map(({ whole }) => whole),
    bytesField(TENSOR.shape, dims),
  ]);
}

function withoutShape(value: Uint8Array): Uint8Array[] {
  return withTensor(value, (tensor) =>
    tensor.filter(({ number }) => number !== TENSOR.shape).map(({ whole }) => whole),
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
