import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detachedEnv, unhurried } from '../../../detectors/env/owned-env.ts';
import { yolox } from '../../../detectors/heads/yolox.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { writeTinyModel, writeTinyYolox } from '../onnx/tiny-model.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-yolox-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (model: string, more = {}) =>
  yolox.create(checkOptions(yolox, { model, ...more }), detachedEnv());
const frameOf = (width: number, height: number) => ({
  pixels: new Float32Array(3 * width * height),
  content: { x: 0, y: 0, width, height },
  atMs: 0,
  state: null,
});

describe('the yolox detector', () => {
  it('follows its score threshold', async () => {
    const model = writeTinyYolox(join(folder, 'one.onnx'), { width: 32, height: 32 }, (values) => {
      values.set([0.5, 0.5, 1, 1, 0.5, 1], 0);
      // What is no number is nobody.
      values.set([0.5, 0.5, 1, 1, Number.NaN, 1], 85);
      values.set([0.5, 0.5, 1, 1, 1, Number.NaN], 2 * 85);
    });
    for (const [threshold, people] of [
      [0.5, 1],
      [0.51, 0],
    ] as const) {
      const detector = await start(model, { score_threshold: threshold });
      expect((await detector.detect(frameOf(32, 32), unhurried)).detections).toHaveLength(people);
      await detector.close();
    }
  });

  it('refuses a file of another head, with the shapes it wants and has', async () => {
    const input = { name: 'images', shape: [1, 3, 416, 416] };
    const output = { name: 'output', shape: [1, 100, 85], values: new Float32Array(8500) };
    const model = writeTinyModel(join(folder, 'other.onnx'), [input], [output]);
    await expect(start(model)).rejects.toMatchObject({
      code: 'model_shape_mismatch',
      message: expect.stringMatching(
        /1x3549x85 for an input of 416x416.*got output float32 1x100x85/,
      ),
      parts: { data: { actual: [{ name: 'output', shape: [1, 100, 85] }] } },
    });
  });

  it('refuses a file whose boxes were decoded at export, instead of counting nonsense', async () => {
    const model = writeTinyYolox(
      join(folder, 'pixels.onnx'),
      { width: 32, height: 32 },
      (values) => {
        values.set([16, 16, 24, 30, 0.9, 0.9], 0);
      },
    );
    await expect(start(model)).rejects.toMatchObject({ code: 'model_shape_mismatch' });
  });
});
