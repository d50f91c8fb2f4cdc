import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRooms } from '../../../../bench/accuracy/rooms/labels.ts';
import { encode, recordings } from '../../../../bench/accuracy/rooms/recordings.ts';

it('plays full rooms of the side to develop on, and none that is kept aside', () => {
  const all = recordings();
  expect(all.map(({ rooms }) => rooms.length)).toEqual([3, 1, 3]);
  for (const { rooms, isFilmed } of all) {
    expect(rooms.filter(({ held_out }) => held_out)).toEqual([]);
    expect(Math.max(...rooms.map(({ people }) => people.length))).toBeGreaterThanOrEqual(10);
    expect(rooms.every(({ at_s }) => at_s !== undefined)).toBe(isFilmed);
  }
  const places = new Set(all.map(({ place }) => place));
  const sites = new Set(all.flatMap(({ rooms }) => rooms.map(({ site }) => site)));
  const aside = readRooms().filter(({ held_out }) => held_out);
  expect(aside.filter(({ place, site }) => places.has(place) || sites.has(site))).toEqual([]);
});

it('says what is missing, and what does not encode', () => {
  const dir = mkdtempSync(join(tmpdir(), 'turnout-recordings-'));
  const [filmed] = recordings();
  if (filmed === undefined) throw new Error('there is none');
  const into = join(dir, 'clip.mp4');
  expect(encode(dir, filmed, into)).toMatch(/corner-office\.mp4, got no file: npm run accuracy/);
  writeFileSync(join(dir, 'corner-office.mp4'), 'no recording');
  expect(encode(dir, filmed, into)).toMatch(/^ffmpeg did not encode corner-office: /);
  rmSync(dir, { recursive: true });
});
