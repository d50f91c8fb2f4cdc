import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detachedEnv } from '../../../detectors/env/owned-env.ts';
import { detr } from '../../../detectors/heads/detr.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { writeTinyModel } from '../onnx/tiny-model.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-detr-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (model: string, more = {}) =>
  detr.create(checkOptions(detr, { model, ...more }), detachedEnv());

const table = (name: string, shape: readonly number[]) => ({
  name,
  shape,
  values: new Float32Array(shape.reduce((product, side) => product * side, 1)),
});

describe('a file of another head', () => {
  it.each([
    [[table('boxes', [1, 60, 4])]],
    [[table('boxes', [1, 60, 4]), table('scores', [1, 60])]],
    [[table('boxes', [1, 60, 4]), table('logits', [1, 50, 80])]],
    [[table('output', [1, 84, 85]), table('other', [1, 84, 4])]],
    [[table('boxes', [1, 60, 4]), table('logits', [1, 60, 80]), table('more', [1, 1, 1])]],
  ])('is refused with its shapes: %#', async (outputs) => {
    const inputs = [{ name: 'images', shape: [1, 3, 64, 64] }];
    const model = writeTinyModel(join(folder, `${outputs.length}-other.onnx`), inputs, outputs);
    await expect(start(model)).rejects.toMatchObject({ code: 'model_shape_mismatch' });
  });

  it('is refused where it wants the size of the picture too, as exports with post-processing do', async () => {
    const inputs = [
      { name: 'images', shape: [1, 3, 64, 64] },
      { name: 'orig_target_sizes', shape: [1, 2] },
    ];
    const outputs = [table('boxes', [1, 60, 4]), table('logits', [1, 60, 80])];
    const model = writeTinyModel(join(folder, 'sizes.onnx'), inputs, outputs);
    await expect(start(model)).rejects.toMatchObject({
      code: 'model_shape_mismatch',
      message: expect.stringContaining('orig_target_sizes'),
    });
  });
});
