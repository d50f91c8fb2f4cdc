/** `env.onnx`: models that detectors open without knowing the runtime. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detachedHost, ownedEnv } from '../../../detectors/env/owned-env.ts';
import { writeTinyModel } from './tiny-model.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-onnx-'));
  const output = { name: 'out', shape: [1, 2], values: Float32Array.of(7, 8) };
  path = writeTinyModel(join(folder, 'tiny.onnx'), [{ name: 'in', shape: [1, 4] }], [output]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const INPUTS = { in: { type: 'float32', data: new Float32Array(4), shape: [1, 4] } } as const;

it('a model says its tensors, and runs by their names', async () => {
  const env = ownedEnv('test', detachedHost());
  const model = await env.env.onnx(path);
  expect(model.inputs).toEqual([{ name: 'in', type: 'float32', shape: [1, 4] }]);
  const { out } = await model.run(INPUTS);
  expect(out).toMatchObject({ type: 'float32', shape: [1, 2] });
  expect([...(out?.data ?? [])]).toEqual([7, 8]);
  await env.release();
});

it('a model is closed with its detector, and one that is not there is named', async () => {
  const env = ownedEnv('test', detachedHost());
  const model = await env.env.onnx(path);
  await env.release();
  await expect(model.run(INPUTS)).rejects.toMatchObject({ code: 'model_corrupt' });
  await expect(env.env.onnx(join(folder, 'none.onnx'))).rejects.toMatchObject({
    code: 'model_missing',
  });
});
