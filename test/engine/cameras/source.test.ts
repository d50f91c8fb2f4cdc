import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { frameSource, type Reading, SourceTally } from '../../../engine/cameras/source.ts';
import { every } from '../../../runtime/timers.ts';
import { sourceOptions } from '../../support/opened-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMIT_MS = 1_000;

/** A packet in each `periodMs`. */
function bring({ tally, signal }: Reading, periodMs: number): void {
  void every({ periodMs, signal, onError: () => undefined }, () => tally.packet(1));
}

/** A source that `live` runs until it is told to stop. */
function start(live: (reading: Reading) => void) {
  const read = (reading: Reading) => {
    live(reading);
    return new Promise<void>((resolve) => {
      reading.signal.addEventListener('abort', () => resolve());
    });
  };
  const options = sourceOptions({ url: 'x', openTimeoutMs: LIMIT_MS });
  const over = vi.fn();
  const stopping = new AbortController();
  const ended = frameSource(read, options).run(stopping.signal, () => undefined);
  void ended.catch(({ code }) => over(code));
  const stop = () => {
    stopping.abort();
    return ended;
  };
  return { over, stop };
}

it.each([
  ['camera_timeout', () => undefined],
  ['camera_timeout', (reading: Reading) => bring(reading, 100)],
  ['camera_stalled', ({ limit }: Reading) => limit(LIMIT_MS)],
] as const)('the clock of a source ends it with %s once, at its limit: %#', async (code, live) => {
  const { over } = start(live);
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
  expect(over.mock.calls).toEqual([[code]]);
});

it('the clock of a source lets a stream be that brings something now and then, and is gone with it', async () => {
  const { over, stop } = start((reading) => {
    reading.limit(LIMIT_MS);
    bring(reading, 0.9 * LIMIT_MS);
  });
  await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
  await stop();
  expect(over).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('the totals of a source do not know the interval on either side of a keyframe without a time', () => {
  const tally = new SourceTally();
  const gops = [0, null, 2_000, 2_500].map((mediaMs) => {
    tally.keyframe(mediaMs);
    return tally.totals().gopMs;
  });
  expect(gops).toEqual([null, null, null, 500]);
});
