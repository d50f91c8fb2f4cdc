/** Money of a class over its occurrences: sums with their n, and what its empty places would bring in. */

import { Type } from 'typebox';
import { priceOf } from '../../figures/comparisons.ts';
import { VALUES } from '../../figures/measures.ts';
import { Total } from '../../figures/sums.ts';
import type { ClassReview } from '../classes/reviews.ts';
import {
  count,
  field,
  money,
  nullable,
  object,
  people,
  schemasOf,
  valuesOf,
  words,
} from '../fields/field.ts';
import { moneyIn } from '../fields/rounding.ts';
import { figure } from '../figures/figures.ts';

/** One class, or several that are added up in their order. */
type Reviewed = ClassReview | readonly ClassReview[];
type TotalOf = (review: ClassReview) => Pick<Total, 'n' | 'sum'> | null;

function totalOf(reviewed: Reviewed, partOf: TotalOf): Total {
  const total = new Total();
  for (const review of [reviewed].flat()) {
    const { n = 0, sum = 0 } = partOf(review) ?? {};
    total.n += n;
    total.sum += sum;
  }
  return total;
}

const sum = (description: string, partOf: TotalOf) =>
  field(money(description), (reviewed: Reviewed) =>
    moneyIn([reviewed].flat()[0]?.currency ?? null)(totalOf(reviewed, partOf).known),
  );
const nOf = (name: string, partOf: TotalOf) =>
  field(count(`The n of \`${name}\`.`), (reviewed: Reviewed) => totalOf(reviewed, partOf).n);

const revenue: TotalOf = ({ sums }) => sums.revenue;
const cost: TotalOf = ({ sums }) => sums.cost;
const profit: TotalOf = ({ sums }) => sums.profit;
const emptyValue: TotalOf = ({ series, sums }) => {
  const price = priceOf(series, sums);
  return price === null ? null : { n: sums.emptySeats.n, sum: sums.emptySeats.sum * price };
};

/** Sums over occurrences that took place and have the figure; null where none has. Each has its n. */
const SUMS = {
  revenue: sum('As imported, or else people × revenue per visit.', revenue),
  revenue_occurrences: nOf('revenue', revenue),
  cost: sum('Pay, room and cost per person.', cost),
  cost_occurrences: nOf('cost', cost),
  profit: sum('Over occurrences where revenue and cost are known.', profit),
  profit_occurrences: nOf('profit', profit),
  empty_seat_value: sum('Empty places times revenue per visit.', emptyValue),
  empty_seat_occurrences: nOf('empty_seat_value', emptyValue),
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
    ({ sums }: ClassReview) => VALUES.breakeven_attendance.value(sums),
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

export const CURRENCY = nullable(
  Type.String({ description: 'ISO 4217; null if none is configured.' }),
);

/** Sums over classes, in their order. */
export function totalMoney(reviews: readonly ClassReview[]) {
  return valuesOf(SUMS, reviews);
}

/** Null where there is nothing to say of the break-even. Source: docs/method.md#break-even. */
function breakevenReason({ series, classes, sums }: ClassReview) {
  const attendance = VALUES.breakeven_attendance.value(sums);
  if (attendance === null) {
    if (sums.costedN === 0) return 'cost_unknown';
    return priceOf(series, sums) === null ? 'revenue_per_visit_unknown' : 'no_margin';
  }
  const places = classes.flatMap(({ session: { isCancelled, capacity } }) =>
    isCancelled || capacity === null ? [] : [capacity],
  );
  return places.length > 0 && attendance > Math.max(...places) ? 'above_capacity' : null;
}
