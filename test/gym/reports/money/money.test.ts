import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EconomicsConfig } from '../../../../config/config.ts';
import { type ClassReview, reviewOf } from '../../../../gym/reports/classes/reviews.ts';
import { valuesOf } from '../../../../gym/reports/fields/field.ts';
import { CLASS_MONEY } from '../../../../gym/reports/money/money.ts';
import { windowRange } from '../../../../gym/reports/period.ts';
import type { ClassSession } from '../../../../gym/sessions/session.ts';
import { gymView, reportGym } from '../../../support/gym-view.ts';
import { weekly } from '../../../support/timetable.ts';

const { economics: NOTHING } = reportGym();

function reviewed(
  sessions: readonly ClassSession[],
  economics: Partial<EconomicsConfig>,
): ClassReview {
  const view = gymView({ sessions, gym: { economics: { ...NOTHING, ...economics } } });
  const [review, ...others] = reviewOf(view, windowRange(view));
  expect(others).toEqual([]);
  if (review === undefined) throw new Error('no class took place');
  return review;
}

const moneyOf = (review: ClassReview) => valuesOf(CLASS_MONEY, review);

describe('break-even', () => {
  function breakeven(
    economics: Partial<EconomicsConfig>,
    sessions: readonly ClassSession[] = weekly([20, 20, 20, 20]),
  ) {
    const money = moneyOf(reviewed(sessions, economics));
    const { breakeven_attendance, breakeven_reason } = money;
    return { breakeven_attendance, breakeven_reason };
  }
  const at = (people: number) => ({ breakeven_attendance: people, breakeven_reason: null });

  test('is the first whole person that pays for the class', () => {
    expect(breakeven({ revenuePerVisitMilli: 10_000, flatPayMilli: 50_000 })).toEqual(at(5));
    expect(breakeven({ revenuePerVisitMilli: 10_000, flatPayMilli: 50_001 })).toEqual(at(6));
    expect(breakeven({ revenuePerVisitMilli: 10_000, flatPayMilli: 0 })).toEqual(at(0));
  });

  test('cannot be reached where a visit costs what it brings in', () => {
    expect(
      breakeven({ revenuePerVisitMilli: 5_000, perHeadPayMilli: 5_000, roomCostMilli: 1_000 }),
    ).toEqual({ breakeven_attendance: null, breakeven_reason: 'no_margin' });
  });

  test('above the places of the class is said to be', () => {
    expect(breakeven({ revenuePerVisitMilli: 10_000, flatPayMilli: 500_000 })).toEqual({
      breakeven_attendance: 50,
      breakeven_reason: 'above_capacity',
    });
  });

  test('goes by the revenue as imported, and by the price where nobody came', () => {
    const imported = weekly([20, 20, 20, 20], { revenueMilli: 240_000 });
    expect(breakeven({ flatPayMilli: 60_000 }, imported)).toEqual(at(5));
    expect(breakeven({ flatPayMilli: 60_000, perHeadPayMilli: 2_000 }, imported)).toEqual(at(6));
    const prices = { revenuePerVisitMilli: 10_000, flatPayMilli: 60_000 };
    expect(breakeven(prices, weekly([0, 0, null]))).toEqual(at(6));
  });

  test('pays for the class, and one person fewer does not', () => {
    const amount = fc.integer({ min: 0, max: 60_000 });
    fc.assert(
      fc.property(amount, amount, amount, (revenuePerVisitMilli, flatPayMilli, perHeadPayMilli) => {
        const economics = { revenuePerVisitMilli, flatPayMilli, perHeadPayMilli };
        const { breakeven_attendance: people } = breakeven(economics);
        const profitOf = (heads: number) =>
          heads * (revenuePerVisitMilli - perHeadPayMilli) - flatPayMilli;
        if (people === null) {
          expect(revenuePerVisitMilli).toBeLessThanOrEqual(perHeadPayMilli);
          return;
        }
        expect(profitOf(people)).toBeGreaterThanOrEqual(0);
        if (people > 0) expect(profitOf(people - 1)).toBeLessThan(0);
      }),
    );
  });
});
