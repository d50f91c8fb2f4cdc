import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detachedEnv, unhurried } from '../../../detectors/env/owned-env.ts';
import { gfl } from '../../../detectors/heads/gfl.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { writeTinyModel } from '../onnx/tiny-model.ts';
import { SIZE, writeJoined, writeSplit } from './models.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-gfl-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (model: string, more = {}) =>
  gfl.create(checkOptions(gfl, { model, ...more }), detachedEnv());
const frame = {
  pixels: new Float32Array(3 * SIZE.width * SIZE.height),
  content: { x: 0, y: 0, ...SIZE },
  atMs: 0,
  state: null,
};
async function boxesOf(model: string, more = {}) {
  const detector = await start(model, more);
  const { detections = [] } = await detector.detect(frame, unhurried);
  await detector.close();
  return detections.map(({ box, score }) => [...box.map(Math.round), Number(score.toFixed(2))]);
}

const PERSON = { stride: 16, cell: 5, score: 0.8, bins: [1, 2, 1, 2] } as const;

describe('the gfl detector', () => {
  it.each(['picodet', 'nanodet'] as const)(
    'measures the boxes of a %s file from the middle of their cells',
    async (family) => {
      // Cell 5 of 4 columns: column 1, row 1, middle at (24, 24).
      expect(await boxesOf(writeSplit(folder, family, [PERSON]))).toEqual([[8, -8, 40, 56, 0.8]]);
    },
  );

  it('reads a level of stride 64 whose only cell reaches past the input', async () => {
    const person = { stride: 64, cell: 0, score: 0.7, bins: [0, 0, 1, 1] } as const;
    expect(await boxesOf(writeSplit(folder, 'picodet', [person]))).toEqual([[32, 32, 96, 96, 0.7]]);
  });

  it('knows scores that were exported without the sigmoid', async () => {
    const person = { ...PERSON, score: Math.log(0.8 / 0.2) };
    const model = writeSplit(folder, 'nanodet', [person], -4.6);
    expect(await boxesOf(model)).toEqual([[8, -8, 40, 56, 0.8]]);
    expect(await boxesOf(model, { score_threshold: 0.81 })).toEqual([]);
  });

  it('asks for the picture of the family that it finds, or that it is told', async () => {
    const rows = [
      [writeSplit(folder, 'picodet'), {}, 'rgb', [123.675, 116.28, 103.53]],
      [writeSplit(folder, 'nanodet'), {}, 'bgr', [103.53, 116.28, 123.675]],
      [writeJoined(folder), {}, 'bgr', [103.53, 116.28, 123.675]],
      [writeJoined(folder), { family: 'picodet' }, 'rgb', [123.675, 116.28, 103.53]],
    ] as const;
    for (const [model, more, colour, mean] of rows) {
      const { input, close } = await start(model, more);
      expect(input).toMatchObject({ ...SIZE, colour, mean, fit: 'letterbox' });
      await close();
    }
  });

  it('refuses a file of another family whose table has the same size', async () => {
    // YOLOX of this input: 42 cells of three strides, of four offsets, a sureness and 80 classes.
    const values = Float32Array.from({ length: 42 * 85 }, (_, at) => Math.sin(at));
    const path = join(folder, 'yolox.onnx');
    const input = { name: 'images', shape: [1, 3, SIZE.height, SIZE.width] };
    const model = writeTinyModel(path, [input], [{ name: 'output', shape: [1, 42, 85], values }]);
    await expect(start(model)).rejects.toMatchObject({
      code: 'model_shape_mismatch',
      message: expect.stringContaining('choose the detector that this model was made for'),
    });
  });

  it.each([
    ['no pairs', [[1, 32, 80]]],
    [
      'two levels only',
      [
        [1, 32, 80],
        [1, 32, 32],
        [1, 8, 80],
        [1, 8, 32],
      ],
    ],
    [
      'scores without distances',
      [
        [1, 32, 80],
        [1, 8, 80],
        [1, 2, 80],
        [1, 1, 80],
      ],
    ],
    [
      'cells of another size',
      [
        [1, 33, 80],
        [1, 33, 32],
        [1, 8, 80],
        [1, 8, 32],
        [1, 2, 80],
        [1, 2, 32],
      ],
    ],
    ['a finished list of boxes', [[1, 300, 6]]],
  ])('refuses a file with %s, with the shapes it wants and has', async (_, shapes) => {
    const outputs = shapes.map((shape, at) => ({
      name: `out${at}`,
      shape,
      values: new Float32Array(shape.reduce((product, size) => product * size, 1)),
    }));
    const path = join(folder, 'other.onnx');
    const input = { name: 'image', shape: [1, 3, SIZE.height, SIZE.width] };
    await expect(start(writeTinyModel(path, [input], outputs))).rejects.toMatchObject({
      code: 'model_shape_mismatch',
      message: expect.stringContaining(`out0 float32 ${shapes[0]?.join('x')}`),
    });
  });
});
