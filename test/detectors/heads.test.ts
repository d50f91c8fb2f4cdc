/** How each head reads the outputs of a file, and which files it refuses; `reference.test.ts` has their arithmetic. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DetectorDefinition } from '../../detectors/detector.ts';
import { detachedEnv } from '../../detectors/env/owned-env.ts';
import { detr } from '../../detectors/heads/detr.ts';
import { gfl } from '../../detectors/heads/gfl.ts';
import { rtmdet } from '../../detectors/heads/rtmdet.ts';
import { yolox } from '../../detectors/heads/yolox.ts';
import { checkOptions } from '../../detectors/options.ts';
import { anError, faultOf } from '../support/an-error.ts';
import { suiteFolder } from '../support/folder.ts';
import { detected } from './detected.ts';
import { SIZE, writeSplit } from './gfl/models.ts';
import { type TinyInput, writeTinyModel, writeTinyYolox } from './onnx/tiny-model.ts';

const folder = suiteFolder();

const HEADS = { gfl, yolox, detr, rtmdet } as unknown as Record<string, DetectorDefinition>;
async function start(head: string, model: string, more = {}) {
  const definition = HEADS[head] as DetectorDefinition;
  return definition.create(checkOptions(definition, { model, ...more }), detachedEnv());
}
/** What it sees in a black picture, boxes in whole pixels. */
async function boxesOf(head: string, model: string, more = {}) {
  const { detections } = await detected(HEADS[head], { model, ...more });
  return detections.map(({ box, score }) => [...box.map(Math.round), Number(score.toFixed(2))]);
}

const PERSON = { stride: 16, cell: 5, score: 0.8, bins: [1, 2, 1, 2] } as const;
const SMALL = { width: 32, height: 32 };

it.each(['picodet', 'nanodet'] as const)('gfl measures a %s box from its cell', async (family) => {
  // Cell 5 of 4 columns: column 1, row 1, middle at (24, 24).
  const model = writeSplit(folder, family, [PERSON]);
  expect(await boxesOf('gfl', model)).toEqual([[8, -8, 40, 56, 0.8]]);
});

it('gfl reads a level of stride 64 whose only cell reaches past the input', async () => {
  const person = { stride: 64, cell: 0, score: 0.7, bins: [0, 0, 1, 1] } as const;
  const model = writeSplit(folder, 'picodet', [person]);
  expect(await boxesOf('gfl', model)).toEqual([[32, 32, 96, 96, 0.7]]);
});

it('gfl knows scores that were exported without the sigmoid', async () => {
  const person = { ...PERSON, score: Math.log(0.8 / 0.2) };
  const model = writeSplit(folder, 'nanodet', [person], -4.6);
  expect(await boxesOf('gfl', model)).toEqual([[8, -8, 40, 56, 0.8]]);
  expect(await boxesOf('gfl', model, { score_threshold: 0.81 })).toEqual([]);
});

it('gfl asks for the picture of the family that it finds, or that it is told', async () => {
  const rows = [
    [writeSplit(folder, 'picodet'), {}, 'rgb', [123.675, 116.28, 103.53]],
    [writeSplit(folder, 'nanodet'), {}, 'bgr', [103.53, 116.28, 123.675]],
    [writeSplit(folder, 'nanodet'), { family: 'picodet' }, 'rgb', [123.675, 116.28, 103.53]],
  ] as const;
  for (const [model, more, colour, mean] of rows) {
    const { input, close } = await start('gfl', model, more);
    expect(input).toMatchObject({ ...SIZE, colour, mean, fit: 'letterbox' });
    await close();
  }
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

const OF_GFL = { name: 'image', shape: [1, 3, SIZE.height, SIZE.width] };
const IMAGES = { name: 'images', shape: [1, 3, 64, 64] };
const INPUTS: Readonly<Record<string, TinyInput>> = {
  gfl: OF_GFL,
  yolox: { name: 'images', shape: [1, 3, 416, 416] },
  detr: IMAGES,
  rtmdet: IMAGES,
};
const SIZES = { name: 'orig_target_sizes', shape: [1, 2] };

type Outputs = Readonly<Record<string, readonly number[]>>;

/** Outputs with one name after the other, from `a` on. */
const table = (...shapes: (readonly number[])[]): Outputs =>
  Object.fromEntries(shapes.map((shape, at) => [String.fromCharCode(97 + at), shape]));
/** Scores and distances of levels with so many cells. */
const pairs = (...cells: number[]) =>
  table(...cells.flatMap((count) => [80, 32].map((width) => [1, count, width])));
const BOXES = [1, 60, 4];

it.each<[head: string, form: string, outputs: Outputs, wanted: string, more?: TinyInput]>([
  ['gfl', 'no pairs', table([1, 32, 80]), ''],
  ['gfl', 'two levels only', pairs(32, 8), ''],
  ['gfl', 'scores alone', table([1, 32, 80], [1, 8, 80], [1, 2, 80], [1, 1, 80]), ''],
  ['gfl', 'cells of another size', pairs(33, 8, 2), ''],
  ['gfl', 'a finished list of boxes', table([1, 300, 6]), ''],
  ['yolox', 'other cells', { output: [1, 100, 85] }, '1x3549x85 for an input of 416x416'],
  ['detr', 'boxes alone', { boxes: BOXES }, '1xNx4 named boxes'],
  ['detr', 'scores for logits', { boxes: BOXES, scores: [1, 60] }, '1xNx80 named logits'],
  ['detr', 'fewer logits', { boxes: BOXES, logits: [1, 50, 80] }, '1xNx80 named logits'],
  ['detr', 'other names', { output: [1, 84, 85], other: [1, 84, 4] }, '1xNx4 named boxes'],
  ['detr', 'a third', { boxes: BOXES, logits: [1, 60, 80], more: [1, 1, 1] }, 'two outputs'],
  // As exports with post-processing have it.
  ['detr', 'a size', { boxes: BOXES, logits: [1, 60, 80] }, 'one input float32', SIZES],
  ['rtmdet', 'one table', { output: [1, 84, 85] }, 'scores 1x80xHxW'],
])('a file of another head is refused: %s: %s', async (head, form, shapes, wanted, more) => {
  const outputs = Object.entries(shapes).map(([name, shape]) => {
    const values = new Float32Array(shape.reduce((product, side) => product * side, 1));
    return { name, shape, values };
  });
  const inputs = [INPUTS[head] as TinyInput, ...(more === undefined ? [] : [more])];
  const model = writeTinyModel(join(folder, `${head} ${form}.onnx`), inputs, outputs);
  const refused = await faultOf(start(head, model));
  expect(refused.code).toBe('model_shape_mismatch');
  expect(refused.message).toContain(wanted);
  for (const { name, shape } of more === undefined ? outputs : inputs) {
    expect(refused.message).toContain(`${name} float32 ${shape.join('x')}`);
  }
});

it('a file of another head is refused: a table of the same size, and boxes that were decoded at export', async () => {
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
