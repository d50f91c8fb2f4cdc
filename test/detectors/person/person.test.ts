import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openModel } from '../../../detectors/onnx/people-detector.ts';
import { look, valuesOf } from '../../../detectors/onnx/session.ts';
import { person } from '../../../detectors/person/person.ts';
import { suiteFolder } from '../../support/folder.ts';
import { detected } from '../detected.ts';
import { writeTinyModel } from '../onnx/tiny-model.ts';

const folder = suiteFolder();

/** A model for 64 x 32 that always sees `rows`. */
function writeRows(file: string, rows: readonly (readonly number[])[]): string {
  const values = new Float32Array(42 * 5);
  for (const [at, row] of rows.entries()) values.set(row, at * 5);
  const input = { name: 'picture', shape: [1, 3, 32, 64] };
  const output = { name: 'people', shape: [1, 42, 5], values };
  return writeTinyModel(join(folder, file), [input], [output]);
}

/** One person a column, none of them near another. */
const row = (column: number, score: number) => [column * 12, 0, column * 12 + 10, 20, score];

it('the person detector takes its size from the file and counts twins once', async () => {
  const model = writeRows('two.onnx', [row(0, 0.9), [0, 1, 10, 20, 0.8], row(3, 0.7)]);
  const { input, detections } = await detected(person, { model });
  const picture = { fit: 'letterbox', align: 'top-left', pad: 114 };
  const values = { colour: 'rgb', values: 'float32-chw' };
  expect(input).toEqual({ width: 64, height: 32, ...values, ...picture });
  expect(detections.map(({ score }) => Math.round(score * 100))).toEqual([90, 70]);
});

it.each([
  [{}, 416, 288],
  [{ input: '832x480' }, 832, 480],
  [{ input: '256x192' }, 256, 192],
])('the own model of person sees nobody in even grey: %o', async (options, width, height) => {
  const seen = await detected(person, options, 114);
  expect(seen).toMatchObject({ input: { width, height }, detections: [] });
});

it('the person detector wants surer people where few are seen than where some are', async () => {
  const few = writeRows('few.onnx', [row(0, 0.5), row(1, 0.3), row(2, 0.3)]);
  const some = writeRows('some.onnx', [row(0, 0.5), row(1, 0.3), row(2, 0.3), row(3, 0.25)]);
  expect((await detected(person, { model: few })).detections).toHaveLength(1);
  expect((await detected(person, { model: some })).detections).toHaveLength(3);
});

it('the person detector gives the same boxes at its own size when that is asked for', async () => {
  const path = 'detectors/person/person.onnx';
  const picture = Float32Array.from({ length: 3 * 416 * 288 }, (_, at) => (at * 7919) % 255);
  const [own, asked] = await Promise.all(
    [null, { width: 416, height: 288 }].map(async (asked) => {
      const { session, size } = await openModel({ path, size: asked });
      const { people } = valuesOf(session, await look(session, picture, size));
      await session.release();
      return people;
    }),
  );
  const differences = own?.map((value, at) => Math.abs(value - (asked?.[at] ?? Number.NaN)));
  expect(Math.max(...(differences ?? [Number.NaN]))).toBeLessThan(1e-3);
});
