import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { detachedEnv } from '../../../../detectors/env/owned-env.ts';
import { yolox } from '../../../../detectors/heads/yolox.ts';
import { openModel } from '../../../../detectors/onnx/people-detector.ts';
import { checkOptions } from '../../../../detectors/options.ts';
import { anError } from '../../../support/an-error.ts';
import { suiteFolder } from '../../../support/folder.ts';
import { writeTinyModel, writeTinyReshape, writeTinyYolox } from '../tiny-model.ts';

const folder = suiteFolder();

const start = (model: string, input: string) =>
  yolox.create(checkOptions(yolox, { model, input }), detachedEnv());

/** The shapes of all outputs, as the file is and at `size`. */
async function shapesOf(path: string, size: { width: number; height: number } | null) {
  const { session, outputs } = await openModel({ path, size });
  await session.release();
  return outputs.map(({ shape }) => shape.join('x'));
}

it.each(['initializer', 'constant'] as const)('shapes in an %s are resized', async (form) => {
  const path = writeTinyReshape(join(folder, `${form}.onnx`), 64, form);
  expect(await shapesOf(path, null)).toEqual(['1x3x1x64x64']);
  expect(await shapesOf(path, { width: 96, height: 32 })).toEqual(['1x3x1x32x96']);
});

it('a model is refused at a size that its levels cannot share, with the reason', async () => {
  const size = { width: 640, height: 360 };
  await expect(openModel({ path: 'detectors/person/person.onnx', size })).rejects.toEqual(
    anError('model_shape_mismatch', 'expected a model that also runs at 640x360, got '),
  );
});

const OUTPUT = { name: 'output', shape: [1, 84, 85], values: new Float32Array(84 * 85) };

it('a file with open sides runs at the size that the option says', async () => {
  const images = { name: 'images', shape: ['batch', 3, 'height', 'width'] };
  const model = writeTinyModel(join(folder, 'open.onnx'), [images], [OUTPUT]);
  const detector = await start(model, '64x64');
  expect(detector.input).toMatchObject({ width: 64, height: 64 });
  await detector.close();
});

it.each([
  ['640x360', '640x384'],
  ['33x32', '64x32'],
  ['4000x4000', '1920x1920'],
])('what cannot be: a size of %s is refused, and the next one told', async (input, nearest) => {
  const model = writeTinyYolox(join(folder, 'sides.onnx'), { width: 64, height: 64 });
  await expect(start(model, input)).rejects.toMatchObject({
    code: 'detector_options_invalid',
    message: `options of detector yolox: input: expected sides that are multiples of 32 up to 1920, such as ${nearest}, got ${input}`,
  });
});

it.each(['large', '640', '640x', 'x384', '-32x32', '64X64'])('%s is no size', (input) => {
  expect(() => checkOptions(yolox, { input })).toThrow(anError('detector_options_invalid'));
});

it('what cannot be: a graph whose output does not follow its input is refused with both shapes', async () => {
  const model = writeTinyYolox(join(folder, 'still.onnx'), { width: 64, height: 64 });
  await expect(start(model, '96x64')).rejects.toEqual(
    anError('model_shape_mismatch', /1x126x85 for an input of 96x64.*got output float32 1x84x85/),
  );
});

it.each([
  ['two pictures', ['images', 'others']],
  ['no picture', []],
])('what cannot be: a model with %s is no model to resize', async (_, names) => {
  const inputs = names.map((name) => ({ name, shape: [1, 3, 64, 64] }));
  const model = writeTinyModel(join(folder, `${names.length}.onnx`), inputs, [OUTPUT]);
  await expect(start(model, '96x64')).rejects.toMatchObject({ code: 'model_corrupt' });
});

it.each<[string, (whole: Buffer) => Uint8Array | string]>([
  ['cut off', (whole) => whole.subarray(0, whole.length / 2)],
  ['empty', () => ''],
  ['text', () => 'this is no model'],
])('what cannot be: a file that is %s is corrupt, at another size too', async (name, content) => {
  const path = writeTinyYolox(join(folder, `${name}.onnx`), { width: 64, height: 64 });
  writeFileSync(path, content(readFileSync(path)));
  await expect(start(path, '96x64')).rejects.toMatchObject({ code: 'model_corrupt' });
});
