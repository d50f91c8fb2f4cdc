import { expect, test } from 'vitest';
import { emptyRoomBaseline } from '../../../gym/attendance/empty-room.ts';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';

const MIDNIGHT = Date.UTC(2026, 10, 20);
const at = (hour: number) => MIDNIGHT + hour * 3_600_000;
/** A day of one sample a minute. */
const day = (countAt: (hour: number) => number, flags = 0) =>
  Array.from({ length: 24 * 60 }, (_, n) => {
    return { atUtcMs: MIDNIGHT + n * 60_000, count: countAt(n / 60), flags };
  });
const evening = [{ fromUtcMs: at(18), toUtcMs: at(19) }];

test('a room at its quietest hour is not looked for within half an hour of a class', () => {
  // Empty in no hour but those that touch the class.
  const counts = day((hour) => (hour >= 17 && hour < 20 ? 0 : 4));
  expect(emptyRoomBaseline(counts, evening)).toBe(4);
  expect(emptyRoomBaseline(counts, [])).toBe(0);
});

test('a room at its quietest hour is unknown where pictures are black all night and classes fill the day', () => {
  const black = day(() => 0, SAMPLE_FLAGS.black);
  expect(emptyRoomBaseline(black, [])).toBeNull();
  const nobody = day(() => 0);
  expect(emptyRoomBaseline(nobody, [{ fromUtcMs: at(0), toUtcMs: at(24) }])).toBeNull();
  expect(emptyRoomBaseline([], [])).toBeNull();
});

test('a room at its quietest hour is not told by a handful of samples', () => {
  const least = (samples: number) => emptyRoomBaseline(day(() => 1).slice(0, samples), []);
  expect([least(9), least(10)]).toEqual([null, 1]);
});
