import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rest } from '../../../../engine/cameras/rtsp/rest.ts';

const RATE = 90_000;
const PERIOD_MS = 60_000;
/** A GOP of 2 s, and a second to be early. */
const LEAD_MS = 3_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A camera that agrees at once, with a GOP of 2 s. */
function camera() {
  const over = new AbortController();
  const settings = { periodMs: PERIOD_MS, gopMs: 2_000 as number | null };
  const said = {
    pause: vi.fn(() => Promise.resolve(true)),
    play: vi.fn(() => Promise.resolve(true)),
    stayConnected: vi.fn(),
    hangUp: vi.fn(() => over.abort()),
  };
  const rest = new Rest({
    ...said,
    stayEveryMs: 5_000,
    wantedPeriodMs: () => settings.periodMs,
    gopMs: () => settings.gopMs,
    clockRate: RATE,
    clock: { monotonicMs: () => Date.now(), nowUtcMs: () => Date.now() },
    signal: over.signal,
  });
  const startMs = Date.now();
  /** The time of a picture that shows now, or `lateMs` ago; ticks have 32 bits, and begin near their end. */
  const ticks = (lateMs = 0) =>
    (0xffff_0000 + Math.round(((Date.now() - startMs - lateMs) * RATE) / 1_000)) >>> 0;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { rest, ...said, settings, over, ticks, pass };
}

/** One that rests since 100 ms; its picture was taken right after it came. */
async function resting() {
  const made = camera();
  made.rest.keyframe(made.ticks());
  made.rest.noteTaken();
  await made.pass(100);
  return made;
}

describe('a camera between two samples', () => {
  it('rests, is asked whether it is there, and plays in time for the next', async () => {
    const { rest, pause, play, stayConnected, pass, ticks } = await resting();
    expect(pause).toHaveBeenCalledTimes(1);
    expect(rest.state).toBe('resting');
    await pass(PERIOD_MS - LEAD_MS - 100 - 1);
    expect(play).not.toHaveBeenCalled();
    expect(stayConnected.mock.calls.length).toBeGreaterThanOrEqual(9);
    await pass(1);
    expect(play).toHaveBeenCalledTimes(1);
    expect([rest.state, rest.isWaking]).toEqual(['resting', true]);
    await pass(1_500);
    expect(rest.keyframe(ticks())).toBe(true);
    expect([rest.state, rest.isWaking]).toEqual(['playing', false]);
    rest.noteTaken();
    await pass(0);
    expect(pause).toHaveBeenCalledTimes(2);
    await pass(120_000);
    expect(rest.state, 'a wake-up that went well is not judged by the one before').toBe('unfit');
  });

  it.each<[string, number, number | null]>([
    ['pictures are wanted often', 19_999, 2_000],
    ['nobody knows its GOP', PERIOD_MS, null],
    ['its GOP is long', PERIOD_MS, 29_000],
  ])('plays on where %s', async (_, periodMs, gopMs) => {
    const { rest, pause, settings, pass } = camera();
    Object.assign(settings, { periodMs, gopMs });
    rest.noteTaken();
    await pass(0);
    expect(pause).not.toHaveBeenCalled();
    expect(rest.state).toBe('playing');
  });

  it('plays within a second once a class begins', async () => {
    const { settings, play, pass } = await resting();
    await pass(10_000);
    settings.periodMs = 5_000;
    await pass(1_000);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('is not let rest twice at a time', async () => {
    const { rest, pause, pass } = await resting();
    rest.noteTaken();
    await pass(1_000);
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('is left alone once its connection is over', async () => {
    const { over, play, pass } = await resting();
    over.abort();
    await pass(PERIOD_MS);
    expect(play).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes longer to play the next time where it took long', async () => {
    const { rest, play, pass, ticks } = await resting();
    await pass(PERIOD_MS - LEAD_MS);
    await pass(7_000);
    rest.keyframe(ticks());
    rest.noteTaken();
    await pass(PERIOD_MS - 8_500);
    expect(play).toHaveBeenCalledTimes(1);
    await pass(1_000);
    expect(play).toHaveBeenCalledTimes(2);
  });
});

describe('a camera that is unfit for rest', () => {
  it.each<[string, Promise<boolean>]>([
    ['refuses PAUSE', Promise.resolve(false)],
    ['does not answer it', new Promise(() => undefined)],
  ])('and %s plays on, and is not asked again', async (_, answer) => {
    const { rest, pause, hangUp, pass, ticks } = camera();
    pause.mockReturnValue(answer);
    rest.noteTaken();
    await pass(5_000);
    expect(rest.state).toBe('unfit');
    expect(rest.keyframe(ticks())).toBe(true);
    rest.noteTaken();
    await pass(PERIOD_MS);
    expect(pause).toHaveBeenCalledTimes(1);
    expect(hangUp).not.toHaveBeenCalled();
  });

  it('and sends on is told to play, which it does', async () => {
    const { rest, play, hangUp, pass } = await resting();
    rest.packet();
    expect(rest.state, 'what was on its way').toBe('resting');
    await pass(2_000);
    rest.packet();
    rest.packet();
    expect(rest.state).toBe('unfit');
    await pass(PERIOD_MS);
    expect(play).toHaveBeenCalledTimes(1);
    expect(hangUp).not.toHaveBeenCalled();
  });

  it.each([
    ['goes on with what it showed before', PERIOD_MS - LEAD_MS],
    ['takes another time', -100_000],
  ])('and %s is hung up on, and its picture not counted', async (_, lateMs) => {
    const { rest, hangUp, pass, ticks } = await resting();
    await pass(PERIOD_MS - LEAD_MS + 1_000);
    expect(rest.keyframe(ticks(lateMs))).toBe(false);
    expect(hangUp).toHaveBeenCalledTimes(1);
    expect([rest.state, rest.hasHungUp]).toEqual(['unfit', true]);
    expect(rest.keyframe(ticks())).toBe(false);
  });

  it.each<[string, Promise<boolean>, number]>([
    ['refuses PLAY', Promise.resolve(false), 0],
    ['does not answer it', new Promise(() => undefined), 5_000],
    ['sends no picture', Promise.resolve(true), 10_000],
  ])('and %s is hung up on', async (_, answer, afterMs) => {
    const { play, hangUp, pass } = await resting();
    play.mockReturnValue(answer);
    await pass(PERIOD_MS - LEAD_MS + afterMs - 100 - 1);
    expect(hangUp).not.toHaveBeenCalled();
    await pass(1);
    expect(hangUp).toHaveBeenCalledTimes(1);
  });

  it('and hangs up in its first rest does not bear it; later it is only lost', async () => {
    const first = await resting();
    first.rest.end();
    expect(first.rest.state).toBe('unfit');
    const later = await resting();
    await later.pass(PERIOD_MS - LEAD_MS);
    later.rest.keyframe(later.ticks());
    later.rest.noteTaken();
    later.rest.end();
    expect(later.rest.state).toBe('resting');
  });
});
