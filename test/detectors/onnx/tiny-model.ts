/**
 * Real ONNX files of a few hundred bytes, written by hand: inputs and outputs of any name and shape, the outputs being
 * constants. So a decoder's whole way is tested without anybody's weights. Field numbers are those of `onnx.proto`.
 */

import { writeFileSync } from 'node:fs';

export interface TinyInput {
  readonly name: string;
  readonly shape: readonly (number | string)[];
}

export interface TinyOutput {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const FLOAT32 = 1;
const INT64 = 7;

/** Writes a model whose runs always give `outputs`. Returns the path. */
export function writeTinyModel(
  path: string,
  inputs: readonly TinyInput[],
  outputs: readonly TinyOutput[],
): string {
  const graph = [
    ...outputs.map(({ name }) => bytes(1, identity(`${name}_is`, name))),
    text(2, 'tiny'),
    ...outputs.map((output) => bytes(5, constant(output))),
    ...inputs.map((input) => bytes(11, valueInfo(input))),
    ...outputs.map((output) => bytes(12, valueInfo(output))),
  ];
  return writeGraph(path, graph);
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
export function writeTinyReshape(
  path: string,
  side: number,
  form: 'initializer' | 'constant',
): string {
  const raw = BigInt64Array.from([1n, 3n, 1n, BigInt(side), BigInt(side)]);
  const shape = Buffer.concat([
    number(1, 5),
    number(2, INT64),
    text(8, 'to'),
    bytes(9, Buffer.from(raw.buffer)),
  ]);
  const attribute = Buffer.concat([text(1, 'value'), bytes(5, shape), number(20, 4)]);
  const constantNode = Buffer.concat([text(2, 'to'), text(4, 'Constant'), bytes(5, attribute)]);
  const reshape = Buffer.concat([text(1, 'in'), text(1, 'to'), text(2, 'out'), text(4, 'Reshape')]);
  const graph = [
    ...(form === 'constant' ? [bytes(1, constantNode)] : []),
    bytes(1, reshape),
    text(2, 'tiny'),
    ...(form === 'initializer' ? [bytes(5, shape)] : []),
    bytes(11, valueInfo({ name: 'in', shape: [1, 3, side, side] })),
    bytes(12, valueInfo({ name: 'out', shape: [1, 3, 1, side, side] })),
  ];
  return writeGraph(path, graph);
}

function writeGraph(path: string, graph: readonly Buffer[]): string {
  const opset = Buffer.concat([text(1, ''), number(2, 13)]);
  const model = [number(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, opset)];
  writeFileSync(path, Buffer.concat(model));
  return path;
}

function identity(from: string, to: string): Buffer {
  return Buffer.concat([text(1, from), text(2, to), text(4, 'Identity')]);
}

function constant({ name, shape, values }: TinyOutput): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([
    ...shape.map((size) => number(1, size)),
    number(2, FLOAT32),
    text(8, `${name}_is`),
    bytes(9, raw),
  ]);
}

function valueInfo({ name, shape }: TinyInput): Buffer {
  const dims = shape.map((size) =>
    bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)),
  );
  const tensor = Buffer.concat([number(1, FLOAT32), bytes(2, Buffer.concat(dims))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensor))]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

function varint(value: number): Buffer {
  const out: number[] = [];
  let rest = value;
  do {
    out.push(rest > 127 ? (rest & 127) | 128 : rest);
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(out);
}
