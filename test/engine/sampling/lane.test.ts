import { describe, expect, test } from 'vitest';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { Mailbox } from '../../../engine/frames/mailbox.ts';
import { Lane, noSlots, staleAfterMs } from '../../../engine/sampling/lane.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A lane of period 1 s and phase 0, whose clock starts on a slot. */
function laneOf(options: { periodMs?: () => number; maxAgeMs?: number } = {}) {
  const clock = new FakeClock();
  const mailbox = new Mailbox<EncodedFrame>(clock);
  const totals = noSlots();
  const camera = {
    id: 'hall',
    mailbox,
    periodMs: options.periodMs ?? (() => 1000),
    maxAgeMs: () => options.maxAgeMs ?? 10_000,
  };
  const lane = new Lane(camera, 0, totals, clock.monotonicMs());
  return {
    lane,
    clock,
    totals,
    put() {
      mailbox.put({ codec: 'jpeg', data: new Uint8Array(1), atUtcMs: 0, mediaMs: null });
      lane.catchUp(clock.monotonicMs());
    },
    begin: () => lane.begin(clock.monotonicMs(), 1),
    end: (outcome: 'samples' | 'failed') => lane.end(outcome, clock.monotonicMs()),
    counts() {
      lane.catchUp(clock.monotonicMs());
      return lane.counts;
    },
  };
}

describe('lane', () => {
  test('is due at once, and then on its grid', async () => {
    const { lane, clock, put, begin, end } = laneOf();
    await clock.advance(300);
    expect(lane.dueAtMs()).toBeNull();
    put();
    expect(lane.dueAtMs()).toBeLessThanOrEqual(clock.monotonicMs());
    expect(begin()).not.toBeNull();
    expect(lane.dueAtMs()).toBeNull();
    end('samples');
    expect(lane.dueAtMs()).toBeNull();
    put();
    expect(lane.dueAtMs()).toBe(2000);
  });

  test('a late sample does not shift the next one', async () => {
    const { lane, clock, put, begin, end } = laneOf();
    put();
    await clock.advance(900);
    begin();
    end('samples');
    put();
    expect(lane.dueAtMs()).toBe(2000);
  });

  test('without a new keyframe slots starve', async () => {
    const { clock, put, begin, end, counts } = laneOf();
    put();
    begin();
    end('samples');
    await clock.advance(4000);
    expect(counts()).toEqual({ samples: 1, failed: 0, shed: 0, starved: 3, stale: 0 });
    put();
    begin();
    end('samples');
    expect(counts()).toMatchObject({ samples: 2, shed: 0, starved: 3 });
  });

  test('with a frame that no worker takes slots are shed', async () => {
    const { clock, put, counts } = laneOf();
    put();
    await clock.advance(3500);
    expect(counts()).toMatchObject({ samples: 0, shed: 3, starved: 0 });
  });

  test('a slot belongs to what held it up when it ended', async () => {
    const { clock, put, counts } = laneOf();
    await clock.advance(2500);
    put();
    await clock.advance(2000);
    expect(counts()).toMatchObject({ starved: 2, shed: 2 });
  });

  test('slots that pass while its own last sample is under way are shed', async () => {
    const { clock, put, begin, end, counts } = laneOf();
    put();
    begin();
    await clock.advance(3500);
    end('failed');
    expect(counts()).toMatchObject({ samples: 0, failed: 1, shed: 2, starved: 0 });
  });

  test('a camera that fell due while in flight is overdue from its landing only', async () => {
    const { lane, clock, put, begin, end } = laneOf();
    put();
    begin();
    await clock.advance(3500);
    end('samples');
    put();
    expect(lane.dueAtMs()).toBe(clock.monotonicMs());
  });

  test('a stale keyframe is thrown away and does not count', async () => {
    const { lane, clock, put, begin, counts } = laneOf({ maxAgeMs: 1500 });
    put();
    await clock.advance(1501);
    expect(begin()).toBeNull();
    expect(lane.dueAtMs()).toBeNull();
    await clock.advance(1000);
    expect(counts()).toMatchObject({ samples: 0, stale: 1, starved: 1 });
  });

  test('notices a shorter period with the next keyframe', async () => {
    let periodMs = 60_000;
    const { lane, clock, put, begin, end } = laneOf({ periodMs: () => periodMs });
    put();
    begin();
    end('samples');
    put();
    expect(lane.dueAtMs()).toBe(60_000);
    periodMs = 5000;
    await clock.advance(1200);
    put();
    expect(lane.dueAtMs()).toBe(5000);
  });

  test('is never due with a period of Infinity, and is again when wanted', async () => {
    let periodMs = Number.POSITIVE_INFINITY;
    const { lane, clock, put, counts } = laneOf({ periodMs: () => periodMs });
    await clock.advance(100_000);
    put();
    expect(lane.dueAtMs()).toBeNull();
    expect(counts()).toEqual(noSlots());
    periodMs = 1000;
    put();
    expect(lane.dueAtMs()).toBe(102_000);
    periodMs = Number.POSITIVE_INFINITY;
    await clock.advance(5000);
    put();
    expect(lane.dueAtMs()).toBeNull();
  });

  test('while it is paused nothing is due and nothing is counted', async () => {
    const { lane, clock, put, counts } = laneOf();
    lane.pause(clock.monotonicMs());
    put();
    await clock.advance(30_000);
    expect(lane.dueAtMs()).toBeNull();
    expect(counts()).toEqual(noSlots());
    lane.resume(clock.monotonicMs());
    expect(lane.dueAtMs()).toBe(clock.monotonicMs());
    expect(counts()).toEqual(noSlots());
  });

  test('counts into the totals as well', async () => {
    const { totals, clock, put, begin, end } = laneOf();
    put();
    begin();
    await clock.advance(2500);
    end('samples');
    expect(totals).toEqual({ samples: 1, failed: 0, shed: 1, starved: 0, stale: 0 });
  });
});

test.each([
  { gopMs: null, expected: 10_000 },
  { gopMs: 2000, expected: 10_000 },
  { gopMs: 3333, expected: 10_000 },
  { gopMs: 3334, expected: 10_002 },
  { gopMs: 30_000, expected: 90_000 },
])('with a GOP of $gopMs ms a keyframe is stale after $expected ms', ({ gopMs, expected }) => {
  expect(staleAfterMs(gopMs)).toBe(expected);
});
