import { describe, expect, test } from 'vitest';
import {
  KeyframeRhythm,
  type Loss,
  RetryPolicy,
  STEADY_MS,
} from '../../../../engine/cameras/supervision/condition.ts';

function rhythmOf(...gapsMs: number[]): KeyframeRhythm {
  const rhythm = new KeyframeRhythm();
  for (const gapMs of gapsMs) rhythm.noteGap(gapMs);
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
});

const unreachable: Loss = {
  code: 'camera_unreachable',
  wasOpen: false,
  deliveredForMs: null,
  isRecording: false,
};
const crashed: Loss = { ...unreachable, code: 'camera_stalled', wasOpen: true, deliveredForMs: 5 };
const worked: Loss = { ...crashed, deliveredForMs: STEADY_MS };
const played: Loss = { ...crashed, code: 'camera_ended', isRecording: true, deliveredForMs: 8000 };

/** Waits after each loss, s, without jitter; a second passes between two. */
function waits(losses: readonly Loss[]): string[] {
  const policy = new RetryPolicy(() => 0);
  return losses.map((loss, i) => {
    const { state, delayMs } = policy.planAfter(loss, i * 1000);
    return `${state} ${delayMs / 1000}`;
  });
}

describe('retry policy', () => {
  test.each<{ reason: string; losses: Loss[]; expected: string[] }>([
    {
      reason: 'a new camera that cannot be reached is tried less and less, down to once a minute',
      losses: Array(7).fill(unreachable),
      expected: [2, 4, 8, 16, 32, 60, 60].map((s) => `waiting ${s}`),
    },
    {
      reason: 'one that has worked is tried at least every 15 s',
      losses: [worked, ...Array(5).fill(unreachable)],
      expected: [2, 4, 8, 15, 15, 15].map((s) => `waiting ${s}`),
    },
    {
      reason: 'a connection that lasted starts the waits again',
      losses: [unreachable, unreachable, unreachable, worked, unreachable],
      expected: [2, 4, 8, 2, 4].map((s) => `waiting ${s}`),
    },
    {
      reason: 'one that connects and dies at once backs off all the same',
      losses: Array(4).fill(crashed),
      expected: [2, 4, 8, 15].map((s) => `waiting ${s}`),
    },
    {
      reason: 'just short of lasting is not lasting',
      losses: [unreachable, { ...worked, deliveredForMs: STEADY_MS - 1 }],
      expected: ['waiting 2', 'waiting 4'],
    },
    {
      reason: 'wrong credentials are tried rarely, from the first time on',
      losses: Array(2).fill({ ...unreachable, code: 'camera_unauthorized' }),
      expected: ['unauthorized 300', 'unauthorized 300'],
    },
    {
      reason: 'an address that no source is for is tried rarely',
      losses: [{ ...unreachable, code: 'source_unsupported' }],
      expected: ['failing 300'],
    },
    {
      reason: 'a recording that has played is played again, as often as it ends',
      losses: Array(12).fill(played),
      expected: Array(12).fill('waiting 1'),
    },
    {
      reason: 'a recording without a picture is a failure like any other',
      losses: Array(2).fill({ ...played, deliveredForMs: null }),
      expected: ['waiting 2', 'waiting 4'],
    },
    {
      reason: 'a camera that keeps breaking is tried rarely, and soon again once it has lasted',
      losses: [...Array(11).fill(crashed), worked],
      expected: [
        ...[2, 4, 8, 15, 15, 15, 15, 15, 15].map((s) => `waiting ${s}`),
        'failing 300',
        'failing 300',
        'waiting 2',
      ],
    },
    {
      reason: 'where it cannot even be opened it is not breaking: no crash loop',
      losses: [...Array(10).fill(crashed), unreachable, crashed],
      expected: [
        ...[2, 4, 8, 15, 15, 15, 15, 15, 15].map((s) => `waiting ${s}`),
        'failing 300',
        'waiting 15',
        'failing 300',
      ],
    },
  ])('$reason', ({ losses, expected }) => {
    expect(waits(losses)).toEqual(expected);
  });

  test('jitter takes up to half of a wait away, and adds up to a tenth to a rare one', () => {
    const delays = (loss: Loss) =>
      [0, 0.5, 1].map((r) => Math.round(new RetryPolicy(() => r).planAfter(loss, 0).delayMs));
    expect(delays(unreachable)).toEqual([2000, 1500, 1000]);
    expect(delays({ ...unreachable, code: 'camera_unauthorized' })).toEqual([
      300_000, 315_000, 330_000,
    ]);
  });

  test('crashes that are far apart do not add up', () => {
    const policy = new RetryPolicy(() => 0);
    const plans = Array.from({ length: 100 }, (_, i) => policy.planAfter(crashed, i * 70_000));
    expect(plans.every(({ state }) => state === 'waiting')).toBe(true);
  });
});
