import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { detectorNames } from '../../../detectors/registry.ts';
import { resolveModel } from '../../../engine/models/installed.ts';
import { MODELS } from '../../../engine/models/list.ts';
import { anError } from '../../support/an-error.ts';
import { suiteFolder } from '../../support/folder.ts';

const folder = suiteFolder();
writeFileSync(join(folder, 'yolox-nano.onnx'), 'x');
writeFileSync(join(folder, 'own.onnx'), 'x');

it('the file of a model is that of an installed name, or that of a path', () => {
  expect(resolveModel(folder, 'yolox-nano')).toBe(join(folder, 'yolox-nano.onnx'));
  expect(resolveModel('/nowhere', join(folder, 'own.onnx'))).toBe(join(folder, 'own.onnx'));
});

it('the file of a model is missing with the command that installs it', () => {
  const missing = anError('model_missing', 'turnout model install yolox-tiny');
  expect(() => resolveModel(folder, 'yolox-tiny')).toThrow(missing);
  const wanted = './nobody.onnx';
  expect(() => resolveModel(folder, wanted)).toThrow(/expected an ONNX file, got no file/);
});

it.each(['yolox-nanno', 'yolo-nano'])('the file of a model is unknown, the nearest: %s', (name) => {
  expect(() => resolveModel(folder, name)).toThrow(anError('model_unknown', 'perhaps yolox-nano'));
});

it.each(MODELS)('$name has a detector, licence, source and an official https address', (model) => {
  expect(detectorNames()).toContain(model.detector);
  expect(model.licence).toMatch(/^(Apache-2\.0|MIT|BSD-3-Clause)$/);
  for (const address of [model.source, model.address ?? model.source]) {
    expect(new URL(address).protocol).toBe('https:');
  }
  expect(model.name).toMatch(/^[a-z0-9.-]+$/);
});

it('names each model once and recommends one for each detector that needs one', () => {
  const names = MODELS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const recommended = MODELS.filter(({ isRecommended }) => isRecommended);
  expect(recommended.map(({ detector }) => detector).sort()).toEqual(['gfl', 'yolox']);
});
