import { expect, it } from 'vitest';
import { SampleWindow } from '../../../engine/sampling/queue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('divides by the time since the start while that is less than a minute', async () => {
  const clock = new FakeClock();
  const window = new SampleWindow(clock);
  window.add(1);
  expect(window.perSecond()).toBe(1);
  await clock.advance(10_000);
  expect(window.perSecond()).toBe(0.1);
});

it.each([3, 30])('follows a steady rate of %i, and forgets all but a minute', async (rate) => {
  const clock = new FakeClock();
  const window = new SampleWindow(clock);
  for (let at = 0; at < rate * 90; at += 1) {
    window.add(1);
    await clock.advance(1000 / rate);
  }
  expect(window.perSecond()).toBeCloseTo(rate, 1);
  await clock.advance(30_000);
  expect(window.perSecond()).toBeCloseTo(rate / 2, 1);
  await clock.advance(31_000);
  expect(window.perSecond()).toBe(0);
});

it('gives nearest-rank percentiles of the newest, in whatever order they came', () => {
  const window = new SampleWindow(new FakeClock());
  expect(window.percentiles()).toBeNull();
  for (let at = 0; at < 100; at += 1) window.add(((at * 37) % 100) + 1);
  expect(window.percentiles()).toEqual({ p50: 50, p99: 99 });
  for (let at = 0; at < 512; at += 1) window.add(at % 2);
  expect(window.percentiles()).toEqual({ p50: 0, p99: 1 });
});
