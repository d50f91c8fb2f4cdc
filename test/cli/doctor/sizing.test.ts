/** `turnout doctor --sizing`: what it measures, and what it makes of it. */

import { expect, it, vi } from 'vitest';
import { measureSizing, PERIODS_S, sizingRows } from '../../../cli/doctor/capacity.ts';
import { testFolder } from '../../support/folder.ts';
import { world } from '../world.ts';

const SIZES = [
  { input: '640x384', lookMs: 35 },
  { input: '832x480', lookMs: 70 },
];
const LARGE_MB = 64_000;

it('a computer carries what its workers can look at, and no more cameras than it can read', () => {
  const [small, large] = sizingRows({ detector: 'person', sizes: SIZES }, 1, 1_000);
  // 600 MB at 6.3 MB a camera.
  expect(small?.cameras).toMatchObject({ '1s': 20, '5s': 95, '60s': 95 });
  expect(large?.cameras).toMatchObject({ '1s': 10, '5s': 50, '10s': 95 });
  // 0.72 % of the one thread that reads, each.
  const [many] = sizingRows({ detector: 'person', sizes: SIZES }, 63, LARGE_MB);
  expect(many?.cameras['5s']).toBe(138);
});

it('names the rooms that each size is for', () => {
  const roomsOf = (sizes: typeof SIZES) =>
    sizingRows({ detector: 'person', sizes }, 1, LARGE_MB).map(({ rooms }) => rooms);
  expect(roomsOf(SIZES.slice(0, 1))).toEqual(['all']);
  expect(roomsOf(SIZES)).toEqual(['up to 10 people', 'all others']);
  expect(roomsOf([...SIZES, { input: '960x544', lookMs: 99 }])[2]).toBe('26 and more');
});

it('measures this computer with the detector that cameras get', async () => {
  const dir = testFolder();
  vi.stubEnv('TURNOUT_DATA', dir);
  const [json] = await measureSizing(world([], dir).context, 900);
  const { detector, workers, sizes } = JSON.parse(JSON.stringify(json));
  expect(detector).toMatch(/^person/);
  expect(workers).toBeGreaterThanOrEqual(1);
  expect(sizes.length).toBeGreaterThanOrEqual(2);
  expect(sizes.every((one: { look_ms: number }) => one.look_ms > 0)).toBe(true);
  expect(Object.keys(sizes[0].cameras)).toHaveLength(PERIODS_S.length);
}, 180_000);
