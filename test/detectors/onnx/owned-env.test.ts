/** `env.onnx`: models that detectors open without knowing the runtime. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { detachedHost, ownedEnv } from '../../../detectors/env/owned-env.ts';
import { suiteFolder } from '../../support/folder.ts';
import { writeTinyModel } from './tiny-model.ts';

const folder = suiteFolder();
const OUTPUT = { name: 'out', shape: [1, 2], values: Float32Array.of(7, 8) };
const path = writeTinyModel(join(folder, 'tiny.onnx'), [{ name: 'in', shape: [1, 4] }], [OUTPUT]);

const INPUTS = { in: { type: 'float32', data: new Float32Array(4), shape: [1, 4] } } as const;

it('a model says its tensors, runs by their names, and is closed with its detector', async () => {
  const env = ownedEnv('test', detachedHost());
  const model = await env.env.onnx(path);
  expect(model.inputs).toEqual([{ name: 'in', type: 'float32', shape: [1, 4] }]);
  const { out } = await model.run(INPUTS);
  expect(out).toMatchObject({ type: 'float32', shape: [1, 2] });
  expect([...(out?.data ?? [])]).toEqual([7, 8]);
  await env.release();
  await expect(model.run(INPUTS)).rejects.toMatchObject({ code: 'model_corrupt' });
});
