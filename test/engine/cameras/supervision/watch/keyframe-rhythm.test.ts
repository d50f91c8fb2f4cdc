import { describe, expect, test } from 'vitest';
import {
  isLongGop,
  KeyframeRhythm,
} from '../../../../../engine/cameras/supervision/watch/keyframe-rhythm.ts';

function rhythmOf(...gapsMs: number[]): KeyframeRhythm {
  const rhythm = new KeyframeRhythm();
  for (const gapMs of gapsMs) {
    rhythm.noteGap(gapMs);
  }
  return rhythm;
}

describe('keyframe rhythm', () => {
  test.each([
    { gaps: [1000], made: 0, alive: true, expected: 20_000, reason: 'at least 20 s' },
    { gaps: [10_000], made: 0, alive: true, expected: 30_000, reason: 'three GOPs' },
    { gaps: [30_000], made: 0, alive: false, expected: 90_000, reason: 'a GOP of 30 s is served' },
    { gaps: [], made: 0, alive: false, expected: 20_000, reason: 'dead from the start' },
    { gaps: [], made: 0, alive: true, expected: 90_000, reason: 'alive, the GOP still unknown' },
    { gaps: [2000, 12_000, 2000], made: 0, alive: true, expected: 36_000, reason: 'the longest' },
    { gaps: [500], made: 60_000, alive: false, expected: 180_000, reason: 'fetched every minute' },
    {
      gaps: [],
      made: 60_000,
      alive: true,
      expected: 180_000,
      reason: 'fetched for the first time',
    },
    { gaps: [1e9], made: 0, alive: true, expected: 300_000, reason: 'nobody waits for ever' },
  ])('a silence of $expected ms is a stall: $reason', ({ gaps, made, alive, expected }) => {
    expect(rhythmOf(...gaps).stallAfterMs(made, alive)).toBe(expected);
  });

  test('forgets a long GOP when the camera is set to a shorter one', () => {
    const rhythm = rhythmOf(30_000, ...Array(7).fill(1000));
    expect(rhythm.longestGapMs).toBe(30_000);
    rhythm.noteGap(1000);
    expect(rhythm.longestGapMs).toBe(1000);
  });

  test('knows nothing at first', () => {
    expect(rhythmOf().longestGapMs).toBeNull();
  });

  test.each([
    { gopMs: 5000, wantedMs: 5000, expected: false, reason: 'equal' },
    { gopMs: 5400, wantedMs: 5000, expected: false, reason: 'within jitter' },
    { gopMs: 5600, wantedMs: 5000, expected: true, reason: 'longer' },
    { gopMs: 30_000, wantedMs: 60_000, expected: false, reason: 'long, but enough when idle' },
    { gopMs: 1e9, wantedMs: Number.POSITIVE_INFINITY, expected: false, reason: 'none wanted' },
  ])('GOP $gopMs for $wantedMs: $reason', ({ gopMs, wantedMs, expected }) => {
    expect(isLongGop(gopMs, wantedMs)).toBe(expected);
  });
});
