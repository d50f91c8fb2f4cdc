import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StallWatch } from '../../../engine/cameras/source.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a stall', () => {
  it('is noticed once, within a quarter more than the limit', () => {
    const stalled = vi.fn();
    const watch = new StallWatch(1_000, stalled);
    vi.advanceTimersByTime(999);
    expect(watch.isStalled).toBe(false);
    vi.advanceTimersByTime(251);
    expect(watch.isStalled).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stalled).toHaveBeenCalledTimes(1);
  });

  it('is none while something comes now and then', () => {
    const stalled = vi.fn();
    const watch = new StallWatch(1_000, stalled);
    for (let second = 0; second < 10; second += 1) {
      vi.advanceTimersByTime(900);
      watch.note();
    }
    expect(stalled).not.toHaveBeenCalled();
    watch.stop();
  });

  it('is not looked for any more once stopped', () => {
    const stalled = vi.fn();
    new StallWatch(1_000, stalled).stop();
    vi.advanceTimersByTime(10_000);
    expect(stalled).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
