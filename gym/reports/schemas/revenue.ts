/** Body of `GET /v1/revenue`: what classes earn and cost. */

import { type Static, Type } from 'typebox';
import { CLASS_FACTS, CLASS_FIGURES, WINDOW } from './class-row.ts';
import { closed, count, HEAD, money, nullable, people, words } from './field.ts';

/** Sums of money with their n. */
export const SUMS = {
  revenue: money('As imported, or else people × revenue per visit.'),
  revenue_occurrences: count('The n of `revenue`.'),
  cost: money('Pay, room and cost per person.'),
  cost_occurrences: count('The n of `cost`.'),
  profit: money('Over occurrences where revenue and cost are known.'),
  profit_occurrences: count('The n of `profit`.'),
  empty_seat_value: money('Empty places times revenue per visit.'),
  empty_seat_occurrences: count('The n of `empty_seat_value`.'),
};

export const TOTALS = Type.Object(SUMS, {
  ...closed,
  title: 'MoneyTotals',
  description: 'Sums over all classes of the window.',
});

/** The money of one class. */
export const CLASS_MONEY = {
  ...SUMS,
  profit_per_class: money('Profit over the occurrences that have one.'),
  revenue_per_visit: money('Revenue over attendance where both are known.'),
  breakeven_attendance: people('Attendance from which the class earns what it costs.'),
  breakeven_reason: nullable(
    words(
      ['no_margin', 'revenue_per_visit_unknown', 'cost_unknown', 'above_capacity'],
      'Why there is no break-even; `above_capacity`: there is one, but fewer places.',
    ),
  ),
};

export const CURRENCY = nullable(
  Type.String({ description: 'ISO 4217; null if none is configured.' }),
);

const ROW = Type.Object(
  { ...CLASS_FACTS, ...CLASS_MONEY, ...CLASS_FIGURES },
  { ...closed, title: 'ClassRevenue', description: 'The money of a class of the week.' },
);

export const REVENUE = Type.Object(
  {
    ...HEAD,
    window: WINDOW,
    currency: CURRENCY,
    total_classes: count('Classes of the week within the window.'),
    totals: TOTALS,
    most_profitable: Type.Array(ROW, {
      maxItems: 10,
      description: 'Profit above 0, neither dead nor unprofitable, highest first.',
    }),
    dead: Type.Array(ROW, {
      maxItems: 100,
      description:
        'Classes of the verdicts `dead` (few come) and `unprofitable` (they lose money, though not few come), greatest loss first.',
    }),
    dead_count: count('All classes of these two verdicts, also where more than 100 are.'),
  },
  {
    ...closed,
    title: 'Revenue',
    description: 'The most profitable classes, and those that are dead or unprofitable.',
  },
);

export type RevenueBody = Static<typeof REVENUE>;
export type ClassRevenueBody = Static<typeof ROW>;
