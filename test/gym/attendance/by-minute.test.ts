import { expect, it } from 'vitest';
import { countsByMinute } from '../../../gym/attendance/by-minute.ts';
import { type AttendanceSample, SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';

const FROM = Date.UTC(2026, 10, 20, 18);
const at = (second: number, count: number | null, flags = 0): AttendanceSample => {
  return { atUtcMs: FROM + second * 1_000, count, flags };
};
const of = (length: number, ...all: readonly (readonly AttendanceSample[])[]) => {
  const cameras = all.map((samples) => ({ samples }));
  return countsByMinute({ fromUtcMs: FROM, length, cameras, rule: 'max' });
};

it('the counts of a room by minute are the median of each minute, always a count that was seen', () => {
  const samples = [at(-1, 99), at(0, 4), at(10, 9), at(50, 5), at(60, 7), at(61, 8), at(120, 99)];
  expect(of(2, samples)).toEqual([
    { count: 5, reason: null },
    { count: 7, reason: null },
  ]);
});

it('the counts of a room by minute say why there is none, and never carry one on', () => {
  const { black, frozen } = SAMPLE_FLAGS;
  const samples = [at(0, 4), at(70, 4, frozen | black), at(130, null, black)];
  const [first, ...reasons] = of(4, samples).map(({ count, reason }) => count ?? reason);
  expect(first).toBe(4);
  expect(reasons).toEqual(['frozen_picture', 'black_picture', 'camera_outage']);
});

it('the counts of a room by minute of a room without cameras, or without samples, say so for each minute', () => {
  expect(of(2).map(({ reason }) => reason)).toEqual(['no_camera', 'no_camera']);
  expect(of(1, [], []).map(({ reason }) => reason)).toEqual(['no_samples']);
  expect(of(0, [at(0, 1)])).toEqual([]);
});

it('the counts of a room by minute of several cameras follow the rule of the room, with the shared floor counted once', () => {
  const [left, right] = [[at(0, 7)], [at(5, 4)]];
  expect(of(1, left, right)).toEqual([{ count: 7, reason: null }]);
  const sum = { fromUtcMs: FROM, length: 1, rule: 'sum' as const };
  const lost = { count: null, reason: 'camera_outage' };
  const one = [{ samples: left }, { samples: [] }];
  expect(countsByMinute({ ...sum, cameras: one })).toEqual([lost]);
  const shared = (samples: readonly AttendanceSample[], inBoth: number) => ({
    samples,
    overlaps: [{ name: 'middle', samples: [at(0, inBoth)] }],
  });
  const cameras = [shared(left, 2), shared(right, 3)];
  expect(countsByMinute({ ...sum, cameras })).toEqual([{ count: 9, reason: null }]);
});
