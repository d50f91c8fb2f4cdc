/** What `serve` says at its start about the detector that cameras get. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { weakDetectorNote } from '../../../cli/serve/serve.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';
import { testFolder } from '../../support/folder.ts';
import { world } from '../world.ts';

const AUTO =
  /^cameras are counted by person: person is off by .* in rooms of 10 to 25.*: turnout model install yolox-nano$/;
const hall = (detector: string) => `[{id: hall, url: a.mp4${detector}}]`;

test.each([
  ['without a model', 'file', hall(''), AUTO],
  [
    'of a weak detector that a camera names',
    'file',
    hall(', detector: motion'),
    /by motion: motion/,
  ],
  ['of a plugin, whatever the default', 'file', hall(', detector: ./own-detector.mjs'), /^$/],
  ['of a camera that is turned off', 'file', hall(', enabled: false'), /^$/],
  ['of a gym without cameras', 'file', '[]', /^$/],
  ['of the demo, whose drawn rooms have a detector of their own', 'demo', hall(''), /^$/],
] as const)('what a start says %s', async (_, origin, cameras, said) => {
  const dir = testFolder();
  const config = parseConfig(
    `gyms:\n  - id: main\n    timezone: Europe/London\n    rooms:\n      - {id: hall, cameras: ${cameras}}\n`,
    join(dir, 'turnout.yaml'),
    readEnvironment({}),
  );
  expect((await weakDetectorNote(world([], dir).context, { ...config, origin })) ?? '').toMatch(
    said,
  );
});
