/** Quantiles from buckets are near the true ones, whatever was measured. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Histogram } from '../../../api/metrics/traffic.ts';

const duration = fc.double({ min: 0.001, max: 60_000, noNaN: true });

function histogramOf(durations: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const tookMs of durations) histogram.add(tookMs);
  return histogram;
}

it('tells every quantile within 4.5 %', () => {
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (durations, share) => {
        const sorted = durations.toSorted((one, other) => one - other);
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
        const told = histogramOf(durations).quantileMs(share) ?? Number.NaN;
        expect(Math.abs(told - exact) / exact).toBeLessThan(0.045);
      },
    ),
  );
});

it('counts exactly what lies within a doubling of 1 µs', () => {
  fc.assert(
    fc.property(fc.array(duration), fc.integer({ min: 1, max: 25 }), (durations, doublings) => {
      const limitMs = 0.001 * 2 ** doublings;
      // A duration on the limit itself may be told on either side of it, for logarithms are rounded.
      const clear = durations.filter((tookMs) => Math.abs(tookMs / limitMs - 1) > 1e-9);
      const within = clear.filter((tookMs) => tookMs <= limitMs).length;
      expect(histogramOf(clear).countWithin(doublings)).toBe(within);
    }),
  );
});
