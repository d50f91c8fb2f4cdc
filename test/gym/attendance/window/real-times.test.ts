import { describe, expect, test } from 'vitest';
import { gridOf, instantAt } from '../../../../gym/attendance/line/grid.ts';
import { levelIn, realEdge } from '../../../../gym/attendance/window/real-times.ts';
import { camera, classSeenBy, minute, STARTS_UTC_MS } from '../../../support/drawn-class.ts';

const grid = gridOf(classSeenBy([camera(() => 0)]));
const countsOf = (countAt: (minutes: number) => number | null) =>
  Array.from({ length: grid.length }, (_, at) =>
    countAt((instantAt(grid, at) - STARTS_UTC_MS) / 60_000),
  );
const core = { fromUtcMs: minute(10), toUtcMs: minute(55) };
const startOf = (countAt: (minutes: number) => number | null, level = 10) =>
  realEdge(countsOf(countAt), grid, { core, level, edge: 'start' });
const endOf = (countAt: (minutes: number) => number | null) =>
  realEdge(countsOf(countAt), grid, { core, level: 10, edge: 'end' });

describe('a room', () => {
  test('fills when half of the people are there, and empties when half have gone', () => {
    expect(startOf((m) => (m < -5 ? 0 : m < 2 ? 4 : 10))).toBe(minute(2));
    expect(endOf((m) => (m < 58 ? 10 : m < 61 ? 5 : 1))).toBe(minute(61) - grid.stepMs);
  });

  test('that half of the people leave for less than a minute is in use', () => {
    expect(startOf((m) => (m < -5 ? 0 : m >= 4 && m < 4.8 ? 2 : 10))).toBe(minute(-5));
    expect(startOf((m) => (m < -5 ? 0 : m >= 4 && m < 5.2 ? 2 : 10))).toBeGreaterThan(minute(5));
  });

  test('that never empties has no start that can be told', () => {
    expect(startOf(() => 10)).toBeNull();
  });

  test('of two people tells nothing', () => {
    expect(startOf((m) => (m < 0 ? 0 : 2), 2)).toBeNull();
  });

  test('behind a gap of more than two minutes tells nothing', () => {
    expect(startOf((m) => (m < -5 ? 0 : m < -2 ? null : 10))).toBeNull();
    expect(startOf((m) => (m < -4 ? 0 : m < -3 ? null : 10))).toBe(minute(-3));
  });

  test('that was in use at no time of the core tells nothing', () => {
    expect(startOf(() => 1)).toBeNull();
  });
});

test('a level is a median of three counts at least', () => {
  const counts = countsOf((m) => (m < 30 ? null : 7));
  expect(levelIn(counts, grid, { fromUtcMs: minute(29), toUtcMs: minute(30) + 20_000 })).toBeNull();
  expect(levelIn(counts, grid, { fromUtcMs: minute(29), toUtcMs: minute(30) + 30_000 })).toBe(7);
});
