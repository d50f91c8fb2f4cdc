/**
 * What classes earn and cost over six weeks, as `GET /v1/revenue` answers: the most profitable, the dead and the
 * unprofitable ones.
 */

import type { Static } from 'typebox';
import { classesIn, measured } from '../figures/measures.ts';
import { Sums } from '../figures/sums.ts';
import type { GymView } from '../sessions/view.ts';
import {
  byIdentity,
  CLASS_FACTS,
  CLASS_FIGURES,
  type ClassReview,
  MAX_DEAD,
  reviewOf,
  WINDOW_HEAD,
  windowHeadOf,
} from './class-row.ts';
import {
  count,
  field,
  list,
  nullable,
  object,
  people,
  schemasOf,
  text,
  valuesOf,
  words,
} from './field.ts';
import { figure, nOf } from './figures.ts';
import { byValue, inOrder } from './order.ts';
import { type DateRange, windowRange } from './period.ts';

/** Sums over occurrences that took place and have the figure; null where none has. Each has its n. */
const SUMS = {
  revenue: figure('revenue', 'As imported, or else people × revenue per visit.'),
  revenue_occurrences: nOf('revenue', 'The n of `revenue`.'),
  cost: figure('cost', 'Pay, room and cost per person.'),
  cost_occurrences: nOf('cost', 'The n of `cost`.'),
  profit: figure('profit', 'Over occurrences where revenue and cost are known.'),
  profit_occurrences: nOf('profit', 'The n of `profit`.'),
  empty_seat_value: figure('empty_seat_value', 'Empty places times revenue per visit.'),
  empty_seat_occurrences: nOf('empty_seat_value', 'The n of `empty_seat_value`.'),
};

export const TOTALS = object(
  'MoneyTotals',
  'Sums over all classes of the window.',
  schemasOf(SUMS),
);

/** The money of one class. */
export const CLASS_MONEY = {
  ...SUMS,
  profit_per_class: figure('profit_per_class', 'Profit over the occurrences that have one.'),
  revenue_per_visit: figure('revenue_per_visit', 'Revenue over attendance where both are known.'),
  breakeven_attendance: field(
    people('Attendance from which the class earns what it costs.'),
    ({ sums }: ClassReview) => measured(sums, 'breakeven_attendance'),
  ),
  breakeven_reason: field(
    nullable(
      words(
        ['no_margin', 'revenue_per_visit_unknown', 'cost_unknown', 'above_capacity'],
        'Why there is no break-even; `above_capacity`: there is one, but fewer places.',
      ),
    ),
    breakevenReason,
  ),
};

export const CURRENCY = nullable(text('ISO 4217; null if none is configured.'));

/** Sums over classes, in their order. */
export function totalMoney(reviews: readonly ClassReview[]) {
  const sums = new Sums();
  for (const review of reviews) sums.merge(review.sums);
  return valuesOf(SUMS, { sums, currency: reviews[0]?.currency ?? null });
}

/** Null where there is nothing to say of the break-even. Source: docs/method.md#break-even. */
function breakevenReason({ classes, sums }: ClassReview) {
  const attendance = measured(sums, 'breakeven_attendance');
  if (attendance === null) {
    if (sums.total('breakeven_attendance').n === 0) return 'cost_unknown';
    const isPriced = classesIn(sums, 'breakeven_attendance') > 0;
    return isPriced ? 'no_margin' : 'revenue_per_visit_unknown';
  }
  const places = classes.flatMap(({ session: { isCancelled, capacity } }) =>
    isCancelled || capacity === null ? [] : [capacity],
  );
  return places.length > 0 && attendance > Math.max(...places) ? 'above_capacity' : null;
}

const MAX_PROFITABLE = 10;

const ROW = object(
  'ClassRevenue',
  'The money of a class of the week.',
  schemasOf({ ...CLASS_FACTS, ...CLASS_MONEY, ...CLASS_FIGURES }),
);

export const REVENUE = object(
  'Revenue',
  'The most profitable classes, and those that are dead or unprofitable.',
  {
    ...WINDOW_HEAD,
    currency: CURRENCY,
    total_classes: count('Classes of the week within the window.'),
    totals: TOTALS,
    most_profitable: list(
      ROW,
      MAX_PROFITABLE,
      'Profit above 0, neither dead nor unprofitable, highest first.',
    ),
    dead: list(
      ROW,
      MAX_DEAD,
      'Classes of the verdicts `dead` (few come) and `unprofitable` (they lose money, though not few come), greatest loss first.',
    ),
    dead_count: count('All classes of these two verdicts, also where more than 100 are.'),
  },
);

export type RevenueBody = Static<typeof REVENUE>;
export type ClassRevenueBody = Static<typeof ROW>;

const profitIn = ({ sums }: ClassReview) => measured(sums, 'profit');

const mostProfitableFirst = inOrder<ClassReview>(
  byValue(profitIn, 'desc'),
  byValue(({ sums }) => measured(sums, 'average_attendance'), 'desc'),
  byIdentity,
);
/** Unknown profit stands behind all losses. */
const greatestLossFirst = inOrder<ClassReview>(
  byValue(profitIn, 'asc'),
  byValue(({ sums }) => measured(sums, 'fill_rate'), 'asc'),
  byIdentity,
);

const isDeadOrUnprofitable = ({ judged: { verdict } }: ClassReview) =>
  verdict === 'dead' || verdict === 'unprofitable';

const rowOf = (review: ClassReview) =>
  valuesOf({ ...CLASS_FACTS, ...CLASS_FIGURES, ...CLASS_MONEY }, review);

/** The money of a window, by default the six weeks that end today. Sessions of the window must be in the view. */
export function revenueReport(view: GymView, range: DateRange = windowRange(view)): RevenueBody {
  // Sums of doubles differ in the last bit with their order, which must not be that of the input.
  const classes = reviewOf(view, range).toSorted(mostProfitableFirst);
  const dead = classes.filter(isDeadOrUnprofitable);
  return {
    ...windowHeadOf(view, range),
    currency: view.gym.currency,
    total_classes: classes.length,
    totals: totalMoney(classes),
    most_profitable: classes
      .filter((review) => !isDeadOrUnprofitable(review) && (profitIn(review) ?? 0) > 0)
      .slice(0, MAX_PROFITABLE)
      .map(rowOf),
    dead: dead.toSorted(greatestLossFirst).slice(0, MAX_DEAD).map(rowOf),
    dead_count: dead.length,
  };
}

/** The money of every class of the week over the window of class reports, by its id. */
export function earningsOf(view: GymView): ReadonlyMap<string, ClassRevenueBody> {
  const rows = reviewOf(view, windowRange(view)).map(rowOf);
  return new Map(rows.map((row) => [row.class_id, row]));
}

type Breakeven = Pick<
  ClassRevenueBody,
  'average_attendance' | 'breakeven_attendance' | 'breakeven_reason'
>;

/** What would help a class that loses money: `it breaks even at 21 people, more than the class has spots: a higher price, more spots or lower pay would help`. */
export function remedyOf(row: Breakeven): string {
  const { average_attendance: come, breakeven_attendance: people, breakeven_reason: reason } = row;
  if (reason === 'no_margin')
    return 'a visit brings in no more than it costs: a higher price or less pay a head would help';
  if (people === null) return 'a higher price or lower pay would help';
  const pays = `it breaks even at ${people} ${people === 1 ? 'person' : 'people'}`;
  if (reason === 'above_capacity')
    return `${pays}, more than the class has spots: a higher price, more spots or lower pay would help`;
  const also = come !== null && come < people ? 'more people, ' : '';
  return `${pays}: ${also}a higher price or lower pay would help`;
}
