import { expect, test } from 'vitest';
import { calibrate } from '../../../../gym/attendance/calibration.ts';
import {
  crowdReasons,
  estimateBodyCount,
  mostFalse,
  mostUnseen,
  peopleOf,
} from '../../../../gym/attendance/estimate/interval.ts';

const bodies = { bodies: 10.4, p50: 9, p75: 9.5, p90: 10, max: 11, fluctuation: 0.1 };
const DRAWN = Number.POSITIVE_INFINITY;

test('people may be as many more as are hidden at any moment', () => {
  const restless = { ...bodies, max: 31, fluctuation: 0.2 };
  expect(peopleOf(restless, 1, DRAWN, 1, null, null).high).toBe(36);
});

test('people are scaled by the room, and less certain by its error', () => {
  const calibration = calibrate([10, 20, 30].map((n) => ({ estimated: n, truth: n * 1.2 })));
  const error = calibration?.after.meanAbsolute ?? 0;
  expect(error).toBeGreaterThan(0);
  const scale = calibration?.scale ?? 1;
  const people = peopleOf(bodies, 1, 416 * 416, scale, calibration, null);
  expect(people).toMatchObject({ attended: Math.round(9 * scale), uncalibrated: 9 });
  // Most of what other full rooms miss is not allowed for: this one was counted.
  const widest = peopleOf(bodies, 1, 416 * 416, scale, null, null);
  expect(people.high).toBeLessThan(widest.high);
  expect(people.high).toBeGreaterThanOrEqual(Math.ceil(11 * scale + 2 * error));
  expect(people.low).toBeLessThanOrEqual(Math.floor(8.5 * scale - 2 * error));
});

test('people of a full room may be more by those whom no one saw, the more the smaller the pictures', () => {
  const full = { bodies: 16, p50: 15, p75: 16, p90: 16, max: 16, fluctuation: 0 };
  const highs = [416 * 416, 640 * 384, 832 * 480, 960 * 544].map(
    (inputPixels) => peopleOf(full, 0, inputPixels, 1, null, null).high,
  );
  expect(highs).toEqual([30, 24, 21, 21]);
  // A tenth of a crowd may be doubles, mirrors and posters.
  expect(peopleOf(full, 0, 832 * 480, 1, null, null).low).toBe(14);
});

const SMALL = 416 * 416;
const LARGE = 832 * 480;

test('people whom no picture shows are none beside one or two', () => {
  expect([0, 1, 2].map((counted) => mostUnseen(counted, SMALL))).toEqual([0, 0, 0]);
  expect([0, 1, 2, 3].map((counted) => mostFalse(counted, SMALL))).toEqual([0, 0, 0, 0]);
});

test('people whom no picture shows are those of the smallest size where none is known, and none where people are drawn', () => {
  expect(mostUnseen(20, null)).toBe(mostUnseen(20, SMALL));
  expect(mostUnseen(20, Number.POSITIVE_INFINITY)).toBe(0);
});

test.each([
  [9, LARGE, []],
  [10, LARGE, ['crowded']],
  [5, SMALL, []],
  // A small picture may hide four more, which is more than half as many again.
  [7, SMALL, ['crowded', 'small_input']],
  [16, 640 * 384, ['crowded']],
])('%d people in a picture of %d pixels are %j', (people, pixels, reasons) => {
  expect(crowdReasons(people, pixels)).toEqual(reasons);
});

test('people who are hidden now and then are counted, ghosts are not', () => {
  const counts = [7, 8, 8, 7, 8, 12, 8, 8, 6, 8, 8, 8, 7, 8];
  const eight = { people: 8, low: 8, high: 8, median: 8, max: 12, samples: 14 };
  expect(estimateBodyCount(counts, Number.POSITIVE_INFINITY)).toEqual(eight);
  const crowd = estimateBodyCount([60, 60, 60], null);
  expect(crowd.low).toBe(Math.floor(60 - mostFalse(60, null)));
  expect(crowd.low).toBeLessThan(60);
  expect(crowd.high).toBe(Math.ceil(60 + mostUnseen(60, null)));
  expect(crowd.high).toBeGreaterThan(60);
});
