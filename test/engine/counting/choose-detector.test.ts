import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { chooseDetector, strayOptions } from '../../../engine/counting/configured-detectors.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { testFolder } from '../../support/folder.ts';

let modelsDir: string;
beforeEach(async () => {
  modelsDir = testFolder();
});

const choose = (reference: string, options = {}) =>
  chooseDetector(reference, options, { fromDir: '.', modelsDir });

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
  const folders = { fromDir: '.', modelsDir };
  const options = { './mine.mjs': { least_score: 0.5, size: 3 } };
  const choice = await chooseDetector('./mine.mjs', options, folders, { least_score: 0.7 });
  expect(choice.options).toEqual({ least_score: 0.7, size: 3 });
});

test('options under a name that no camera has are found', () => {
  const config = {
    detectors: { default: 'auto', options: { mypico: {}, 'turnout-mypico': {}, yolox: {} } },
    gyms: [{ rooms: [{ cameras: [{ id: 'hall', detector: 'turnout-mypico' }] }] }],
  };
  expect(strayOptions(config as unknown as Config)).toEqual(['mypico']);
});
