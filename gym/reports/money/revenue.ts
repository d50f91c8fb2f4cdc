/** What classes earn and cost over six weeks, as `GET /v1/revenue` answers: the most profitable, the dead and the unprofitable ones. */

import type { Static } from 'typebox';
import { VALUES } from '../../figures/measures.ts';
import type { GymView } from '../../sessions/view.ts';
import {
  byIdentity,
  CLASS_FACTS,
  CLASS_FIGURES,
  MAX_DEAD,
  WINDOW,
  windowOf,
} from '../classes/class-row.ts';
import { type ClassReview, reviewOf } from '../classes/reviews.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import { count, list, object, schemasOf, valuesOf } from '../fields/field.ts';
import { HEAD, headOf } from '../head.ts';
import { highestFirst, inOrder, lowestFirst } from '../order.ts';
import { type DateRange, windowRange } from '../period.ts';
import { CLASS_MONEY, CURRENCY, TOTALS, totalMoney } from './money.ts';

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
    ...HEAD,
    window: WINDOW,
    ...COVERAGE,
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

const profitIn = ({ sums }: ClassReview) => VALUES.profit.value(sums);

const mostProfitableFirst = inOrder<ClassReview>(
  highestFirst(profitIn),
  highestFirst(({ sums }) => VALUES.average_attendance.value(sums)),
  byIdentity,
);
/** Unknown profit stands behind all losses. */
const greatestLossFirst = inOrder<ClassReview>(
  lowestFirst(profitIn),
  lowestFirst(({ sums }) => VALUES.fill_rate.value(sums)),
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
    ...headOf(view),
    window: windowOf(range),
    ...coverageOf(view, range),
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

type Breakeven = Pick<
  ClassRevenueBody,
  'average_attendance' | 'breakeven_attendance' | 'breakeven_reason'
>;

/** What would help a class that loses money: `it breaks even at 21 people, more than the room holds: a higher price, more places or lower pay would help`. */
export function remedyOf(row: Breakeven): string {
  const { average_attendance: come, breakeven_attendance: people, breakeven_reason: reason } = row;
  if (reason === 'no_margin')
    return 'a visit brings in no more than it costs: a higher price or less pay a head would help';
  if (people === null) return 'a higher price or lower pay would help';
  const pays = `it breaks even at ${people} ${people === 1 ? 'person' : 'people'}`;
  if (reason === 'above_capacity')
    return `${pays}, more than the room holds: a higher price, more places or lower pay would help`;
  return come !== null && come < people
    ? `${pays}: more people, a higher price or lower pay would help`
    : `${pays}: a higher price or lower pay would help`;
}
