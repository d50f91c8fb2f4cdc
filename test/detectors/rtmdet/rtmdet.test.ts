import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detachedEnv } from '../../../detectors/env/owned-env.ts';
import { rtmdet } from '../../../detectors/heads/rtmdet.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { writeTinyYolox } from '../onnx/tiny-model.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-rtmdet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (model: string, more = {}) =>
  rtmdet.create(checkOptions(rtmdet, { model, ...more }), detachedEnv());

it('refuses a file of another head, with the shapes it wants and has', async () => {
  const model = writeTinyYolox(join(folder, 'yolox.onnx'), { width: 64, height: 64 });
  await expect(start(model)).rejects.toMatchObject({
    code: 'model_shape_mismatch',
    message: expect.stringMatching(/scores 1x80xHxW .*got output float32 1x84x85/),
  });
});
