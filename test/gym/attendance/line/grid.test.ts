import { describe, expect, test } from 'vitest';
import { gridOf, indicesIn, instantAt } from '../../../../gym/attendance/line/grid.ts';
import { camera, classSeenBy, minute, STARTS_UTC_MS } from '../../../support/drawn-class.ts';

const gridFor = (...cameras: ReturnType<typeof camera>[]) => gridOf(classSeenBy(cameras));

describe('a grid', () => {
  test('lies fast to the start of the class and reaches 20 minutes around it', () => {
    const grid = gridFor(camera(() => 1, { plannedPeriodMs: 7_000 }));
    expect((STARTS_UTC_MS - grid.fromUtcMs) % grid.stepMs).toBe(0);
    expect(grid.fromUtcMs).toBeGreaterThanOrEqual(minute(-20));
    expect(instantAt(grid, grid.length - 1)).toBeLessThanOrEqual(minute(80));
  });

  test('has the step of the camera that is sampled most often', () => {
    const slow = camera((m) => (m % 1 === 0 ? 1 : 'gone'), { plannedPeriodMs: 5_000 });
    const grid = gridFor(
      slow,
      camera(() => 1),
    );
    expect([grid.stepMs, grid.periodsMs]).toEqual([10_000, [60_000, 10_000]]);
  });

  test('takes the real distance of samples where it is longer than planned, up to a minute', () => {
    const rare = camera((m) => (m % 5 === 0 ? 1 : 'gone'), { plannedPeriodMs: 5_000 });
    expect(gridFor(rare).periodsMs).toEqual([60_000]);
  });

  test('has a step of a second at least', () => {
    expect(gridFor(camera(() => 'gone', { plannedPeriodMs: 200 })).stepMs).toBe(1_000);
  });

  test('has the instants from the first on, without the last', () => {
    const grid = gridFor(camera(() => 1));
    const [from, to] = indicesIn(grid, minute(10), minute(55));
    expect([instantAt(grid, from), instantAt(grid, to)]).toEqual([minute(10), minute(55)]);
    expect(indicesIn(grid, minute(30), minute(20))).toEqual([300, 300]);
    expect(indicesIn(grid, minute(-900), minute(900))).toEqual([0, grid.length]);
  });
});
