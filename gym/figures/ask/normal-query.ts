/** What a query means where it leaves something out, which dates it needs, and what of it a trainer may ask. */

import { addDays, type CalendarDate } from '../../calendar/zone.ts';
import { daysIn, horizonOf, overSameDays, rangeBefore, WINDOW_DAYS } from '../../reports/period.ts';
import { findName } from '../../sessions/names.ts';
import type { Trainer } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { isOfMoney } from '../catalogue.ts';
import { SLOT_DAYS } from '../comparisons.ts';
import { DIMENSIONS } from '../dimensions.ts';
import {
  type FiguresQuery,
  measuresIn,
  type NormalQuery,
  QUERY_LIMITS,
  type QueryRange,
} from '../query.ts';
import { Part, type QueryFault } from './faults.ts';
import type { QueryRefusal } from './resolve-names.ts';

/** A year of whole weeks: the weekdays are the same. */
const YEAR_DAYS = 364;

/** Fills in everything but names. @returns the faults of ranges that cannot be meant. */
export function withDefaults(query: FiguresQuery, today: CalendarDate) {
  const faults: QueryFault[] = [];
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  const range = { from: query.from ?? addDays(to, 1 - WINDOW_DAYS), to };
  checkRange(range, new Part(range, faults));
  const compare = faults.length > 0 ? null : comparedRange(query.compare, range);
  if (compare !== null) checkRange(compare, new Part(compare, faults, ['compare']));
  if (faults.length > 0) return faults;
  const by = query.by ?? [];
  return {
    measures: query.measures,
    by,
    ...range,
    where: query.where ?? [],
    having: query.having ?? [],
    order: query.order ?? usualOrder(query.measures, by),
    limit: query.limit ?? QUERY_LIMITS.usualRows,
    offset: query.offset ?? 0,
    share: query.share ?? false,
    fill: query.fill ?? 'none',
    compare,
  };
}

function comparedRange(compare: FiguresQuery['compare'], range: QueryRange): QueryRange | null {
  if (compare === 'previous') return rangeBefore(range);
  if (compare !== 'last_year') return compare ?? null;
  return { from: addDays(range.from, -YEAR_DAYS), to: addDays(range.to, -YEAR_DAYS) };
}

/** With the range to compare with over the days that have begun, where the query's own still runs. */
export function onSameDays(query: NormalQuery, view: GymView): NormalQuery {
  const { from, to, compare } = query;
  if (compare === null) return query;
  return { ...query, compare: overSameDays({ from, to }, compare, horizonOf(view)) };
}

/** The range whose classes a query looks at: also those that its own are compared with. */
export function neededRange(query: NormalQuery): QueryRange {
  const isSlotted = measuresIn(query).includes('slot_index');
  const dates = [query, query.compare ?? query].flatMap(({ from, to }) => [
    from,
    to,
    isSlotted ? addDays(to, 1 - SLOT_DAYS) : from,
  ]);
  dates.sort();
  return { from: dates[0] ?? query.from, to: dates.at(-1) ?? query.to };
}

/** Time goes on; of everything else the highest comes first. */
export function usualOrder(measures: FiguresQuery['measures'], by: NormalQuery['by']) {
  const [first] = by;
  const [measure] = measures;
  if (first === undefined || measure === undefined) return [];
  const isTime =
    DIMENSIONS[first].order !== 'none' || ['weekpart', 'part_of_day', 'session'].includes(first);
  return isTime ? [[first, 'asc'] as const] : [[measure, 'desc'] as const];
}

function checkRange(range: QueryRange, part: Part): void {
  const days = daysIn(range);
  if (range.from > range.to) part.at('to').wrong('from must not be after to');
  if (days <= QUERY_LIMITS.days) return;
  const msg = `Range should have at most ${QUERY_LIMITS.days} days, not ${days}`;
  part.at('from').fault('range_too_long', msg, { max_days: QUERY_LIMITS.days });
}

/*
 * What a trainer may ask: their own classes, and nothing of money. The one rule for the endpoint, the tool, the command
 * and questions in words.
 */

/** The query cut to one trainer's classes, or why it is refused: alike whether or not others exist. */
export function cutTo(own: Trainer | null, query: NormalQuery): NormalQuery | QueryRefusal {
  if (own === null) return forbidden('The trainer of this key is not known in its gym.');
  const money = measuresIn(query).find(isOfMoney);
  if (money !== undefined) {
    return forbidden(`A key of role trainer sees no money: not ${money}.`);
  }
  const names = [...query.by, ...query.where.map(([name]) => name)];
  const restricted = names.find((name) => DIMENSIONS[name].isRestricted);
  if (restricted !== undefined) {
    return forbidden(`A key of role trainer does not see ${restricted}.`);
  }
  const isOwn = (value: unknown) =>
    typeof value === 'string' && findName([own], value).kind === 'one';
  if (!query.where.every(([name, , values]) => name !== 'trainer' || values.every(isOwn))) {
    return forbidden('This key may see the figures of its own trainer, and of no other.');
  }
  const others = query.where.filter(([name, test]) => name !== 'trainer' || test !== 'is');
  return { ...query, where: [...others, ['trainer', 'is', [own.id]]] };
}

function forbidden(detail: string): QueryRefusal {
  return { code: 'forbidden', detail };
}
