/** The fixtures of `test/fixtures/decoders`: outputs and what the reference post-processing makes of them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTinyModel } from './onnx/tiny-model.ts';

interface DecoderFixture {
  readonly input: { readonly width: number; readonly height: number };
  readonly threshold: number;
  readonly outputs: Readonly<Record<string, { readonly shape: number[]; readonly base64: string }>>;
  /** x1, y1, x2, y2, score, surest first. */
  readonly people: readonly (readonly [number, number, number, number, number])[];
}

export type Decoder = 'dfine' | 'rfdetr' | 'rtmdet';

export function decoderFixture(name: Decoder) {
  const text = readFileSync(join('test', 'fixtures', 'decoders', `${name}.json`), 'utf8');
  const { outputs, ...fixture } = JSON.parse(text) as DecoderFixture;
  return {
    ...fixture,
    outputs: Object.entries(outputs).map(([output, { shape, base64 }]) => {
      const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
      return { name: output, shape, values: new Float32Array(bytes.buffer) };
    }),
  };
}

/** The same as a file whose runs always give those outputs. */
export function writeDecoderModel(path: string, name: Decoder): string {
  const { input, outputs } = decoderFixture(name);
  const picture = { name: 'images', shape: [1, 3, input.height, input.width] };
  return writeTinyModel(path, [picture], outputs);
}
