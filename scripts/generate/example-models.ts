/**
 * The model of `detectors/examples/`: a network in ONNX of a few hundred bytes, written field by field. It takes light for
 * people, so it needs no training. Field numbers are those of `onnx.proto`.
 */

import { createHash } from 'node:crypto';
import { bytesField, varintField } from '../../detectors/onnx/wire.ts';

const FLOAT32 = 1;
const INTS_ATTRIBUTE = 7;

interface Weights {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

interface Graph {
  readonly nodes: readonly Uint8Array[];
  readonly weights: readonly Weights[];
  readonly input: readonly number[];
  readonly outputs: Readonly<Record<string, readonly number[]>>;
}

/** For `density.mjs`. `density`: people in each cell of 10 × 10 pixels, one for the light of 8 × 16 white ones. */
export function lightDensity(): Uint8Array {
  const cell = [10, 10];
  return model({
    nodes: [node('Conv', ['images', 'share'], 'density', { kernel_shape: cell, strides: cell })],
    weights: [{ name: 'share', shape: [1, 1, ...cell], values: Array(100).fill(1 / (8 * 16)) }],
    input: [1, 1, 90, 160],
    outputs: { density: [1, 1, 9, 16] },
  });
}

/** What `sha256sum -c` reads. */
export function exampleModelSums(): string {
  const sum = createHash('sha256').update(lightDensity()).digest('hex');
  return `${sum}  light-density.onnx\n`;
}

function model({ nodes, weights, input, outputs }: Graph): Uint8Array {
  const graph = [
    ...nodes.map((one) => bytesField(1, [one])),
    text(2, 'light'),
    ...weights.map((one) => bytesField(5, [tensor(one)])),
    bytesField(11, [valueInfo('images', input)]),
    ...Object.entries(outputs).map(([name, shape]) => bytesField(12, [valueInfo(name, shape)])),
  ];
  const opset = [text(1, ''), varintField(2, 13)];
  return Buffer.concat([varintField(1, 8), bytesField(7, graph), bytesField(8, opset)]);
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, readonly number[]>>,
): Uint8Array {
  return Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...Object.entries(attributes).map(([name, values]) =>
      bytesField(5, [
        text(1, name),
        ...values.map((value) => varintField(8, value)),
        varintField(20, INTS_ATTRIBUTE),
      ]),
    ),
  ]);
}

function tensor({ name, shape, values }: Weights): Uint8Array {
  const raw = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) raw.writeFloatLE(value, at * 4);
  return Buffer.concat([
    ...shape.map((size) => varintField(1, size)),
    varintField(2, FLOAT32),
    text(8, name),
    bytesField(9, [raw]),
  ]);
}

function valueInfo(name: string, shape: readonly number[]): Uint8Array {
  const sizes = shape.map((size) => bytesField(1, [varintField(1, size)]));
  const type = [varintField(1, FLOAT32), bytesField(2, sizes)];
  return Buffer.concat([text(1, name), bytesField(2, [bytesField(1, type)])]);
}

function text(number: number, value: string): Uint8Array {
  return bytesField(number, [Buffer.from(value)]);
}
