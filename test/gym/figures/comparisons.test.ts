import { expect, test } from 'vitest';
import { judge } from '../../../gym/figures/comparisons.ts';
import { type PartName, Sums, type Total } from '../../../gym/figures/sums.ts';
import { reportGym } from '../../support/gym-view.ts';

const { verdicts: LIMITS } = reportGym();

interface Said {
  readonly graded?: number;
  readonly rated?: number;
  readonly checkIns?: number;
  readonly noShows?: { readonly rate: number; readonly n: number };
  readonly profitsMilli?: readonly number[];
  readonly waitlisted?: readonly number[];
  readonly isMixed?: boolean;
}

function sumsOf(fillRate: number | null, said: Said): Sums {
  const { graded = 6, rated = 6, checkIns = 0, noShows, profitsMilli = [], waitlisted = [] } = said;
  const sums = Object.assign(new Sums(), {
    sources: { manual: 0, camera: graded - checkIns, import: checkIns },
  });
  const say = (part: PartName, total: Partial<Total>) =>
    Object.assign(sums.totals.get(part) ?? {}, total);
  say('attended', { n: graded });
  if (fillRate !== null) say('fill_rate', { n: rated, sum: fillRate, whole: 1 });
  say('no_show_rate', { n: noShows?.n ?? 0, sum: noShows?.rate ?? 0, whole: 1 });
  const losses = profitsMilli.filter((profit) => profit < 0).length;
  say('losses', { n: profitsMilli.length, sum: losses });
  const queues = waitlisted.filter((people) => people > 0).length;
  say('queues', { n: waitlisted.length, sum: queues });
  if (said.isMixed === true) say('first_half', { n: 3, checkIns: 3 });
  say('second_half', { n: 3 });
  return sums;
}

/** Fill, what else is said, the verdict, and its reasons. */
const CASES: readonly [number | null, Said, string, ...string[]][] = [
  [0, {}, 'dead', 'low_fill'],
  [0.2999, {}, 'dead', 'low_fill'],
  [0.3, {}, 'weak', 'fill_below_weak'],
  [0.5, {}, 'fair', 'fill_below_fair'],
  [0.7, {}, 'healthy', 'fill_healthy'],
  [0.85, {}, 'full', 'fill_full'],
  // Fewer than four graded or rated occurrences are too few, whatever they say.
  [0, { graded: 3, profitsMilli: [-1, -1, -1] }, 'insufficient_data', 'too_few_graded'],
  [1, { graded: 3, waitlisted: [9, 9, 9] }, 'insufficient_data', 'too_few_graded'],
  [0.1, { rated: 3 }, 'insufficient_data', 'capacity_unknown'],
  [null, {}, 'insufficient_data', 'capacity_unknown'],
  // Three quarters of four or more lose money; of a dead class that is said beside.
  [1, { profitsMilli: [-5, -5, -5, 9_000] }, 'unprofitable', 'loses_money'],
  [1, { profitsMilli: [-5, -5, 0, 9_000] }, 'full', 'fill_full'],
  [1, { profitsMilli: [-5, -5, -5] }, 'full', 'fill_full'],
  [null, { profitsMilli: [-5, -5, -5, -5] }, 'unprofitable', 'loses_money'],
  [0.1, { profitsMilli: [-5, -5, -5, -5] }, 'dead', 'low_fill', 'loses_money'],
  // People wait for it most times, and those who booked come.
  [0.6, { waitlisted: [2, 1, 3, 0] }, 'full', 'waitlist'],
  [0.9, { waitlisted: [2, 1, 3, 0] }, 'full', 'fill_full', 'waitlist'],
  [0.4, { waitlisted: [2, 1, 3, 0] }, 'weak', 'fill_below_weak'],
  [0.6, { waitlisted: [2, 1, 0, 0] }, 'fair', 'fill_below_fair'],
  [0.6, { waitlisted: [2, 1, 3] }, 'fair', 'fill_below_fair'],
  [0.9, { noShows: { rate: 0.1501, n: 4 } }, 'full', 'fill_full', 'no_show_alert'],
  [0.9, { noShows: { rate: 0.15, n: 4 } }, 'full', 'fill_full'],
  [0.9, { noShows: { rate: 0.1501, n: 3 } }, 'full', 'fill_full'],
  [0.9, { checkIns: 6, isMixed: true }, 'full', 'fill_full', 'checked_in_only', 'source_changed'],
];

test.each(CASES)('a class at a fill of %d with %j is %s', (fill, said, verdict, ...reasons) => {
  expect(judge(sumsOf(fill, said), LIMITS)).toEqual({ verdict, verdict_reasons: reasons });
});

test('a share of losses of 0 needs one loss all the same', () => {
  const sums = sumsOf(0.9, { profitsMilli: [1, 1, 1, 1] });
  expect(judge(sums, { ...LIMITS, lossShare: 0 }).verdict).toBe('full');
});
