/** Paths of the file are made absolute; addresses, names and packages stay as they are. */

import { expect, it } from 'vitest';
import { absolute } from '../../config/decode.ts';

it.each([
  ['a/b.mp4', 'address', '/etc/turnout/a/b.mp4'],
  ['/a.mp4', 'address', '/a.mp4'],
  ['scene:yoga', 'address', 'scene:yoga'],
  ['rtsp://cam/', 'address', 'rtsp://cam/'],
  ['unset:HALL_PASSWORD', 'address', 'unset:HALL_PASSWORD'],
  ['./mine.js', 'reference', '/etc/turnout/mine.js'],
  ['yolox', 'reference', 'yolox'],
  ['backups', 'path', '/etc/turnout/backups'],
] as const)('%s as %s is %s', (text, kind, expected) => {
  expect(absolute(text, kind, '/etc/turnout')).toBe(expected);
});
