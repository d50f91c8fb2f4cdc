/** The simulation of looks: what is obvious comes out of it, and what the page shows is the same each time. */

import { expect, it } from 'vitest';
import { waitMs } from '../../../../scripts/generate/sizing/simulation.ts';

const crew = { cameras: 50, workers: 1, lookMs: 28, periodMs: 2_000 };

it('one camera never waits for a worker', () => {
  expect(waitMs({ ...crew, cameras: 1, workers: 1 })).toBe(0);
});

it('looks wait longer the more cameras there are, and shorter the more workers', () => {
  const [few, many] = [waitMs(crew), waitMs({ ...crew, cameras: 68 })];
  expect(many).toBeGreaterThan(few);
  expect(waitMs({ ...crew, workers: 2 })).toBeLessThan(few);
});

it('more looks than the workers have time for pile up', () => {
  expect(waitMs({ ...crew, cameras: 100 })).toBeGreaterThan(10_000);
});

it('is the same each time', () => {
  expect(waitMs(crew)).toBe(waitMs(crew));
});
