import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { delay, every, systemTimers } from '../../runtime/timers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('after', () => {
  test('runs its action once, not before its time', () => {
    const action = vi.fn();
    systemTimers.after(10.2, action);
    vi.advanceTimersByTime(10);
    expect(action, 'a fraction is rounded up').not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(1);
  });

  test('never runs once it is cancelled, and may be cancelled late', () => {
    const action = vi.fn();
    const cancel = systemTimers.after(10, action);
    cancel();
    cancel();
    vi.advanceTimersByTime(1000);
    expect(action).not.toHaveBeenCalled();
  });

  test.each([2 ** 31, Number.POSITIVE_INFINITY])('a wait of %s ms does not fire at once', (ms) => {
    const action = vi.fn();
    const cancel = systemTimers.after(ms, action);
    vi.advanceTimersByTime(60_000);
    expect(action).not.toHaveBeenCalled();
    cancel();
  });
});

describe('delay', () => {
  test('says whether the whole time passed', async () => {
    const whole = delay(10);
    const abort = new AbortController();
    const cut = delay(10, abort.signal);
    abort.abort();
    expect(await cut).toBe(false);
    vi.advanceTimersByTime(10);
    expect(await whole).toBe(true);
    expect(await delay(10, abort.signal)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('every', () => {
  test('waits for an action to end before the next period begins, and goes on after errors', async () => {
    const abort = new AbortController();
    const errors: unknown[] = [];
    const ends: (() => void)[] = [];
    let calls = 0;
    const done = every(
      { periodMs: 10, signal: abort.signal, onError: (error) => errors.push(error) },
      () => {
        calls += 1;
        if (calls === 1) {
          throw new Error('first');
        }
        return new Promise((resolve) => {
          ends.push(resolve);
        });
      },
    );
    await vi.advanceTimersByTimeAsync(20);
    expect(calls).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(calls).toBe(2);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).toBe(3);
    abort.abort();
    ends[1]?.();
    await done;
    expect(errors).toEqual([new Error('first')]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
