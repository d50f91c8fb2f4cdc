import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { DETECTORS } from '../../../cli/detectors.ts';
import { detectorNames } from '../../../detectors/registry.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { type CommandWorld, commandWorld } from '../world.ts';

const PLUGIN = './detectors/examples/frame-difference.mjs';

let folder: string;
let world: CommandWorld;
beforeEach(() => {
  folder = testFolder();
  world = commandWorld(folder, DETECTORS);
});

it('turnout detectors lists each one with its options and their defaults', async () => {
  await world.run('detectors');
  const [answer] = world.printed;
  expect(answer?.value).toMatchObject({
    detectors: detectorNames().map((name) => expect.objectContaining({ name })),
  });
  expect(answer?.text).toContain('score_threshold (default 0.28): Least score of a person');
});

it.each([
  ['a fault of the file', 'sampling: { class_period: 5s, idle_period: 1s }', '', /idle_period/],
  [
    'an unknown option',
    '',
    'detector_options: { score_treshold: 0.3 }',
    /\(hall\): .*score_treshold/,
  ],
])('turnout detectors shows the list and fails for %s', async (_, more, camera, fault) => {
  const file = join(folder, 'turnout.yaml');
  const cameras = `[{ id: hall, url: scene:studio${camera && `, ${camera}`} }]`;
  const rooms = `[{ id: studio, cameras: ${cameras} }]`;
  writeFileSync(file, `gyms: [{ id: gym, timezone: UTC, rooms: ${rooms} }]\n${more}\n`);
  vi.stubEnv('TURNOUT_CONFIG', file);
  await world.run('detectors');
  expect(process.exitCode).toBe(1);
  const [answer] = world.printed;
  expect(answer?.text).toContain('yolox 1.0.0: ');
  expect(answer?.value).toMatchObject({ error: { message: expect.stringMatching(fault) } });
  expect(world.err()).toMatch(fault);
});

it('turnout detectors fails with one sentence, after the whole report, for a plugin that breaks the contract', async () => {
  await expect(
    world.run('detectors', 'check', PLUGIN, '--options', '{"change":0}'),
  ).rejects.toEqual(anError('detector_invalid', '14 that did not'));
  expect(world.printed[0]?.value).toMatchObject({ passed: false });
  const text = world.printed[0]?.text ?? '';
  expect(text).toMatch(/^FAIL the definition has.*change: expected/m);
  expect(text).toMatch(/^FAIL 13 more checks with the same fault as: the definition has/m);
  expect(text.match(/change: expected/g)).toHaveLength(1);
});

it('turnout detectors names the model that is missing instead of failing in riddles', async () => {
  await expect(world.run('detectors', 'check', 'yolox')).rejects.toThrow(
    /turnout model install yolox-nano/,
  );
});
