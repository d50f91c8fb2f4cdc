import { describe, expect, test } from 'vitest';
import { judge } from '../../../gym/figures/comparisons.ts';
import { Sums } from '../../../gym/figures/sums.ts';
import { reportGym } from '../../support/gym-view.ts';

const { verdicts: LIMITS } = reportGym();

interface Said {
  readonly graded?: number;
  readonly rated?: number;
  readonly checkIns?: number;
  readonly noShows?: { readonly rate: number; readonly n: number };
  readonly profitsMilli?: readonly number[];
  readonly waitlisted?: readonly number[];
  readonly isOtherwise?: boolean;
}

function sumsOf(fillRate: number | null, said: Said): Sums {
  const { graded = 6, rated = 6, checkIns = 0, noShows, profitsMilli = [], waitlisted = [] } = said;
  const sums = Object.assign(new Sums(), {
    sources: { manual: 0, camera: graded - checkIns, import: checkIns },
    placesAttended: fillRate ?? 0,
    noShowsBooked: 1,
    profits: profitsMilli.length,
    losses: profitsMilli.filter((profit) => profit < 0).length,
    waitlists: waitlisted.length,
    queued: waitlisted.filter((people) => people > 0).length,
  });
  Object.assign(sums.attended, { n: graded });
  Object.assign(sums.places, fillRate === null ? {} : { n: rated, sum: 1 });
  Object.assign(sums.noShows, { n: noShows?.n ?? 0, sum: noShows?.rate ?? 0 });
  if (said.isOtherwise === true) Object.assign(sums.halves[0], { n: 3, checkIns: 3 });
  Object.assign(sums.halves[1], { n: 3 });
  return sums;
}

function verdict(fillRate: number | null, said: Said = {}) {
  return judge(sumsOf(fillRate, said), LIMITS);
}

describe('a class is', () => {
  test.each([
    [0, 'dead', 'low_fill'],
    [0.2999, 'dead', 'low_fill'],
    [0.3, 'weak', 'fill_below_weak'],
    [0.5, 'fair', 'fill_below_fair'],
    [0.7, 'healthy', 'fill_healthy'],
    [0.8499, 'healthy', 'fill_healthy'],
    [0.85, 'full', 'fill_full'],
    [1.3, 'full', 'fill_full'],
  ])('at a fill of %d %s', (fill, expected, reason) => {
    expect(verdict(fill)).toEqual({ verdict: expected, verdict_reasons: [reason] });
  });

  test('not judged by fewer than four graded occurrences, whatever they say', () => {
    for (const fill of [0, 0.6, 1]) {
      expect(
        verdict(fill, { graded: 3, profitsMilli: [-1, -1, -1], waitlisted: [9, 9, 9] }),
      ).toEqual({ verdict: 'insufficient_data', verdict_reasons: ['too_few_graded'] });
    }
  });

  test('not judged by a fill that too few occurrences have', () => {
    expect(verdict(0.1, { rated: 3 })).toEqual({
      verdict: 'insufficient_data',
      verdict_reasons: ['capacity_unknown'],
    });
    expect(verdict(null)).toMatchObject({ verdict: 'insufficient_data' });
  });

  test('unprofitable when three quarters of its occurrences lose money and it is not dead, however full', () => {
    expect(verdict(1, { profitsMilli: [-5, -5, -5, 9_000] })).toEqual({
      verdict: 'unprofitable',
      verdict_reasons: ['loses_money'],
    });
    expect(verdict(1, { profitsMilli: [-5, -5, 0, 9_000] })).toMatchObject({ verdict: 'full' });
    const losing = { profitsMilli: [-5, -5, -5, -5] };
    expect(verdict(null, losing)).toMatchObject({ verdict: 'unprofitable' });
    expect(verdict(0.3, losing)).toMatchObject({ verdict: 'unprofitable' });
    expect(verdict(0.1, losing)).toMatchObject({
      verdict: 'dead',
      verdict_reasons: ['low_fill', 'loses_money'],
    });
  });

  test('not unprofitable by the losses of fewer than four occurrences', () => {
    expect(verdict(1, { profitsMilli: [-5, -5, -5] })).toMatchObject({ verdict: 'full' });
  });

  test('full when people wait for it most times, unless the people are not there', () => {
    const waitlisted = [2, 1, 3, 0];
    expect(verdict(0.6, { waitlisted })).toEqual({
      verdict: 'full',
      verdict_reasons: ['waitlist'],
    });
    expect(verdict(0.9, { waitlisted })).toEqual({
      verdict: 'full',
      verdict_reasons: ['fill_full', 'waitlist'],
    });
    expect(verdict(0.4, { waitlisted })).toMatchObject({ verdict: 'weak' });
    expect(verdict(0.6, { waitlisted: [2, 1, 0, 0] })).toMatchObject({ verdict: 'fair' });
    expect(verdict(0.6, { waitlisted: [2, 1, 3] })).toMatchObject({ verdict: 'fair' });
  });
});

test('bookings that stay away are said beside any verdict, where enough classes show it', () => {
  const reasons = (rate: number, n: number) =>
    verdict(0.9, { noShows: { rate, n } }).verdict_reasons;
  expect(reasons(0.1501, 4)).toEqual(['fill_full', 'no_show_alert']);
  expect(reasons(0.15, 4)).toEqual(['fill_full']);
  expect(reasons(0.1501, 3)).toEqual(['fill_full']);
});

test('figures of check-ins are marked, and halves that were counted in different ways', () => {
  const { verdict_reasons } = verdict(0.9, { checkIns: 6, isOtherwise: true });
  expect(verdict_reasons).toEqual(['fill_full', 'checked_in_only', 'source_changed']);
});

test('a share of losses of 0 needs one loss all the same', () => {
  const sums = sumsOf(0.9, { profitsMilli: [1, 1, 1, 1] });
  const judged = judge(sums, { ...LIMITS, lossShare: 0 });
  expect(judged.verdict).toBe('full');
});
