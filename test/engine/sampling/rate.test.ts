import { describe, expect, test } from 'vitest';
import { RateWindow } from '../../../engine/sampling/queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('rate window', () => {
  test('divides by the time since the start while that is less than a minute', async () => {
    const clock = new FakeClock();
    const rate = new RateWindow(clock);
    rate.add();
    expect(rate.perSecond()).toBe(1);
    await clock.advance(10_000);
    expect(rate.perSecond()).toBe(0.1);
  });

  test('follows a steady rate, and forgets what is older than a minute', async () => {
    const clock = new FakeClock();
    const rate = new RateWindow(clock);
    for (let i = 0; i < 3 * 90; i++) {
      rate.add();
      await clock.advance(1000 / 3);
    }
    expect(rate.perSecond()).toBeCloseTo(3, 1);
    await clock.advance(30_000);
    expect(rate.perSecond()).toBeCloseTo(1.5, 1);
    await clock.advance(31_000);
    expect(rate.perSecond()).toBe(0);
  });
});
