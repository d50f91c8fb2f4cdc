import { expect, test } from 'vitest';
import { gridOf, instantAt } from '../../../gym/attendance/line.ts';
import { coreWindow, isMixed, realEdge, shrinkCore } from '../../../gym/attendance/window.ts';
import { camera, classSeenBy, minute, STARTS_UTC_MS } from '../../support/drawn-class.ts';

const classOf = (lengthMinutes: number, said = {}) => ({
  startsUtcMs: STARTS_UTC_MS,
  endsUtcMs: minute(lengthMinutes),
  previousEndsUtcMs: null,
  nextStartsUtcMs: null,
  ...said,
});
const minutesOf = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }) =>
  [fromUtcMs, toUtcMs].map((at) => (at - STARTS_UTC_MS) / 60_000);

test.each<[number, [number, number]]>([
  [60, [10, 55]],
  [30, [10, 25]],
  [29, [5, 26]],
  [20, [5, 17]],
  [10, [3.75, 7.75]],
])('the core of a class of %d min lies between minutes %j', (length, core) => {
  const minutes = minutesOf(coreWindow(classOf(length)));
  expect(minutes).toEqual(core.map((at) => expect.closeTo(at, 6)));
});

test('the core of a class leaves out what the schedule gives to a neighbour', () => {
  const between = { previousEndsUtcMs: minute(20), nextStartsUtcMs: minute(40) };
  expect(minutesOf(coreWindow(classOf(60, between)))).toEqual([20, 40]);
  const inside = { previousEndsUtcMs: minute(70), nextStartsUtcMs: minute(0) };
  expect(minutesOf(coreWindow(classOf(60, inside)))).toEqual([70, 70]);
});

test('what is taken off leaves 40 % of the class', () => {
  const short = { fromUtcMs: minute(10), toUtcMs: minute(25) };
  const cut = shrinkCore(short, classOf(30), 300_000, 300_000);
  expect(minutesOf(cut)).toEqual([11.5, 23.5]);
});

const grid = gridOf(classSeenBy([camera(() => 0)]));
type CountAt = (minutes: number) => number | null;
function roomOf(countAt: CountAt) {
  const minutesAt = (at: number) => (instantAt(grid, at) - STARTS_UTC_MS) / 60_000;
  const counts = Array.from({ length: grid.length }, (_, at) => countAt(minutesAt(at)));
  return { counts, grid, staff: 1 };
}
/** The class before ended at minute −4 with others; this one has 12 bodies, one of them the trainer. */
const before = { ends: -4, starts: 0, neighbour: 'earlier', level: 12 } as const;
type Side = { ends: number; starts: number; neighbour: 'earlier' | 'later'; level: number };
const mixed = (countAt: CountAt, side: Side) =>
  isMixed(roomOf(countAt), minute(side.ends), minute(side.starts), side.neighbour, side.level);

const after = { ends: 60, starts: 65, neighbour: 'later', level: 12 } as const;
test.each<[boolean, string, CountAt, Side?]>([
  [false, 'half of the smaller class was gone', (m) => (m < -4 ? 20 : m < -2 ? 6 : 12)],
  [true, 'fewer than half were', (m) => (m < -4 ? 20 : m < -2 ? 7 : 12)],
  [true, 'all four of the smaller class stayed', (m) => (m < 0 ? 4 : 12)],
  [true, 'five of its end remain', (m) => (m < -9 ? 4 : m < -2 || m >= 0 ? 12 : 5)],
  [false, 'two of its four went', (m) => (m < -4 ? 4 : m < 0 ? 2 : 12)],
  [true, 'nobody saw the pause', (m) => (m > -6 && m < 5 ? null : 12)],
  [false, 'the class before had nobody but the trainer', (m) => (m < -3 ? 1 : 12)],
  [false, 'this one had', () => 1, { ...before, level: 1 }],
  [false, 'more than 15 minutes lie between', () => 12, { ...before, ends: -15.01 }],
  [true, '15 minutes do', () => 12, { ...before, ends: -15 }],
  [true, 'the schedule has both at once', (m) => (m < 5 ? 0 : 12), { ...before, ends: 10 }],
  [false, 'most went before the class after', (m) => (m < 62 ? 12 : m < 64 ? 3 : 20), after],
  [true, 'none did', (m) => (m < 62 ? 12 : 20), after],
])('people of two classes are mixed (%s) where %s', (isSo, _, countAt, side = before) => {
  expect(mixed(countAt, side)).toBe(isSo);
});

const core = { fromUtcMs: minute(10), toUtcMs: minute(55) };
const startOf = (countAt: CountAt) => realEdge(roomOf(countAt), core, 10, 'start');
const endOf = (countAt: CountAt) => realEdge(roomOf(countAt), core, 10, 'end');

test('a room fills when half of the people are there, and empties when half have gone', () => {
  expect(startOf((m) => (m < -5 ? 0 : m < 2 ? 4 : 10))).toBe(minute(2));
  expect(endOf((m) => (m < 58 ? 10 : m < 61 ? 5 : 1))).toBe(minute(61) - grid.stepMs);
});

test('a room that half of the people leave for less than a minute is in use', () => {
  expect(startOf((m) => (m < -5 ? 0 : m >= 4 && m < 4.8 ? 2 : 10))).toBe(minute(-5));
  expect(startOf((m) => (m < -5 ? 0 : m >= 4 && m < 5.2 ? 2 : 10))).toBeGreaterThan(minute(5));
});

test('a room behind a gap of more than two minutes tells nothing', () => {
  expect(startOf((m) => (m < -5 ? 0 : m < -2 ? null : 10))).toBeNull();
  expect(startOf((m) => (m < -4 ? 0 : m < -3 ? null : 10))).toBe(minute(-3));
});
