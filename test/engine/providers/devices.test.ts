import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mayHaveGraphics } from '../../../engine/providers/devices.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-devices-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a Linux computer without a device has none', () => {
  expect(mayHaveGraphics('linux', folder)).toBe(false);
  mkdirSync(join(folder, 'dri'));
  writeFileSync(join(folder, 'dri', 'card0'), '');
  expect(mayHaveGraphics('linux', folder)).toBe(false);
});

test('a device that renders may be one', () => {
  mkdirSync(join(folder, 'dri'));
  writeFileSync(join(folder, 'dri', 'renderD128'), '');
  expect(mayHaveGraphics('linux', folder)).toBe(true);
});

test('one of NVIDIA may be one', () => {
  writeFileSync(join(folder, 'nvidia0'), '');
  expect(mayHaveGraphics('linux', folder)).toBe(true);
});

test('elsewhere no one knows before it is tried', () => {
  expect(mayHaveGraphics('darwin', folder)).toBe(true);
});
