/**
 * Real ONNX files of a few hundred bytes, written by hand: inputs and outputs of any name and shape, the outputs being
 * constants. So a decoder's whole way is tested without anybody's weights. Field numbers are those of `onnx.proto`.
 */

import { writeFileSync } from 'node:fs';
import { bytesField, varintField as number } from '../../../detectors/onnx/wire.ts';

export interface TinyInput {
  readonly name: string;
  readonly shape: readonly (number | string)[];
}

export interface TinyOutput {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The fields of a message. */
type Message = readonly Uint8Array[];

const FLOAT32 = 1;
const INT64 = 7;

/** Writes a model whose runs always give `outputs`. Returns the path. */
export function writeTinyModel(path: string, inputs: TinyInput[], outputs: TinyOutput[]): string {
  return writeGraph(path, [
    ...outputs.map(({ name }) => bytesField(1, node('Identity', [`${name}_is`], name))),
    ...outputs.map((output) => bytesField(5, constant(output))),
    ...inputs.map((input) => bytesField(11, valueInfo(input))),
    ...outputs.map((output) => bytesField(12, valueInfo(output))),
  ]);
}

/** A YOLOX-like file: raw cells, all empty unless `fill` writes into them. */
export function writeTinyYolox(
  path: string,
  size: { readonly width: number; readonly height: number },
  fill: (values: Float32Array) => void = () => undefined,
): string {
  const cells = [8, 16, 32].reduce(
    (sum, stride) => sum + Math.ceil(size.width / stride) * Math.ceil(size.height / stride),
    0,
  );
  const values = new Float32Array(cells * 85);
  fill(values);
  const input = { name: 'images', shape: [1, 3, size.height, size.width] };
  return writeTinyModel(path, [input], [{ name: 'output', shape: [1, cells, 85], values }]);
}

/**
 * A picture of `side` reshaped to `1x3x1xHxW`, its sizes written into the file as exporters write them: as an initializer,
 * or as the constant of a node.
 */
export function writeTinyReshape(path: string, side: number, form: 'initializer' | 'constant') {
  const raw = BigInt64Array.from([1n, 3n, 1n, BigInt(side), BigInt(side)]);
  const sizes = bytesField(9, [Buffer.from(raw.buffer)]);
  const shape = bytesField(5, [number(1, 5), number(2, INT64), text(8, 'to'), sizes]);
  const attribute = bytesField(5, [text(1, 'value'), shape, number(20, 4)]);
  return writeGraph(path, [
    form === 'initializer' ? shape : bytesField(1, [...node('Constant', [], 'to'), attribute]),
    bytesField(1, node('Reshape', ['in', 'to'], 'out')),
    bytesField(11, valueInfo({ name: 'in', shape: [1, 3, side, side] })),
    bytesField(12, valueInfo({ name: 'out', shape: [1, 3, 1, side, side] })),
  ]);
}

function writeGraph(path: string, graph: Message): string {
  const opset = bytesField(8, [text(1, ''), number(2, 13)]);
  const named = bytesField(7, [...graph, text(2, 'tiny')]);
  writeFileSync(path, Buffer.concat([number(1, 8), named, opset]));
  return path;
}

function node(kind: string, from: readonly string[], to: string): Message {
  return [...from.map((name) => text(1, name)), text(2, to), text(4, kind)];
}

function constant({ name, shape, values }: TinyOutput): Message {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const sides = shape.map((size) => number(1, size));
  return [...sides, number(2, FLOAT32), text(8, `${name}_is`), bytesField(9, [raw])];
}

function valueInfo({ name, shape }: TinyInput): Message {
  const sides = shape.map((size) =>
    bytesField(1, [typeof size === 'number' ? number(1, size) : text(2, size)]),
  );
  const tensor = bytesField(1, [number(1, FLOAT32), bytesField(2, sides)]);
  return [text(1, name), bytesField(2, [tensor])];
}

function text(field: number, value: string): Uint8Array {
  return bytesField(field, [Buffer.from(value)]);
}
