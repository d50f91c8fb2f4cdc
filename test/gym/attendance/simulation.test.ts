/** The estimator over simulated classes, fewer than the tables in `docs/counting.md` come from; always the same ones. */

import { describe, expect, test } from 'vitest';
import { LOOKED_SIZES } from '../../../bench/accuracy/rooms/labels.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { demoConfig } from '../../../config/load.ts';
import { estimateAttendance } from '../../../gym/attendance/estimate/estimate.ts';
import { DEFAULT_PERCENTILE } from '../../../gym/attendance/estimate/interval.ts';
import { anyCrowdedClass, pixelsOf } from '../../support/crowded-class.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inputOf, simulateClass, VIEWS } from '../../support/simulated-class.ts';

const CLASSES = 150;

interface Outcome {
  /** Mean absolute error by statistic, people. */
  readonly errors: Readonly<Record<'median' | 'p75' | 'p90' | 'p95' | 'max', number>>;
  /** Share of classes whose truth lies within [low, high]. */
  readonly held: number;
}

function outcomeOf(model: (typeof VIEWS)['good']): Outcome {
  const random = seededRandom(7);
  const sums = { median: 0, p75: 0, p90: 0, p95: 0, max: 0 };
  let held = 0;
  for (let n = 0; n < CLASSES; n += 1) {
    const one = simulateClass(model, random);
    const { figures, low, high } = estimateAttendance(inputOf(one, { percentile: 0.95 }));
    const { p75, p90, bodies: p95, max, p50: median } = figures;
    for (const [name, bodies] of Object.entries({ median, p75, p90, p95, max })) {
      sums[name as keyof typeof sums] += Math.abs(Math.round(bodies ?? Number.NaN) - 1 - one.truth);
    }
    if ((low ?? Number.NaN) <= one.truth && one.truth <= (high ?? Number.NaN)) held += 1;
  }
  const of = (name: keyof typeof sums) => sums[name] / CLASSES;
  const errors = {
    median: of('median'),
    p75: of('p75'),
    p90: of('p90'),
    p95: of('p95'),
    max: of('max'),
  };
  return { errors, held: held / CLASSES };
}

describe('simulated classes', () => {
  for (const view of ['good', 'typical'] as const) {
    test(`of a ${view} view lie in the range at least nine times in ten, ghosts and hidden people or not`, () => {
      expect(outcomeOf(VIEWS[view]).held).toBeGreaterThanOrEqual(0.9);
      expect(outcomeOf({ ...VIEWS[view], bursts: 0 }).held).toBeGreaterThanOrEqual(0.9);
      expect(outcomeOf({ ...VIEWS[view], hiddenForLong: 0 }).held).toBeGreaterThanOrEqual(0.9);
    });
  }
});

describe('simulated classes of 10 to 25 people, as far from the truth as pictures of full rooms', () => {
  test.each(LOOKED_SIZES)('at %s lie in the range nine times in ten, and are no A', (size) => {
    const random = seededRandom(11);
    const estimates = Array.from({ length: 300 }, () => {
      const one = anyCrowdedClass(size, random);
      return { one, estimate: estimateAttendance(inputOf(one, {}, pixelsOf(size))) };
    });
    const held = estimates.filter(
      ({ one, estimate: { low, high } }) => (low ?? 99) <= one.truth && one.truth <= (high ?? 0),
    );
    expect(held.length / 300).toBeGreaterThanOrEqual(0.9);
    // Of those, too few are seen for anybody to know that the room is full.
    const best = estimates.filter(({ estimate: { quality } }) => quality === 'A');
    expect(best.length / 300).toBeLessThanOrEqual(0.05);
    for (const { estimate } of best) expect(estimate.figures.max).toBeLessThan(11);
  });
});

test('the default of the configuration is the percentile that was chosen', () => {
  expect(demoConfig(readEnvironment({})).gyms[0]?.attendance.percentile).toBe(DEFAULT_PERCENTILE);
});
