import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { expect, it, vi } from 'vitest';
import { detachedEnv } from '../../../detectors/env/owned-env.ts';
import { yolox } from '../../../detectors/heads/yolox.ts';
import { modelSize } from '../../../detectors/onnx/people-options.ts';
import { openSession } from '../../../detectors/onnx/session.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { anError } from '../../support/an-error.ts';
import { suiteFolder } from '../../support/folder.ts';
import { writeTinyModel, writeTinyYolox } from './tiny-model.ts';

const open = (path: string) => openSession({ path, size: null });

const folder = suiteFolder();

const OUTPUT = { name: 'out', shape: [1, 2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) };

function model(name: string, shape: readonly (number | string)[]): string {
  return writeTinyModel(join(folder, name), [{ name: 'in', shape }], [OUTPUT]);
}

it('a session is released once: with its detector, and where that does not start', async () => {
  const session = Reflect.get(InferenceSession, 'prototype') as InferenceSession;
  const released = vi.spyOn(session, 'release');
  const good = writeTinyYolox(join(folder, 'good.onnx'), { width: 64, height: 32 });
  const detector = await yolox.create({ ...checkOptions(yolox), model: good }, detachedEnv());
  expect(released).not.toHaveBeenCalled();
  await detector.close();
  expect(released).toHaveBeenCalledTimes(1);
  const other = model('other.onnx', [1, 3, 32, 64]);
  const failing = yolox.create({ ...checkOptions(yolox), model: other }, detachedEnv());
  await expect(failing).rejects.toMatchObject({ code: 'model_shape_mismatch' });
  expect(released).toHaveBeenCalledTimes(2);
});

it('a session reads the size of the picture from the file, an open batch counting as one', async () => {
  for (const batch of [1, 'batch']) {
    const session = await open(model('size.onnx', [batch, 3, 32, 64]));
    expect(modelSize(session)).toEqual({ width: 64, height: 32 });
    await session.release();
  }
});

it.each([
  ['grey pictures', [1, 1, 32, 64]],
  ['two pictures at once', [2, 3, 32, 64]],
  ['channels last', [1, 32, 64, 3]],
  ['an open size', [1, 3, 'height', 'width']],
  ['a tiny picture', [1, 3, 8, 8]],
])('a session refuses a model of %s, showing both shapes', async (_, shape) => {
  const session = await open(model('odd.onnx', shape));
  const shapes = `expected one input float32 1x3xHxW.*got in float32 ${shape.join('x')}`;
  expect(() => modelSize(session)).toThrow(
    anError('model_shape_mismatch', new RegExp(`odd.onnx: ${shapes}`)),
  );
  await session.release();
});

it('a file that is no model is missing when it is not there, and no whole path is told', async () => {
  const opening = open(join(folder, 'nobody.onnx'));
  await expect(opening).rejects.toMatchObject({
    code: 'model_missing',
    message: 'model file nobody.onnx: expected an ONNX file, got no file',
  });
});
