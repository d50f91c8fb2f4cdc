import { beforeEach, expect, it } from 'vitest';
import { DETECTORS } from '../../../cli/detectors.ts';
import { detectorNames } from '../../../detectors/registry.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { type CommandWorld, commandWorld } from '../world.ts';

const PLUGIN = './detectors/examples/frame-difference.mjs';

let world: CommandWorld;
beforeEach(() => {
  world = commandWorld(testFolder(), DETECTORS);
});

it('turnout detectors lists each one with its options and their defaults', async () => {
  const { value, text } = await world.run('detectors');
  expect(value).toMatchObject({
    detectors: detectorNames().map((name) => expect.objectContaining({ name })),
  });
  expect(text).toContain('score_threshold (default 0.28): Least score of a person');
});

it('turnout detectors fails with one sentence, after the whole report, for a plugin that breaks the contract', async () => {
  const checked = world.run('detectors', 'check', PLUGIN, '--options', '{"change":0}');
  await expect(checked).rejects.toEqual(anError('detector_invalid', '14 that did not'));
  const [{ value, text } = { value: null, text: '' }] = world.printed;
  expect(value).toMatchObject({ passed: false });
  expect(text).toMatch(/^FAIL the definition has.*change: expected/m);
  expect(text).toMatch(/^FAIL 13 more checks with the same fault as: the definition has/m);
  expect(text.match(/change: expected/g)).toHaveLength(1);
});

it('turnout detectors names the model that is missing instead of failing in riddles', async () => {
  const checked = world.run('detectors', 'check', 'yolox');
  await expect(checked).rejects.toThrow(/turnout model install yolox-nano/);
});
