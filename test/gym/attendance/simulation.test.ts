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

/** Share of classes whose truth lies within [low, high]. */
function heldOf(model: (typeof VIEWS)['good']): number {
  const random = seededRandom(7);
  const classes = Array.from({ length: 150 }, () => simulateClass(model, random));
  const held = classes.filter((one) => {
    const { low, high } = estimateAttendance(inputOf(one));
    return (low ?? 99) <= one.truth && one.truth <= (high ?? 0);
  });
  return held.length / classes.length;
}

describe('simulated classes', () => {
  for (const view of ['good', 'typical'] as const) {
    test(`of a ${view} view lie in the range at least nine times in ten, ghosts and hidden people or not`, () => {
      expect(heldOf(VIEWS[view])).toBeGreaterThanOrEqual(0.9);
      expect(heldOf({ ...VIEWS[view], bursts: 0 })).toBeGreaterThanOrEqual(0.9);
      expect(heldOf({ ...VIEWS[view], hiddenForLong: 0 })).toBeGreaterThanOrEqual(0.9);
    });
  }
});

test.each(LOOKED_SIZES)(
  'simulated classes of 10 to 25 people, as far from the truth as pictures of full rooms at %s lie in the range nine times in ten, and are no A',
  (size) => {
    const random = seededRandom(11);
    const estimates = Array.from({ length: 300 }, () => {
      const one = anyCrowdedClass(size, random);
      return { one, estimate: estimateAttendance(inputOf(one, pixelsOf(size))) };
    });
    const held = estimates.filter(
      ({ one, estimate: { low, high } }) => (low ?? 99) <= one.truth && one.truth <= (high ?? 0),
    );
    expect(held.length / 300).toBeGreaterThanOrEqual(0.9);
    // Of those, too few are seen for anybody to know that the room is full.
    const best = estimates.filter(({ estimate: { quality } }) => quality === 'A');
    expect(best.length / 300).toBeLessThanOrEqual(0.05);
    for (const { estimate } of best) expect(estimate.figures.max).toBeLessThan(11);
  },
);

test('the default of the configuration is the percentile that was chosen', () => {
  expect(demoConfig(readEnvironment({})).gyms[0]?.attendance.percentile).toBe(DEFAULT_PERCENTILE);
});
