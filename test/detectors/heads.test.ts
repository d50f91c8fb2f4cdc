import { anError } from '../support/an-error.ts';
/** How each head reads the outputs of a file, and which files it refuses; `reference.test.ts` has their arithmetic. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DetectorDefinition } from '../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { detr } from '../../detectors/heads/detr.ts';
import { gfl } from '../../detectors/heads/gfl.ts';
import { rtmdet } from '../../detectors/heads/rtmdet.ts';
import { yolox } from '../../detectors/heads/yolox.ts';
import { checkOptions } from '../../detectors/options.ts';
import { suiteFolder } from '../support/folder.ts';
import { SIZE, writeJoined, writeSplit } from './gfl/models.ts';
import { type TinyInput, writeTinyModel, writeTinyYolox } from './onnx/tiny-model.ts';

const folder = suiteFolder();

const HEADS = { gfl, yolox, detr, rtmdet } as unknown as Record<string, DetectorDefinition>;
async function start(head: string, model: string, more = {}) {
  const definition = HEADS[head] as DetectorDefinition;
  return definition.create(checkOptions(definition, { model, ...more }), detachedEnv());
}
/** What it sees in a black picture, boxes in whole pixels. */
async function boxesOf(head: string, model: string, more = {}) {
  const { input, detect, close } = await start(head, model, more);
  const { width, height } = input;
  const pixels = new Float32Array(3 * width * height);
  const content = { x: 0, y: 0, width, height };
  const { detections = [] } = await detect({ pixels, content, atMs: 0, state: null }, unhurried);
  await close();
  return detections.map(({ box, score }) => [...box.map(Math.round), Number(score.toFixed(2))]);
}

const PERSON = { stride: 16, cell: 5, score: 0.8, bins: [1, 2, 1, 2] } as const;
const SMALL = { width: 32, height: 32 };

describe('gfl', () => {
  it.each(['picodet', 'nanodet'] as const)(
    'measures the boxes of a %s file from the middle of their cells',
    async (family) => {
      // Cell 5 of 4 columns: column 1, row 1, middle at (24, 24).
      const model = writeSplit(folder, family, [PERSON]);
      expect(await boxesOf('gfl', model)).toEqual([[8, -8, 40, 56, 0.8]]);
    },
  );

  it('reads a level of stride 64 whose only cell reaches past the input', async () => {
    const person = { stride: 64, cell: 0, score: 0.7, bins: [0, 0, 1, 1] } as const;
    const model = writeSplit(folder, 'picodet', [person]);
    expect(await boxesOf('gfl', model)).toEqual([[32, 32, 96, 96, 0.7]]);
  });

  it('knows scores that were exported without the sigmoid', async () => {
    const person = { ...PERSON, score: Math.log(0.8 / 0.2) };
    const model = writeSplit(folder, 'nanodet', [person], -4.6);
    expect(await boxesOf('gfl', model)).toEqual([[8, -8, 40, 56, 0.8]]);
    expect(await boxesOf('gfl', model, { score_threshold: 0.81 })).toEqual([]);
  });

  it('asks for the picture of the family that it finds, or that it is told', async () => {
    const rows = [
      [writeSplit(folder, 'picodet'), {}, 'rgb', [123.675, 116.28, 103.53]],
      [writeSplit(folder, 'nanodet'), {}, 'bgr', [103.53, 116.28, 123.675]],
      [writeJoined(folder), {}, 'bgr', [103.53, 116.28, 123.675]],
      [writeJoined(folder), { family: 'picodet' }, 'rgb', [123.675, 116.28, 103.53]],
    ] as const;
    for (const [model, more, colour, mean] of rows) {
      const { input, close } = await start('gfl', model, more);
      expect(input).toMatchObject({ ...SIZE, colour, mean, fit: 'letterbox' });
      await close();
    }
  });
});

it('yolox follows its score threshold, and what is no number is nobody', async () => {
  const model = writeTinyYolox(join(folder, 'one.onnx'), SMALL, (values) => {
    values.set([0.5, 0.5, 1, 1, 0.5, 1], 0);
    values.set([0.5, 0.5, 1, 1, Number.NaN, 1], 85);
    values.set([0.5, 0.5, 1, 1, 1, Number.NaN], 2 * 85);
  });
  expect(await boxesOf('yolox', model, { score_threshold: 0.5 })).toHaveLength(1);
  expect(await boxesOf('yolox', model, { score_threshold: 0.51 })).toEqual([]);
});

const IMAGES = { name: 'images', shape: [1, 3, 64, 64] };
const OF_GFL = { name: 'image', shape: [1, 3, SIZE.height, SIZE.width] };
const MANY_CLASSES = [1, 32, 80];

describe('a file of another head is refused, with the shapes that are wanted and there', () => {
  it.each<
    [string, string, readonly TinyInput[], Readonly<Record<string, readonly number[]>>, RegExp]
  >([
    ['gfl', 'no pairs', [OF_GFL], { a: MANY_CLASSES }, /a float32 1x32x80/],
    [
      'gfl',
      'two levels only',
      [OF_GFL],
      { a: MANY_CLASSES, b: [1, 32, 32], c: [1, 8, 80], d: [1, 8, 32] },
      /a float32 1x32x80/,
    ],
    [
      'gfl',
      'scores without distances',
      [OF_GFL],
      { a: MANY_CLASSES, b: [1, 8, 80], c: [1, 2, 80], d: [1, 1, 80] },
      /a float32 1x32x80/,
    ],
    [
      'gfl',
      'cells of another size',
      [OF_GFL],
      {
        a: [1, 33, 80],
        b: [1, 33, 32],
        c: [1, 8, 80],
        d: [1, 8, 32],
        e: [1, 2, 80],
        f: [1, 2, 32],
      },
      /a float32 1x33x80/,
    ],
    ['gfl', 'a finished list of boxes', [OF_GFL], { a: [1, 300, 6] }, /a float32 1x300x6/],
    [
      'yolox',
      'other cells',
      [{ name: 'images', shape: [1, 3, 416, 416] }],
      { output: [1, 100, 85] },
      /1x3549x85 for an input of 416x416.*got output float32 1x100x85/,
    ],
    ['detr', 'boxes alone', [IMAGES], { boxes: [1, 60, 4] }, /boxes/],
    ['detr', 'scores for logits', [IMAGES], { boxes: [1, 60, 4], scores: [1, 60] }, /scores/],
    ['detr', 'fewer logits', [IMAGES], { boxes: [1, 60, 4], logits: [1, 50, 80] }, /1x50x80/],
    ['detr', 'other names', [IMAGES], { output: [1, 84, 85], other: [1, 84, 4] }, /1x84x85/],
    [
      'detr',
      'a third output',
      [IMAGES],
      { boxes: [1, 60, 4], logits: [1, 60, 80], more: [1, 1, 1] },
      /more float32 1x1x1/,
    ],
    [
      'detr',
      'a size of the picture to be told, as exports with post-processing have',
      [IMAGES, { name: 'orig_target_sizes', shape: [1, 2] }],
      { boxes: [1, 60, 4], logits: [1, 60, 80] },
      /orig_target_sizes/,
    ],
    [
      'rtmdet',
      'one table',
      [IMAGES],
      { output: [1, 84, 85] },
      /scores 1x80xHxW .*got output float32 1x84x85/,
    ],
  ])('%s: %s', async (head, form, inputs, shapes, message) => {
    const outputs = Object.entries(shapes).map(([name, shape]) => ({
      name,
      shape,
      values: new Float32Array(shape.reduce((product, side) => product * side, 1)),
    }));
    const model = writeTinyModel(join(folder, `${head} ${form}.onnx`), inputs, outputs);
    await expect(start(head, model)).rejects.toEqual(anError('model_shape_mismatch', message));
  });

  it('by gfl where a table has the same size, and by yolox where boxes were decoded at export', async () => {
    // YOLOX of this input: 42 cells of three strides, of four offsets, a sureness and 80 classes.
    const values = Float32Array.from({ length: 42 * 85 }, (_, at) => Math.sin(at));
    const table = { name: 'output', shape: [1, 42, 85], values };
    const crowd = writeTinyModel(join(folder, 'crowd.onnx'), [OF_GFL], [table]);
    await expect(start('gfl', crowd)).rejects.toEqual(
      anError('model_shape_mismatch', 'choose the detector that this model was made for'),
    );
    const pixels = writeTinyYolox(join(folder, 'pixels.onnx'), SMALL, (cells) =>
      cells.set([16, 16, 24, 30, 0.9, 0.9], 0),
    );
    await expect(start('yolox', pixels)).rejects.toMatchObject({ code: 'model_shape_mismatch' });
  });
});
