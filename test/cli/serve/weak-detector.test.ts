/** What `serve` says at its start about the detector that cameras get. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { weakDetectorNote } from '../../../cli/serve/weak-detector.ts';
import type { Config } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';
import { world } from '../world.ts';

let folder: string | null = null;
afterEach(async () => {
  if (folder !== null) await rm(folder, { recursive: true });
});

async function dataFolder(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'turnout-weak-'));
  return folder;
}

const note = (
  dataDir: string,
  origin: 'demo' | 'file',
  detector: string,
  gyms: Config['gyms'] = [],
) =>
  weakDetectorNote(world([], dataDir).context, {
    origin,
    gyms,
    detectors: { default: detector, options: {}, onnx: { provider: 'cpu', threads: 1 } },
  });

test('without a model it says what person gets wrong, and the one command that helps', async () => {
  const text = await note(await dataFolder(), 'file', 'auto');
  expect(text).toMatch(/^cameras are counted by person: person is off by .* in rooms of 10 to 25/);
  expect(text).toMatch(/a better one comes with: turnout model install yolox-nano$/);
});

test('the demo has nothing to say: its drawn rooms have a detector of their own', async () => {
  expect(await note(await dataFolder(), 'demo', 'motion')).toBeNull();
});

test('a weak detector that is configured is named', async () => {
  expect(await note(await dataFolder(), 'file', 'motion')).toMatch(
    /counted by motion: motion miss/,
  );
});

test('with an installed model there is nothing to say', async () => {
  const dir = await dataFolder();
  await mkdir(join(dir, 'models'));
  await writeFile(join(dir, 'models', 'yolox-nano.onnx'), 'a model');
  expect(await note(dir, 'file', 'auto')).toBeNull();
});

test('it is about the detectors of the cameras, not about a default that none of them has', async () => {
  const dir = await dataFolder();
  const gyms = (detector: string) =>
    parseConfig(
      `gyms:\n  - id: main\n    timezone: Europe/London\n    rooms:\n      - {id: hall, cameras: [{id: hall, url: a.mp4, detector: ${detector}}]}\n`,
      join(dir, 'turnout.yaml'),
      readEnvironment({}),
    ).gyms;
  expect(await note(dir, 'file', 'auto', gyms('./own-detector.mjs'))).toBeNull();
  expect(await note(dir, 'file', './own-detector.mjs', gyms('motion'))).toMatch(/by motion/);
});
