/** What measures need to know of other classes than their own: verdicts and prices of series, and what a slot draws. */

import type { VerdictsConfig } from '../../../config/config.ts';
import { addDays } from '../../calendar/zone.ts';
import { judge, VERDICTS } from '../../reports/classes/verdict.ts';
import { codesOf } from '../codes/codes.ts';
import { type Span, spanOf } from '../codes/span.ts';
import { IS_CANCELLED, IS_CHECKED_IN, IS_PRESENT } from '../table/columns.ts';
import { dateOf } from '../table/wall.ts';
import { NO_SURROUNDINGS, type Surroundings } from './adder.ts';
import { Layout, type SectionName } from './parts.ts';
import { type Groups, scan, sumsOf } from './scan.ts';
import { perVisitOf, VALUES } from './values.ts';

/** Days that classes of a slot are compared over, where the range is shorter. Source: docs/method.md#slot-index. */
export const SLOT_DAYS = 42;
const NO_VERDICTS = new Uint8Array();
const MINUTES = 10_080;
const SLICE_MASK = 1_023;

/** Of every series of a span its verdict over the span, as a place in {@link VERDICTS}. */
export function* verdictsOf(span: Span, limits: VerdictsConfig): Generator<void, Uint8Array> {
  const groups = yield* bySeries(span, ['fill', 'money', 'verdict']);
  const row = sumsOf(groups);
  const none = VERDICTS.indexOf('insufficient_data');
  const verdicts = new Uint8Array(span.table.series.things.length).fill(none);
  for (let group = 0; group < groups.index.count; group += 1) {
    row.at(group);
    const judged = judge(
      {
        attendance_basis: row.basis === 1 ? 'checked_in' : 'present',
        graded_classes: VALUES.average_attendance.n(row),
        rated_classes: VALUES.fill_rate.n(row),
        fill_rate: VALUES.fill_rate.value(row),
        no_show_rate: null,
        no_show_classes: 0,
      },
      {
        profits: row.basis === null ? 0 : row.graded('profits'),
        losses: row.basis === null ? 0 : row.graded('losses'),
        waitlists: row.sum('waitlists'),
        waiting: row.sum('queued'),
      },
      limits,
    );
    verdicts[groups.index.keys[group] ?? 0] = VERDICTS.indexOf(judged.verdict);
  }
  return verdicts;
}

/** @param needs Sections whose sums look at other classes. */
export function* surroundingsOf(
  span: Span,
  needs: ReadonlySet<SectionName>,
): Generator<void, Surroundings> {
  const { table } = span;
  const days = span.toDay - span.fromDay + 1;
  const turnDate = dateOf(span.fromDay + Math.floor(days / 2));
  return {
    turn: needs.has('trend')
      ? spanOf(table, { from: turnDate, to: span.to }, span.nowUtcMs).first
      : 0,
    prices: needs.has('emptyValue') ? yield* pricesOf(span) : NO_SURROUNDINGS.prices,
    expectedIn: needs.has('slot') ? yield* slotsOf(span) : NO_SURROUNDINGS.expectedIn,
  };
}

/** What a visit to each series brought in over the span, else as configured; NaN is unknown. */
function* pricesOf(span: Span): Generator<void, Float64Array> {
  const { table, first, end } = span;
  const groups = yield* bySeries(span, ['visits']);
  const row = sumsOf(groups);
  const prices = new Float64Array(table.series.things.length).fill(Number.NaN);
  for (let at = first; at < end; at += 1) {
    if ((at & SLICE_MASK) === SLICE_MASK) yield;
    const price = table.amounts.things[table.columns.amounts[at] ?? 0]?.revenuePerVisitMilli;
    prices[table.columns.series[at] ?? 0] = price ?? Number.NaN;
  }
  for (let group = 0; group < groups.index.count; group += 1) {
    const observed = perVisitOf(row.at(group));
    if (observed !== null) prices[groups.index.keys[group] ?? 0] = observed;
  }
  return prices;
}

/** Finds what the other classes of a class's name, weekday and start drew on average. */
function* slotsOf(span: Span): Generator<void, (row: number) => number> {
  const { table, nowUtcMs } = span;
  const { columns } = table;
  const earliest = addDays(span.to, 1 - SLOT_DAYS);
  const from = earliest < span.from ? earliest : span.from;
  const window = spanOf(table, { from, to: span.to }, nowUtcMs);
  const slots = new Map<number, number>();
  const slotOfSeries = Int32Array.from(table.series.things, ({ name, minuteOfWeek }) => {
    const key = name * MINUTES + minuteOfWeek;
    const slot = slots.get(key) ?? slots.size;
    slots.set(key, slot);
    return slot;
  });
  const people = new Float64Array(2 * slots.size);
  const classes = new Float64Array(2 * slots.size);
  const placeOf = (row: number) => {
    const flags = columns.flags[row] ?? 0;
    const basis = (flags & IS_PRESENT) !== 0 ? 0 : (flags & IS_CHECKED_IN) !== 0 ? 1 : -1;
    const isHeld = (flags & IS_CANCELLED) === 0 && (columns.endsUtcMs[row] ?? 0) <= nowUtcMs;
    return basis < 0 || !isHeld ? -1 : 2 * (slotOfSeries[columns.series[row] ?? 0] ?? 0) + basis;
  };
  for (let row = window.first; row < window.end; row += 1) {
    if ((row & SLICE_MASK) === SLICE_MASK) yield;
    const place = placeOf(row);
    if (place < 0) continue;
    people[place] = (people[place] ?? 0) + (columns.attended[row] ?? 0);
    classes[place] = (classes[place] ?? 0) + 1;
  }
  return (row) => {
    const place = placeOf(row);
    const others = (classes[place] ?? 0) - 1;
    return others < 1 ? Number.NaN : ((people[place] ?? 0) - (columns.attended[row] ?? 0)) / others;
  };
}

function* bySeries(span: Span, sections: readonly SectionName[]): Generator<void, Groups> {
  const codes = codesOf('series', span, NO_VERDICTS);
  return yield* scan({
    span,
    by: [codes],
    strides: [codes.size],
    sieves: [],
    layout: new Layout(sections),
    around: NO_SURROUNDINGS,
  });
}
