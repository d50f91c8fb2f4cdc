import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../gym/attendance/calibration.ts';
import { peopleOf } from '../../../../gym/attendance/estimate/interval.ts';

const bodies = { bodies: 10.4, p50: 9, p75: 9.5, p90: 10, max: 11, fluctuation: 0.1 };
const drawn = { inputPixels: Number.POSITIVE_INFINITY };
const plain = { calibration: null, emptyRoomBaseline: null, scale: 1, ...drawn };

describe('people', () => {
  test('are bodies without staff, between the 75th percentile and one more than were ever seen', () => {
    expect(peopleOf(bodies, 1, plain)).toEqual({
      attended: 9,
      low: 8,
      high: 11,
      uncalibrated: 9,
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
    const calibration = calibrate([
      { estimated: 10, truth: 12 },
      { estimated: 20, truth: 24 },
      { estimated: 30, truth: 36 },
    ]);
    const error = calibration?.after.meanAbsolute ?? 0;
    expect(error).toBeGreaterThan(0);
    const scale = calibration?.scale ?? 1;
    const of = { calibration, emptyRoomBaseline: null, inputPixels: 416 * 416, scale };
    const people = peopleOf(bodies, 1, of);
    expect(people).toMatchObject({ attended: Math.round(9 * scale), uncalibrated: 9 });
    // Most of what other full rooms miss is not allowed for: this one was counted.
    const widest = peopleOf(bodies, 1, { ...of, calibration: null });
    expect(people.high).toBeLessThan(widest.high);
    expect(people.high).toBeGreaterThanOrEqual(Math.ceil(11 * scale + 2 * error));
    expect(people.low).toBeLessThanOrEqual(Math.floor(8.5 * scale - 2 * error));
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
