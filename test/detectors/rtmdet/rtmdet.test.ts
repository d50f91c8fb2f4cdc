import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detachedEnv, unhurried } from '../../../detectors/env/detached-env.ts';
import { decodeRtmdet, rtmdet } from '../../../detectors/heads/rtmdet.ts';
import { Candidates } from '../../../detectors/onnx/candidates.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { decoderFixture, writeDecoderModel } from '../decoder-fixtures.ts';
import { writeTinyYolox } from '../onnx/tiny-model.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-rtmdet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (model: string, more = {}) =>
  rtmdet.create(checkOptions(rtmdet, { model, ...more }), detachedEnv());

it('reads its levels as the head of the project does', () => {
  const { input, outputs, threshold, people } = decoderFixture('rtmdet');
  const values = Object.fromEntries(outputs.map((output) => [output.name, output.values]));
  const levels = [8, 16, 32].map((stridePx, level) => ({
    stridePx,
    columns: input.width / stridePx,
    cells: (input.width / stridePx) * (input.height / stridePx),
    scores: `cls_score_${level}`,
    distances: `bbox_pred_${level}`,
  }));
  const candidates = new Candidates(126);
  decodeRtmdet(values, levels, threshold, candidates);
  expect(people.length).toBeGreaterThan(5);
  expect(candidates.count).toBe(people.length);
  for (const [at, position] of candidates.byScore().entries()) {
    const box = candidates.boxesXyxyPx.subarray(position * 4, position * 4 + 4);
    const found = [...box, candidates.scores[position] ?? 0];
    for (const [side, value] of (people[at] ?? []).entries())
      expect(found[side]).toBeCloseTo(value, 3);
  }
});

it('finds its levels in the file and counts twins once', async () => {
  const { input, people } = decoderFixture('rtmdet');
  const detector = await start(writeDecoderModel(join(folder, 'rtmdet.onnx'), 'rtmdet'));
  expect(detector.input).toMatchObject({ ...input, colour: 'bgr', fit: 'letterbox', pad: 114 });
  const { detections = [] } = await detector.detect(
    {
      pixels: new Float32Array(3 * input.width * input.height),
      content: { x: 0, y: 0, ...input },
      atMs: 0,
      state: null,
    },
    unhurried,
  );
  expect(detections.length).toBeGreaterThan(1);
  expect(detections[0]?.score).toBeCloseTo(people[0]?.[4] ?? 0, 3);
  await detector.close();
});

it('refuses a file of another head, with the shapes it wants and has', async () => {
  const model = writeTinyYolox(join(folder, 'yolox.onnx'), { width: 64, height: 64 });
  await expect(start(model)).rejects.toMatchObject({
    code: 'model_shape_mismatch',
    message: expect.stringMatching(/scores 1x80xHxW .*got output float32 1x84x85/),
  });
});
