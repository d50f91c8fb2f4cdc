/** A week, a month or a weekend that still runs is held against as many days of the other one. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import { comparedWords, type DateRange, daysIn } from '../../gym/reports/period.ts';

/**
 * "This week" is asked up to today, and "last week" as a whole: the first as many days of the other, with a note. The same
 * query where the two are of other kinds, or nothing is to be cut. `POST /v1/query` compares what it is told.
 */
export function onBegunDays(
  query: FiguresQuery,
  today: string,
): { readonly asked: FiguresQuery; readonly notes: readonly string[] } {
  const { from, to, compare } = query;
  const whole = { asked: query, notes: [] };
  if (from === undefined || to !== today || typeof compare !== 'object') return whole;
  const days = daysIn({ from, to });
  if (unitOf(compare)?.(from) !== true || daysIn(compare) <= days) return whole;
  const cut = { from: compare.from, to: addDays(compare.from, days - 1) };
  const note = `The range is not over: ${comparedWords({ from, to }, cut, today)}.`;
  return { asked: { ...query, compare: cut }, notes: [note] };
}

/** Whether a date begins a range of the same kind; null for a range that is no week, month, year or weekend. */
function unitOf({ from, to }: DateRange): ((date: string) => boolean) | null {
  const next = addDays(to, 1);
  if (from.endsWith('-01-01') && next.endsWith('-01-01')) return (date) => date.endsWith('-01-01');
  if (from.endsWith('-01') && next.endsWith('-01')) return (date) => date.endsWith('-01');
  const weekday = weekdayOf(from);
  const isWeek = weekday === 1 && weekdayOf(next) === 1;
  const isWeekend = weekday === 6 && daysIn({ from, to }) === 2;
  return isWeek || isWeekend ? (date) => weekdayOf(date) === weekday : null;
}
