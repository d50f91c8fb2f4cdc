import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coreWindow, shrinkCore } from '../../../../gym/attendance/window/core-window.ts';
import { minute, STARTS_UTC_MS } from '../../../support/drawn-class.ts';

const classOf = (lengthMinutes: number, said = {}) => ({
  startsUtcMs: STARTS_UTC_MS,
  endsUtcMs: minute(lengthMinutes),
  previousEndsUtcMs: null,
  nextStartsUtcMs: null,
  ...said,
});
const minutesOf = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }) =>
  [fromUtcMs, toUtcMs].map((at) => (at - STARTS_UTC_MS) / 60_000);

describe('the core of a class', () => {
  const rows: [number, [number, number]][] = [
    [60, [10, 55]],
    [45, [10, 40]],
    [30, [10, 25]],
    [29, [5, 26]],
    [20, [5, 17]],
    [10, [3.75, 7.75]],
  ];
  for (const [length, core] of rows) {
    test(`of ${length} min lies from ${core[0]} to ${core[1]} min`, () => {
      const [from = Number.NaN, to = Number.NaN] = minutesOf(coreWindow(classOf(length)));
      expect(from).toBeCloseTo(core[0], 6);
      expect(to).toBeCloseTo(core[1], 6);
    });
  }

  test('leaves out what the schedule gives to a neighbour', () => {
    const between = { previousEndsUtcMs: minute(20), nextStartsUtcMs: minute(40) };
    expect(minutesOf(coreWindow(classOf(60, between)))).toEqual([20, 40]);
    const inside = { previousEndsUtcMs: minute(70), nextStartsUtcMs: minute(0) };
    expect(minutesOf(coreWindow(classOf(60, inside)))).toEqual([70, 70]);
  });
});

describe('what is taken off', () => {
  const core = { fromUtcMs: minute(10), toUtcMs: minute(55) };

  test('is at most five minutes on either side, and nothing is put on', () => {
    const cut = shrinkCore(core, classOf(60), { startMs: 900_000, endMs: -600_000 });
    expect(minutesOf(cut)).toEqual([15, 55]);
  });

  test('leaves 40 % of the class', () => {
    const short = { fromUtcMs: minute(10), toUtcMs: minute(25) };
    const cut = shrinkCore(short, classOf(30), { startMs: 300_000, endMs: 300_000 });
    expect(minutesOf(cut)).toEqual([11.5, 23.5]);
  });

  test('of any class leaves a window inside it', () => {
    const shift = fc.integer({ min: -900_000, max: 900_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 240 }), shift, shift, (length, startMs, endMs) => {
        const planned = coreWindow(classOf(length));
        const { fromUtcMs, toUtcMs } = shrinkCore(planned, classOf(length), { startMs, endMs });
        expect(fromUtcMs).toBeGreaterThanOrEqual(planned.fromUtcMs);
        expect(toUtcMs).toBeLessThanOrEqual(planned.toUtcMs);
        expect(toUtcMs - fromUtcMs).toBeGreaterThanOrEqual(0.4 * length * 60_000 - 1e-3);
      }),
    );
  });
});
