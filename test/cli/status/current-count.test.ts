/** An old count is never shown as a new one. */

import { describe, expect, it } from 'vitest';
import { currentCount } from '../../../cli/status/current-count.ts';
import type { CountAt } from '../../../cli/status/recent-counts.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const camera = { state: 'streaming', sample_period_ms: 5_000 } as const;
const sample = (ageMs: number, change: Partial<CountAt> = {}): CountAt => ({
  at: new Date(NOW - ageMs).toISOString(),
  media_ms: null,
  count: 7,
  flags: [],
  ...change,
});

describe('the count of a camera now', () => {
  it('is that of its newest sample for three periods, and for 15 s at least', () => {
    const seven = { count: 7, reason: null };
    const stale = { count: null, reason: 'stale' };
    expect(currentCount(camera, sample(15_000), NOW)).toEqual(seven);
    expect(currentCount(camera, sample(15_001), NOW)).toEqual(stale);
    const slow = { ...camera, sample_period_ms: 60_000 };
    expect(currentCount(slow, sample(180_000), NOW)).toEqual(seven);
    expect(currentCount(slow, sample(180_001), NOW)).toEqual(stale);
    const fast = { ...camera, sample_period_ms: 200 };
    expect(currentCount(fast, sample(15_000), NOW)).toEqual(seven);
    expect(currentCount({ ...camera, sample_period_ms: null }, sample(15_001), NOW)).toEqual(stale);
  });

  it('is unknown after the clock was set back', () => {
    expect(currentCount(camera, sample(-3_600_000), NOW).reason).toBe('stale');
  });

  it.each(['connecting', 'waiting', 'unauthorized', 'failing', 'stopped'] as const)(
    'is unknown while the camera is %s, however new its last sample is',
    (state) => {
      const now = currentCount({ ...camera, state }, sample(0), NOW);
      expect(now).toEqual({ count: null, reason: 'not_streaming' });
    },
  );

  it('is unknown while the detector warms up, and of black and frozen pictures', () => {
    const warming = sample(0, { count: null, flags: ['warming_up'] });
    expect(currentCount(camera, warming, NOW)).toEqual({ count: null, reason: 'warming_up' });
    for (const flag of ['black', 'frozen'] as const) {
      const flagged = sample(0, { count: 0, flags: [flag] });
      const state = 'degraded' as const;
      expect(currentCount({ ...camera, state }, flagged, NOW).reason).toBe(flag);
    }
  });

  it('is unknown without a sample', () => {
    expect(currentCount(camera, null, NOW)).toEqual({ count: null, reason: 'no_sample' });
  });
});
