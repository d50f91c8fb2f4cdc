import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../engine/attendance/index.ts';
import { peopleOf } from '../../../engine/attendance/interval.ts';

const bodies = { bodies: 10.4, p50: 9, p75: 9.5, p90: 10, max: 11, fluctuation: 0.1 };
const drawn = { inputPixels: Number.POSITIVE_INFINITY };
const plain = { calibration: null, emptyRoomBaseline: null, ...drawn };

describe('people', () => {
  test('are bodies without staff, between the 75th percentile and one more than were ever seen', () => {
    expect(peopleOf(bodies, 1, plain)).toEqual({
      attended: 9,
      low: 8,
      high: 11,
      uncalibrated: 9,
      scale: 1,
      unseen: 1,
    });
  });

  test('are never fewer than nobody', () => {
    const one = { bodies: 1, p50: 1, p75: 1, p90: 1, max: 1, fluctuation: 0 };
    expect(peopleOf(one, 2, plain)).toMatchObject({ attended: 0, low: 0, high: 1 });
  });

  test('may be as many more as are hidden at any moment', () => {
    expect(peopleOf({ ...bodies, max: 31, fluctuation: 0.2 }, 1, plain).high).toBe(36);
  });

  test('may be fewer by those that the empty room shows', () => {
    expect(peopleOf(bodies, 1, { ...plain, emptyRoomBaseline: 3 }).low).toBe(5);
  });

  test('are scaled by the room, and less certain by its error', () => {
    // Left out in turn, each class is off by one person at most: 2 of 6 are.
    const calibration = calibrate([
      { estimated: 10, truth: 13 },
      { estimated: 20, truth: 24 },
      { estimated: 30, truth: 36 },
      { estimated: 10, truth: 11 },
      { estimated: 20, truth: 24 },
      { estimated: 30, truth: 36 },
    ]);
    expect(calibration?.scale).toBeCloseTo(1.2, 2);
    expect(calibration?.after.meanAbsolute).toBeCloseTo(1 / 3, 5);
    const people = peopleOf(bodies, 1, {
      calibration,
      emptyRoomBaseline: null,
      // Its own error stands for that of any full room.
      inputPixels: 416 * 416,
    });
    // 9 × 1.2; below 8.5 × 1.2 − 0.33; above (10 + 1) × 1.2 + 0.33.
    expect(people).toMatchObject({ attended: 11, low: 9, high: 14, uncalibrated: 9 });
  });

  test('of a full room may be more by those whom no one saw, the more the smaller the pictures', () => {
    const full = { bodies: 16, p50: 15, p75: 16, p90: 16, max: 16, fluctuation: 0 };
    const highs = [416 * 416, 640 * 384, 832 * 480, 960 * 544].map(
      (inputPixels) => peopleOf(full, 0, { ...plain, inputPixels }).high,
    );
    expect(highs).toEqual([30, 24, 21, 21]);
    // A tenth of a crowd may be doubles, mirrors and posters.
    expect(peopleOf(full, 0, { ...plain, inputPixels: 832 * 480 }).low).toBe(14);
  });

  test('are within their own range where the percentile is the median', () => {
    const { attended, low } = peopleOf({ ...bodies, bodies: 9 }, 0, plain);
    expect(low).toBeLessThanOrEqual(attended);
  });
});
