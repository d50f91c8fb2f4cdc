/** What classes earn and cost over six weeks, as `GET /v1/revenue` answers: the most profitable, the dead and the unprofitable ones. */

import { type Static, Type } from 'typebox';
import { VALUES } from '../../figures/measures.ts';
import type { GymView } from '../../sessions/view.ts';
import {
  byIdentity,
  CLASS_FACTS,
  CLASS_FIGURES,
  classRow,
  MAX_DEAD,
  WINDOW,
  windowOf,
} from '../classes/class-row.ts';
import { type ClassReview, reviewOf } from '../classes/reviews.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import { closed, count } from '../fields/field.ts';
import { moneyIn } from '../fields/rounding.ts';
import { HEAD, headOf } from '../head.ts';
import { highestFirst, inOrder, lowestFirst } from '../order.ts';
import { type DateRange, windowRange } from '../period.ts';
import { CLASS_MONEY, CURRENCY, classMoney, TOTALS, totalMoney } from './money.ts';

const MAX_PROFITABLE = 10;

const ROW = Type.Object(
  { ...CLASS_FACTS, ...CLASS_MONEY, ...CLASS_FIGURES },
  { ...closed, title: 'ClassRevenue', description: 'The money of a class of the week.' },
);

export const REVENUE = Type.Object(
  {
    ...HEAD,
    window: WINDOW,
    ...COVERAGE,
    currency: CURRENCY,
    total_classes: count('Classes of the week within the window.'),
    totals: TOTALS,
    most_profitable: Type.Array(ROW, {
      maxItems: MAX_PROFITABLE,
      description: 'Profit above 0, neither dead nor unprofitable, highest first.',
    }),
    dead: Type.Array(ROW, {
      maxItems: MAX_DEAD,
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

const profitIn = ({ sums }: ClassReview) => VALUES.profit.value(sums);

const mostProfitableFirst = inOrder<ClassReview>(
  highestFirst(profitIn),
  highestFirst(({ figures }) => figures.average_attendance),
  byIdentity,
);
/** Unknown profit stands behind all losses. */
const greatestLossFirst = inOrder<ClassReview>(
  lowestFirst(profitIn),
  lowestFirst(({ figures }) => figures.fill_rate),
  byIdentity,
);

const isDeadOrUnprofitable = ({ judged: { verdict } }: ClassReview) =>
  verdict === 'dead' || verdict === 'unprofitable';

/** The money of a window, by default the six weeks that end today. Sessions of the window must be in the view. */
export function revenueReport(view: GymView, range: DateRange = windowRange(view)): RevenueBody {
  const { currency } = view.gym;
  const rounded = moneyIn(currency);
  const rowOf = (review: ClassReview): ClassRevenueBody => {
    // The first property by name: begun with a spread, each row would get a shape of its own, at 30 us.
    const { class_id, ...rest } = classRow(review);
    return { class_id, ...rest, ...classMoney(review, rounded) };
  };
  // Sums of doubles differ in the last bit with their order, which must not be that of the input.
  const classes = reviewOf(view, range).toSorted(mostProfitableFirst);
  const dead = classes.filter(isDeadOrUnprofitable);
  return {
    ...headOf(view),
    window: windowOf(range),
    ...coverageOf(view, range),
    currency,
    total_classes: classes.length,
    totals: totalMoney(classes, rounded),
    most_profitable: classes
      .filter((review) => !isDeadOrUnprofitable(review) && (profitIn(review) ?? 0) > 0)
      .slice(0, MAX_PROFITABLE)
      .map(rowOf),
    dead: dead.toSorted(greatestLossFirst).slice(0, MAX_DEAD).map(rowOf),
    dead_count: dead.length,
  };
}
