/** What must hold of every class, whatever was counted. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AttendanceEstimate,
  estimateAttendance,
} from '../../../gym/attendance/estimate/estimate.ts';
import { type CameraCounts, SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import { camera, classSeenBy, minute } from '../../support/drawn-class.ts';

const RUNS = { numRuns: 60 };
const FLAGS = [0, ...Object.values(SAMPLE_FLAGS), 6];

/** Levels of ten minutes each from 20 min before to 20 min after the class, with a little noise of each sample. */
const anyCounts = fc.record({
  levels: fc.array(fc.nat(40), { minLength: 10, maxLength: 10 }),
  noise: fc.array(fc.integer({ min: -2, max: 3 }), { minLength: 30, maxLength: 60 }),
});
/** Positions of samples that are bad, and how. */
const anyFaults = fc.array(fc.tuple(fc.nat(600), fc.constantFrom(...FLAGS)), { maxLength: 300 });

function cameraOf({ levels, noise }: { levels: number[]; noise: number[] }): CameraCounts {
  return camera((m) => {
    const level = levels[Math.min(9, Math.floor((m + 20) / 10))] ?? 0;
    return Math.max(0, level + (noise[Math.round((m + 20) * 6) % noise.length] ?? 0));
  });
}

/** The same camera with samples made bad; flag 0 takes only the count away. */
function spoilt(one: CameraCounts, faults: readonly (readonly [number, number])[]): CameraCounts {
  const flagsAt = new Map(faults);
  const samples = one.samples.map((sample, at) => {
    const flags = flagsAt.get(at);
    return flags === undefined ? sample : { ...sample, count: null, flags };
  });
  return { ...one, samples };
}

const anyCamera = fc
  .tuple(anyCounts, anyFaults)
  .map(([counts, faults]) => spoilt(cameraOf(counts), faults));

const rank = ({ quality }: AttendanceEstimate) => ['A', 'B', 'C', 'none'].indexOf(quality);

const anyClass = fc.record({
  cameras: fc.array(anyCamera, { minLength: 1, maxLength: 3 }),
  rule: fc.constantFrom('max' as const, 'sum' as const, 'primary' as const),
  staff: fc.nat(3),
  percentile: fc.double({ min: 0.5, max: 1, noNaN: true }),
  endsUtcMs: fc.integer({ min: 6, max: 60 }).map(minute),
  previousEndsUtcMs: fc.option(fc.integer({ min: -30, max: 10 }).map(minute)),
  nextStartsUtcMs: fc.option(fc.integer({ min: 30, max: 90 }).map(minute)),
  emptyRoomBaseline: fc.option(fc.nat(3)),
});

test('an estimate is a whole number within its range, never negative, or unknown on all counts', () => {
  fc.assert(
    fc.property(anyClass, ({ cameras, ...said }) => {
      const seen = classSeenBy(cameras, said);
      const { attended, low, high, quality, figures } = estimateAttendance(seen);
      if (attended === null || low === null || high === null) {
        expect([attended, low, high, quality]).toEqual([null, null, null, 'none']);
        return;
      }
      expect(quality).not.toBe('none');
      expect(Number.isInteger(attended)).toBe(true);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(attended);
      expect(attended).toBeLessThanOrEqual(high);
      for (const figure of Object.values(figures)) {
        expect(figure === null || Number.isFinite(figure)).toBe(true);
      }
    }),
    RUNS,
  );
});

const anySteady = fc.integer({ min: 0, max: 40 }).map((people) => camera(() => people));

test('on a class that stands still bad samples never raise the grade, and change the number only to unknown', () => {
  fc.assert(
    fc.property(anySteady, anyFaults, anyFaults, (one, some, others) => {
      const fewer = estimateAttendance(classSeenBy([spoilt(one, some)]));
      const worse = estimateAttendance(classSeenBy([spoilt(one, [...some, ...others])]));
      expect(rank(worse)).toBeGreaterThanOrEqual(rank(fewer));
      if (worse.attended !== null) expect(worse.attended).toBe(fewer.attended);
    }),
    { numRuns: 200 },
  );
});
