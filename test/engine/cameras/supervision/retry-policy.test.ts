import { describe, expect, test } from 'vitest';
import {
  type Loss,
  RetryPolicy,
  STEADY_MS,
} from '../../../../engine/cameras/supervision/retry-policy.ts';

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

  test('rare attempts of many cameras do not fall into step', () => {
    const refused: Loss = { ...unreachable, code: 'camera_unauthorized' };
    const delays = [0, 0.5, 1].map((r) => new RetryPolicy(() => r).planAfter(refused, 0).delayMs);
    expect(delays.map(Math.round)).toEqual([300_000, 315_000, 330_000]);
  });
});
