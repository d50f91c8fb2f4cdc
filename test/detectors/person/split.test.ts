/** The sides that the next training of `person` goes by: no camera is on both. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TRAINING = join('detectors', 'person', 'training');
const json = (file: string): unknown => JSON.parse(readFileSync(join(TRAINING, file), 'utf8'));

const cameras = json('cameras.json') as readonly (readonly number[])[];
const written = json('split.json') as {
  readonly groups: number;
  readonly sha256_of_groups_joined_by_newline: string;
  readonly validation: readonly string[];
};
const validating = new Set(written.validation);
const sidesOf = (clips: readonly number[]) =>
  new Set(clips.map((clip) => validating.has(`surveillance/${clip}`))).size;

/** Clips of four pictures each, 0 to 269, as the folder has them. */
const FILES = Array.from(
  { length: 1080 },
  (_, at) => `images/surveillance/${String(at).padStart(4, '0')}.jpg`,
);
const hasPython = spawnSync('python3', ['--version']).status === 0;

it('has every camera on one side, and some on each', () => {
  expect(cameras.filter((clips) => sidesOf(clips) > 1)).toEqual([]);
  const judged = cameras.filter(([first]) => validating.has(`surveillance/${first}`));
  expect(judged.length).toBeGreaterThan(5);
  expect(judged.length).toBeLessThan(cameras.length / 2);
});

it.skipIf(!hasPython)('is what split.py gives for the clips (skipped without python3)', () => {
  const code = `import json, split, sys; print(json.dumps(split.written_split(json.load(sys.stdin))))`;
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', code], {
    cwd: TRAINING,
    input: JSON.stringify(FILES),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { validation } = JSON.parse(stdout) as { validation: string[] };
  expect(validation).toEqual(
    written.validation.filter((group) => group.startsWith('surveillance/')),
  );
});
