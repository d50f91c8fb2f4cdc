/** What `serve` says at its start about the detector that cameras get. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { weakDetectorNote } from '../../../cli/serve/serve.ts';
import type { Config } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';
import { testFolder } from '../../support/folder.ts';
import { world } from '../world.ts';

const note = (dir: string, origin: 'demo' | 'file', detector: string, gyms: Config['gyms'] = []) =>
  weakDetectorNote(world([], dir).context, {
    origin,
    gyms,
    detectors: { default: detector, options: {}, onnx: { provider: 'cpu', threads: 1 } },
  });

test.each([
  [
    'without a model',
    'file',
    'auto',
    /^cameras are counted by person: person is off by .* in rooms of 10 to 25.*: turnout model install yolox-nano$/,
  ],
  ['of a weak detector that is configured', 'file', 'motion', /counted by motion: motion miss/],
  ['of the demo, whose drawn rooms have a detector of their own', 'demo', 'motion', null],
] as const)('what a start says %s', async (_, origin, detector, said) => {
  const text = await note(testFolder(), origin, detector);
  if (said === null) expect(text).toBeNull();
  else expect(text).toMatch(said);
});

test('it is about the detectors of the cameras, not about a default that none of them has', async () => {
  const dir = testFolder();
  const gyms = (detector: string) =>
    parseConfig(
      `gyms:\n  - id: main\n    timezone: Europe/London\n    rooms:\n      - {id: hall, cameras: [{id: hall, url: a.mp4, detector: ${detector}}]}\n`,
      join(dir, 'turnout.yaml'),
      readEnvironment({}),
    ).gyms;
  expect(await note(dir, 'file', 'auto', gyms('./own-detector.mjs'))).toBeNull();
  expect(await note(dir, 'file', './own-detector.mjs', gyms('motion'))).toMatch(/by motion/);
});
