import { expect, it } from 'vitest';
import { detectorNames } from '../../../detectors/registry.ts';
import { MODELS } from '../../../engine/models/list.ts';

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
