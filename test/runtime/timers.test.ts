import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay, every, systemTimers, untilLate } from '../../runtime/timers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a timer runs once, not before its time, and never once it is cancelled', () => {
  const [action, cancelled, late] = [vi.fn(), vi.fn(), vi.fn()];
  systemTimers.after(10.2, action);
  const cancel = systemTimers.after(10, cancelled);
  cancel();
  cancel();
  const cancels = [2 ** 31, Number.POSITIVE_INFINITY].map((ms) => systemTimers.after(ms, late));
  vi.advanceTimersByTime(10);
  expect(action, 'a fraction is rounded up').not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect([action, cancelled, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  for (const one of cancels) one();
});

test('a delay says whether the whole time passed', async () => {
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

test('what runs every so often waits for an action to end before the next period begins, and goes on after errors', async () => {
  const abort = new AbortController();
  const errors: unknown[] = [];
  const ends: (() => void)[] = [];
  let calls = 0;
  const done = every(
    { periodMs: 10, signal: abort.signal, onError: (error) => errors.push(error) },
    () => {
      calls += 1;
      if (calls === 1) throw new Error('first');
      return new Promise((resolve) => void ends.push(resolve));
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

test('a signal ends although nothing but who listens knows of it', async () => {
  vi.useRealTimers();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ended = new Promise<void>((resolve) => {
    untilLate(100, new AbortController().signal).addEventListener('abort', () => resolve());
  });
  while ((await Promise.race([ended, delay(10)])) === true) collect();
});
