import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Crashes } from '../../store/crashes.ts';

const DAY_MS = 86_400_000;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnout-crashes-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a crash is named by the next process, with how often and why', () => {
  const first = new Crashes(dir);
  expect(first.of('mine', 0)).toBeNull();
  first.note('mine', 'its end by SIGSEGV', 1_000);
  first.note('other', 'its end by SIGILL', 1_500);
  first.note('mine', 'its end by SIGBUS', 2_000);
  const next = new Crashes(dir);
  const expected = { plugin: 'mine', detail: 'its end by SIGBUS', atUtcMs: 2_000, times: 2 };
  expect(next.of('mine', DAY_MS)).toEqual(expected);
  expect(readdirSync(dir)).toEqual(['detector-crashes.json']);
});

test('a torn file, and a folder that is gone, name no one and harm no one', () => {
  writeFileSync(join(dir, 'detector-crashes.json'), '[{"plugin": "mi');
  expect(new Crashes(dir).of('mine', 0)).toBeNull();
  const gone = new Crashes(join(dir, 'gone'));
  gone.note('mine', 'its end by SIGSEGV', 0);
  expect(gone.of('mine', 0)).toBeNull();
});
