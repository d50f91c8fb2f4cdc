import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sums } from '../../../../gym/figures/sums.ts';
import { judge } from '../../../../gym/reports/classes/verdict.ts';
import type { Figures } from '../../../../gym/reports/figures/figures.ts';
import { figuresOf } from '../../../../gym/reports/figures/figures.ts';
import { reportGym } from '../../../support/gym-view.ts';

const { verdicts: LIMITS } = reportGym();

function figures(fillRate: number | null, said: Partial<Figures> = {}): Figures {
  const known = figuresOf(new Sums());
  return {
    ...known,
    attendance_basis: 'present',
    graded_classes: 6,
    rated_classes: fillRate === null ? 0 : 6,
    fill_rate: fillRate,
    ...said,
  };
}

interface Said extends Partial<Figures> {
  readonly profitsMilli?: readonly number[];
  readonly waitlisted?: readonly number[];
  readonly isOtherwise?: boolean;
}

function verdict(
  fillRate: number | null,
  { profitsMilli = [], waitlisted = [], isOtherwise = false, ...said }: Said = {},
) {
  const counts = {
    profits: profitsMilli.length,
    losses: profitsMilli.filter((profit) => profit < 0).length,
    waitlists: waitlisted.length,
    waiting: waitlisted.filter((people) => people > 0).length,
    isOtherwise,
  };
  return judge(figures(fillRate, said), counts, LIMITS);
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
        verdict(fill, { graded_classes: 3, profitsMilli: [-1, -1, -1], waitlisted: [9, 9, 9] }),
      ).toEqual({ verdict: 'insufficient_data', verdict_reasons: ['too_few_graded'] });
    }
  });

  test('not judged by a fill that too few occurrences have', () => {
    expect(verdict(0.1, { rated_classes: 3 })).toEqual({
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
  const often = { no_show_rate: 0.1501, no_show_classes: 4 };
  expect(verdict(0.9, often).verdict_reasons).toEqual(['fill_full', 'no_show_alert']);
  expect(verdict(0.9, { ...often, no_show_rate: 0.15 }).verdict_reasons).toEqual(['fill_full']);
  expect(verdict(0.9, { ...often, no_show_classes: 3 }).verdict_reasons).toEqual(['fill_full']);
});

test('figures of check-ins are marked, and halves that were counted in different ways', () => {
  const { verdict_reasons } = verdict(0.9, { attendance_basis: 'checked_in', isOtherwise: true });
  expect(verdict_reasons).toEqual(['fill_full', 'checked_in_only', 'source_changed']);
});

test('a fuller class never has a worse verdict', () => {
  const order = ['dead', 'weak', 'fair', 'healthy', 'full'];
  const fill = fc.double({ min: 0, max: 2, noNaN: true });
  fc.assert(
    fc.property(fill, fill, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(order.indexOf(verdict(low).verdict)).toBeLessThanOrEqual(
        order.indexOf(verdict(high).verdict),
      );
      expect(order).toContain(verdict(low).verdict);
    }),
  );
});

test('a share of losses of 0 needs one loss all the same', () => {
  const counts = { profits: 4, losses: 0, waitlists: 0, waiting: 0, isOtherwise: false };
  const judged = judge(figures(0.9), counts, { ...LIMITS, lossShare: 0 });
  expect(judged.verdict).toBe('full');
});
