import { describe, expect, test } from 'vitest';
import {
  Connection,
  KeyframeRhythm,
  type Loss,
  RetryPolicy,
  STEADY_MS,
} from '../../../../engine/cameras/supervision/connection.ts';
import { isTurnoutError, TurnoutError } from '../../../../errors.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';

const refused = new TurnoutError('camera_refused', {
  where: 'camera hall',
  expected: 'a connection',
  got: 'a refusal',
});

function connect(wantedPeriodMs: () => number = () => 5000) {
  const clock = new FakeClock();
  const rhythm = new KeyframeRhythm();
  const source = new ScriptedSource({
    url: 'rtsp://camera/',
    transport: 'tcp',
    openTimeoutMs: 10_000,
    readTimeoutMs: 10_000,
    wantedPeriodMs,
    clock,
  });
  const events: string[] = [];
  const connection = new Connection(
    {
      cameraId: 'hall',
      source,
      openTimeoutMs: 10_000,
      wantedPeriodMs,
      rhythm,
      clock,
      timers: clock,
    },
    {
      opened: (info) => events.push(`opened ${info.codec}`),
      keyframe: () => events.push('keyframe'),
      lost: (error) => events.push(isTurnoutError(error) ? `lost ${error.code}` : `lost ${error}`),
    },
  );
  connection.start();
  return { clock, rhythm, source, connection, events };
}

/** A connection whose source has answered and is being read. */
async function connected(
  options: { codec?: 'h264' | 'jpeg'; wantedPeriodMs?: () => number } = {},
): Promise<ReturnType<typeof connect>> {
  const made = connect(options.wantedPeriodMs);
  made.source.answer({ codec: options.codec ?? 'h264' });
  await settle();
  return made;
}

describe('connection', () => {
  test('opens its source and passes keyframes on', async () => {
    const { source, events, connection } = await connected();
    source.keyframe();
    source.keyframe();
    expect(events).toEqual(['opened h264', 'keyframe', 'keyframe']);
    expect(connection.info?.width).toBe(1920);
  });

  test('is lost when its source does not open', async () => {
    const { source, events, connection } = connect();
    source.refuse(refused);
    await settle();
    expect(events).toEqual(['lost camera_refused']);
    expect(connection.info).toBeNull();
  });

  test('gives up a source that hangs while it opens, even past its own limit', async () => {
    const { clock, events } = connect();
    await clock.advance(14_999);
    expect(events).toEqual([]);
    await clock.advance(1);
    expect(events).toEqual(['lost camera_timeout']);
  });

  test('is lost when the stream ends or breaks, once', async () => {
    const ended = await connected();
    ended.source.end();
    await settle();
    expect(ended.events).toEqual(['opened h264', 'lost camera_ended']);

    const broken = await connected();
    broken.source.break(new Error('reset'));
    await settle();
    await broken.clock.advance(1_000_000);
    expect(broken.events).toEqual(['opened h264', 'lost Error: reset']);
    expect(broken.clock.pendingTimers).toBe(0);
  });

  test('without any data it has stalled after 20 s', async () => {
    const { clock, source, events } = await connected();
    source.keyframe();
    await clock.advance(19_999);
    expect(events).not.toContain('lost camera_stalled');
    await clock.advance(5_001);
    expect(events.at(-1)).toBe('lost camera_stalled');
  });

  test('with every other packet but no keyframe it has stalled all the same', async () => {
    const { clock, source, events } = await connected();
    source.keyframe();
    await clock.advance(2000);
    source.keyframe(2000);
    for (let i = 0; i < 25; i++) {
      source.packets(25);
      await clock.advance(1000);
    }
    expect(events.at(-1)).toBe('lost camera_stalled');
  });

  test('a GOP of 30 s is no stall, from the first connection on', async () => {
    const { clock, source, events } = await connected();
    for (let second = 0; second <= 150; second++) {
      source.packets(25);
      if (second % 30 === 0) {
        source.keyframe(second === 0 ? null : 30_000);
      }
      await clock.advance(1000);
    }
    expect(events.filter((event) => event === 'keyframe')).toHaveLength(6);
    expect(events).not.toContain('lost camera_stalled');
  });

  test('a stall of a stream that was alive teaches patience', async () => {
    const { clock, source, rhythm } = await connected();
    source.keyframe();
    source.keyframe(1000);
    for (let i = 0; i < 25; i++) {
      source.packets(25);
      await clock.advance(1000);
    }
    expect(rhythm.longestGapMs).toBeGreaterThanOrEqual(20_000);
    expect(rhythm.stallAfterMs(0, true)).toBeGreaterThanOrEqual(60_000);
  });

  test('snapshots that are fetched once a minute are no stall, also when they are wanted sooner', async () => {
    let periodMs = 60_000;
    const { clock, source, events } = await connected({
      codec: 'jpeg',
      wantedPeriodMs: () => periodMs,
    });
    source.keyframe(null);
    await clock.advance(59_000);
    periodMs = 5000;
    await clock.advance(1000);
    expect(events).not.toContain('lost camera_stalled');
    source.keyframe(60_000);
    await clock.advance(5000);
    for (let i = 0; i < 8; i++) {
      source.keyframe(5000);
      await clock.advance(5000);
    }
    await clock.advance(20_000);
    expect(events.at(-1)).toBe('lost camera_stalled');
  });

  test('tells how long keyframes have been coming', async () => {
    const { clock, source, connection } = await connected();
    await clock.advance(3000);
    expect(connection.deliveredForMs()).toBeNull();
    source.keyframe();
    await clock.advance(7000);
    expect(connection.deliveredForMs()).toBe(7000);
  });

  test('after close nothing is heard of it any more', async () => {
    const { clock, source, connection, events } = await connected();
    expect(await connection.close()).toBe(true);
    source.keyframe();
    source.break(new Error('late'));
    await clock.advance(1_000_000);
    expect(events).toEqual(['opened h264']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('closed while it opens, it never reads', async () => {
    const { source, connection, events } = connect();
    await connection.close();
    source.answer();
    await settle();
    expect(source.isReading).toBe(false);
    expect(events).toEqual([]);
  });

  test('does not wait longer than 1.5 s for a source that hangs in close', async () => {
    const { clock, source, connection } = await connected();
    source.hangsInClose = true;
    let isGone = false;
    const closed = connection.close();
    void connection.gone.then(() => {
      isGone = true;
    });
    await clock.advance(1500);
    expect(await closed).toBe(false);
    expect(isGone).toBe(false);
    source.letGo();
    await settle();
    expect(isGone).toBe(true);
  });

  test('closes its source once, and says when that fails', async () => {
    const { source, connection } = await connected();
    source.hangsInClose = true;
    const closings = [connection.close(), connection.close()];
    source.failToClose(new Error('no'));
    for (const closing of closings) {
      await expect(closing).rejects.toThrow('no');
    }
    await connection.gone;
    expect(source.closeCalls).toBe(1);
  });
});

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
