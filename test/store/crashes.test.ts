import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashesIn } from '../../store/crashes.ts';
import { testFolder } from '../support/folder.ts';
import { DAY_MS } from '../support/times.ts';

test('a crash is named by the next process, with how often and why', () => {
  const dir = testFolder();
  const first = crashesIn(dir);
  expect(first.of('mine', 0)).toBeNull();
  first.note('mine', 'its end by SIGSEGV', 1_000);
  first.note('other', 'its end by SIGILL', 1_500);
  first.note('mine', 'its end by SIGBUS', 2_000);
  const next = crashesIn(dir);
  const expected = { plugin: 'mine', detail: 'its end by SIGBUS', atUtcMs: 2_000, times: 2 };
  expect(next.of('mine', DAY_MS)).toEqual(expected);
  expect(readdirSync(dir)).toEqual(['detector-crashes.json']);
});

test('a torn file, and a folder that is gone, name no one and harm no one', () => {
  const dir = testFolder();
  writeFileSync(join(dir, 'detector-crashes.json'), '[{"plugin": "mi');
  expect(crashesIn(dir).of('mine', 0)).toBeNull();
  const gone = crashesIn(join(dir, 'gone'));
  gone.note('mine', 'its end by SIGSEGV', 0);
  expect(gone.of('mine', 0)).toBeNull();
});
