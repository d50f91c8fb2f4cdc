/** The sides that the next training of `person` goes by: no camera is on both. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TRAINING = join('detectors', 'person', 'training');
const text = readFileSync(join(TRAINING, 'cameras.json'), 'utf8');
const cameras: readonly (readonly number[])[] = JSON.parse(text);
const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('has every camera on one side, and some on each (needs python3)', () => {
  const code = `import json, split; print(json.dumps([split.validates(f"images/surveillance/{clip * 4:04}.jpg") for clip in range(270)]))`;
  const options = { cwd: TRAINING, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', code], options);
  expect(stderr).toBe('');
  const validates: readonly boolean[] = JSON.parse(stdout);
  const sides = cameras.map((clips) => new Set(clips.map((clip) => validates[clip])));
  expect(sides.filter(({ size }) => size !== 1)).toEqual([]);
  const judged = sides.filter((side) => side.has(true)).length;
  expect(judged).toBeGreaterThan(5);
  expect(judged).toBeLessThan(cameras.length / 2);
});
