/**
 * A network of convolutions with any number of pictures in a batch, as an ONNX file written by hand: about as much work as
 * YOLOX-Nano, 0.36 billion products a picture, its weights random. Field numbers are those of `onnx.proto`.
 */

import { writeFileSync } from 'node:fs';
import { seededRandom } from './seeded-random.ts';

/** Input of one picture: channels, height, width. */
export const CONV_INPUT = [3, 288, 416] as const;

/** Channels of each layer, and the step of its kernel of 3×3. */
const LAYERS = [
  [16, 2],
  [32, 2],
  [64, 2],
  [64, 1],
  [64, 1],
  [64, 1],
  [64, 1],
] as const;

const FLOAT32 = 1;
const INTS = 7;

/** Writes it. Input `in`, output `out`. */
export function writeConvModel(path: string): void {
  const random = seededRandom(7);
  const graph: Buffer[] = [];
  let channels: number = CONV_INPUT[0];
  let from = 'in';
  for (const [at, [wide, step]] of LAYERS.entries()) {
    const [weights, sum] = [`w${at}`, `c${at}`];
    const to = at === LAYERS.length - 1 ? 'out' : `r${at}`;
    const values = Float32Array.from({ length: wide * channels * 9 }, () => random() / 20 - 0.025);
    graph.push(
      bytes(1, node('Conv', [from, weights], sum, { strides: [step, step], pads: [1, 1, 1, 1] })),
      bytes(1, node('Relu', [sum], to, {})),
      bytes(5, initializer(weights, [wide, channels, 3, 3], values)),
    );
    channels = wide;
    from = to;
  }
  const [, height, width] = CONV_INPUT;
  graph.push(
    text(2, 'conv'),
    bytes(11, valueInfo('in', ['batch', ...CONV_INPUT])),
    bytes(12, valueInfo('out', ['batch', channels, height / 8, width / 8])),
  );
  const opset = Buffer.concat([text(1, ''), number(2, 13)]);
  writeFileSync(
    path,
    Buffer.concat([number(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, opset)]),
  );
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  lists: Readonly<Record<string, readonly number[]>>,
): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...Object.entries(lists).map(([name, values]) =>
      bytes(
        5,
        Buffer.concat([text(1, name), ...values.map((one) => number(8, one)), number(20, INTS)]),
      ),
    ),
  ]);
}

function initializer(name: string, shape: readonly number[], values: Float32Array): Buffer {
  const dims = shape.map((size) => number(1, size));
  return Buffer.concat([
    ...dims,
    number(2, FLOAT32),
    text(8, name),
    bytes(9, Buffer.from(values.buffer)),
  ]);
}

function valueInfo(name: string, shape: readonly (number | string)[]): Buffer {
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
