import { describe, expect, test } from 'vitest';
import { gridOf, instantAt } from '../../../../gym/attendance/line/grid.ts';
import { isMixed } from '../../../../gym/attendance/window/change-over.ts';
import { camera, classSeenBy, minute, STARTS_UTC_MS } from '../../../support/drawn-class.ts';

const grid = gridOf(classSeenBy([camera(() => 0)]));
const countsOf = (countAt: (minutes: number) => number | null) =>
  Array.from({ length: grid.length }, (_, at) =>
    countAt((instantAt(grid, at) - STARTS_UTC_MS) / 60_000),
  );
/** The class before ended at minute −4 with others; this one has 12 bodies, one of them the trainer. */
const before = {
  earlierEndsUtcMs: minute(-4),
  laterStartsUtcMs: minute(0),
  neighbour: 'earlier',
  level: 12,
  staff: 1,
} as const;

describe('people of two classes', () => {
  test('are told apart where half of the smaller class was gone for a while', () => {
    const counts = countsOf((m) => (m < -4 ? 20 : m < -2 ? 6 : 12));
    expect(isMixed(counts, grid, before)).toBe(false);
  });

  test('are mixed where fewer were', () => {
    const counts = countsOf((m) => (m < -4 ? 20 : m < -2 ? 7 : 12));
    expect(isMixed(counts, grid, before)).toBe(true);
  });

  test('are measured by the smaller class: four who stay are no dip of four', () => {
    expect(
      isMixed(
        countsOf((m) => (m < 0 ? 4 : 12)),
        grid,
        before,
      ),
    ).toBe(true);
    expect(
      isMixed(
        countsOf((m) => (m < -4 ? 4 : m < 0 ? 2 : 12)),
        grid,
        before,
      ),
    ).toBe(false);
  });

  test('are mixed where nobody saw the pause', () => {
    expect(
      isMixed(
        countsOf((m) => (m > -6 && m < 5 ? null : 12)),
        grid,
        before,
      ),
    ).toBe(true);
  });

  test('are not where one of the classes had nobody but the trainer', () => {
    expect(
      isMixed(
        countsOf((m) => (m < -3 ? 1 : 12)),
        grid,
        before,
      ),
    ).toBe(false);
    expect(
      isMixed(
        countsOf(() => 1),
        grid,
        { ...before, level: 1 },
      ),
    ).toBe(false);
  });

  test('are not where more than 15 minutes lie between', () => {
    const long = { ...before, earlierEndsUtcMs: minute(-15) - 1 };
    expect(
      isMixed(
        countsOf(() => 12),
        grid,
        long,
      ),
    ).toBe(false);
    expect(
      isMixed(
        countsOf(() => 12),
        grid,
        { ...long, earlierEndsUtcMs: minute(-15) },
      ),
    ).toBe(true);
  });

  test('are always mixed where the schedule has both at once', () => {
    const both = { ...before, earlierEndsUtcMs: minute(10) };
    expect(
      isMixed(
        countsOf((m) => (m < 5 ? 0 : 12)),
        grid,
        both,
      ),
    ).toBe(true);
  });

  test('are looked for after a class as before it', () => {
    const after = {
      earlierEndsUtcMs: minute(60),
      laterStartsUtcMs: minute(65),
      neighbour: 'later',
      level: 12,
      staff: 1,
    } as const;
    expect(
      isMixed(
        countsOf((m) => (m < 62 ? 12 : m < 64 ? 3 : 20)),
        grid,
        after,
      ),
    ).toBe(false);
    expect(
      isMixed(
        countsOf((m) => (m < 62 ? 12 : 20)),
        grid,
        after,
      ),
    ).toBe(true);
  });
});
