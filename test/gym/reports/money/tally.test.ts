import { expect, test } from 'vitest';
import type { AmountsConfig } from '../../../../config/config.ts';
import { tallyOf } from '../../../../gym/reports/money/tally.ts';
import { checkedIn, classAt } from '../../../support/timetable.ts';

const AT = '2026-11-20T10:00';
const AMOUNTS: AmountsConfig = {
  revenuePerVisitMilli: 10_000,
  flatPayMilli: 120_000,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
};

test('money is of all that took place; visits, empty places and losses of those counted one way', () => {
  const sessions = [
    classAt(AT, { people: 15, waitlisted: 2 }),
    classAt(AT, { people: 10, waitlisted: 0 }),
    classAt(AT, { people: 25, capacity: null, waitlisted: null }),
    classAt(AT, { attendance: checkedIn(14), waitlisted: null }),
    classAt(AT, { people: null, waitlisted: null }),
    classAt(AT, { people: 20, isCancelled: true, waitlisted: 5 }),
  ];
  expect({ ...tallyOf(sessions, 'present', () => AMOUNTS) }).toEqual({
    revenueMilli: 640_000,
    revenueOccurrences: 4,
    costMilli: 600_000,
    costOccurrences: 5,
    profitMilli: 160_000,
    profitOccurrences: 4,
    earnedMilli: 500_000,
    visits: 50,
    emptySeats: 5 + 10,
    emptySeatOccurrences: 2,
    pricePerVisitMilli: 10_000,
    profits: 3,
    losses: 1,
    waitlists: 2,
    waiting: 1,
  });
});

test('without a basis nothing is graded, and without occurrences there is no price', () => {
  const sums = tallyOf([classAt(AT)], null, () => AMOUNTS);
  expect(sums).toMatchObject({ revenueOccurrences: 1, visits: 0, profits: 0 });
  expect(tallyOf([], 'present', () => AMOUNTS)).toMatchObject({ pricePerVisitMilli: null });
});

test('profit is revenue less cost, each by its own amounts, and unknown where either is', () => {
  const none = { ...AMOUNTS, revenuePerVisitMilli: null, flatPayMilli: null };
  const profitOf = (session: ReturnType<typeof classAt>, amounts = AMOUNTS) => {
    const { profitMilli, profitOccurrences } = tallyOf([session], 'present', () => amounts);
    return profitOccurrences === 0 ? null : profitMilli;
  };
  const counted = classAt(AT, { people: 15 });
  const imported = { ...classAt(AT, { people: null }), revenueMilli: 150_000 };
  expect(profitOf(counted)).toBe(30_000);
  expect(profitOf(imported)).toBe(30_000);
  expect(profitOf(counted, { ...none, revenuePerVisitMilli: 10_000 })).toBe(null);
  expect(profitOf({ ...counted, revenueMilli: 0 }, none)).toBe(null);
  expect(profitOf(counted, { ...none, flatPayMilli: 120_000 })).toBe(null);
  const cheap = { ...AMOUNTS, flatPayMilli: 20_000 };
  const byTurns = [counted, imported, counted];
  const mixed = tallyOf(byTurns, 'present', (session) => (session === imported ? cheap : AMOUNTS));
  expect(mixed.profitMilli).toBe(30_000 + 130_000 + 30_000);
});
