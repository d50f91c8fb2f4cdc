import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import {
  buildBest,
  chooseDetector,
  strayOptions,
} from '../../../engine/counting/configured-detectors.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import type { DetectorFacts } from '../../../engine/pool/sampler.ts';
import type { ErrorCode } from '../../../errors.ts';
import { anError, coded } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { choiceOf, FACTS } from '../pool/pool.fixture.ts';

let modelsDir: string;
beforeEach(async () => {
  modelsDir = testFolder();
});

const choose = (reference: string, options = {}, ofCamera = {}) =>
  chooseDetector(reference, options, { fromDir: '.', modelsDir }, ofCamera);

/** The plugins of a choice, the one that is wanted first. */
function namesOf(choice: DetectorChoice | undefined): string[] {
  return choice === undefined ? [] : [choice.plugin, ...namesOf(choice.orElse)];
}

test('without any model, auto is the detector whose model comes with the program', async () => {
  const choice = await choose('auto');
  expect(choice).toMatchObject({ plugin: 'person', options: { model: 'own' } });
  expect(namesOf(choice)).toEqual(['person', 'motion']);
});

test('what auto takes names what is taken where it cannot be built', async () => {
  await writeFile(join(modelsDir, 'yolox-nano.onnx'), 'x');
  expect(namesOf(await choose('auto'))).toEqual(['yolox', 'person', 'motion']);
  expect(namesOf(await choose('yolox'))).toEqual(['yolox']);
});

test('the options of a detector are its own whatever place it has', async () => {
  const choice = await choose('auto', { person: { score_threshold: 0.4 }, motion: { a: 1 } });
  expect(choice.options).toEqual({ model: 'own', score_threshold: 0.4 });
  expect(choice.orElse?.options).toEqual({ a: 1 });
});

test('an installed model is taken with its detector, a recommended one before others', async () => {
  await writeFile(join(modelsDir, 'yolox-tiny.onnx'), 'x');
  expect(await choose('auto')).toMatchObject({ plugin: 'yolox', options: { model: 'yolox-tiny' } });
  await writeFile(join(modelsDir, 'picodet-s-416.onnx'), 'x');
  const better = { plugin: 'gfl', options: { model: 'picodet-s-416' } };
  expect(await choose('auto')).toMatchObject(better);
});

test('options of one camera override those of its detector', async () => {
  const options = { './mine.mjs': { least_score: 0.5, size: 3 } };
  const choice = await choose('./mine.mjs', options, { least_score: 0.7 });
  expect(choice.options).toEqual({ least_score: 0.7, size: 3 });
});

test('options under a name that no camera has are found', () => {
  const config = {
    detectors: { default: 'auto', options: { mypico: {}, 'turnout-mypico': {}, yolox: {} } },
    gyms: [{ rooms: [{ cameras: [{ id: 'hall', detector: 'turnout-mypico' }] }] }],
  };
  expect(strayOptions(config as unknown as Config)).toEqual(['mypico']);
});

const MOTION = choiceOf('motion');
const BEST = choiceOf('yolox', { orElse: choiceOf('person', { orElse: MOTION }) });

/** A pool in which these detectors cannot be built, for these reasons. */
function poolWithout(faults: Readonly<Record<string, ErrorCode>>) {
  return {
    prepare: async ({ plugin, orElse }: DetectorChoice): Promise<DetectorFacts> => {
      expect(orElse).toBeUndefined();
      const code = faults[plugin];
      if (code === undefined) return { ...FACTS, name: plugin };
      throw coded(code);
    },
  };
}

test('the best that can be built is what was asked for where nothing is wrong with it', async () => {
  const { choice, passedOver } = await buildBest(poolWithout({}), BEST);
  expect(choice).toEqual({ ...choiceOf('yolox'), name: 'yolox' });
  expect(passedOver).toEqual([]);
});

const LOST = ['model_missing', 'model_corrupt', 'model_shape_mismatch', 'detector_failed'] as const;

test.each(LOST)('the best that can be built is the next one after %s, and why', async (code) => {
  const { choice, facts, passedOver } = await buildBest(poolWithout({ yolox: code }), BEST);
  expect([choice.plugin, facts.name]).toEqual(['person', 'person']);
  expect(passedOver).toEqual([anError(code)]);
});

test.each([
  ['detector_timeout', 'which may pass', BEST],
  ['detector_options_invalid', 'which is for the owner to correct', BEST],
  ['detector_failed', 'of the last one', MOTION],
] as const)('the best that can be built is no other after %s, %s', async (code, _, choice) => {
  const building = buildBest(poolWithout({ [choice.plugin]: code }), choice);
  await expect(building).rejects.toMatchObject({ code });
});
