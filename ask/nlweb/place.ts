/** Where the figures of a query can be read again: the REST address that has the same ones, else the question itself. */

import type { Query, QueryOf } from '../query.ts';

/** Days of the class reports, today included: the window of `/v1/classes/performance` and `/v1/revenue`. */
const WINDOW_DAYS = 42;
const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Path and query below the public address. `today` is the date in the gym's zone: the REST addresses speak of today and of
 * ranges that end today.
 */
export function placeOf(query: Query, today: string, question: string): string {
  return restPlaceOf(query, today) ?? `/ask?query=${encodeURIComponent(question)}`;
}

function restPlaceOf(query: Query, today: string): string | null {
  switch (query.report) {
    case 'summary':
      return query.date === today ? '/v1/summary' : null;
    case 'occupancy':
      return '/v1/summary';
    case 'trainer':
      return trainerPlace(query, today);
    case 'ranking':
      return rankingPlace(query, today);
    case 'dead_classes':
      return query.to === today ? '/v1/classes/performance' : null;
    case 'revenue':
      return revenuePlace(query, today);
    default:
      return null;
  }
}

function trainerPlace(query: QueryOf<'trainer'>, today: string): string | null {
  const days = daysToToday(query, today);
  const period = days === 1 ? 'day' : days === WEEK_DAYS ? 'week' : null;
  const trainer = encodeURIComponent(query.trainer);
  return period === null ? null : `/v1/trainers/${trainer}?period=${period}`;
}

function rankingPlace(query: QueryOf<'ranking'>, today: string): string | null {
  const isWhole = isUnfiltered(query) && query.by === 'fill_rate' && query.order === 'highest';
  return isWhole && daysToToday(query, today) === WINDOW_DAYS
    ? `/v1/classes/performance?limit=${query.limit}`
    : null;
}

function revenuePlace(query: QueryOf<'revenue'>, today: string): string | null {
  const isThere = query.class === undefined && query.focus !== 'unprofitable';
  return isThere && daysToToday(query, today) === WINDOW_DAYS ? '/v1/revenue' : null;
}

/** Days of a range that ends today; null for others. */
function daysToToday({ from, to }: { from: string; to: string }, today: string): number | null {
  return to === today ? Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1 : null;
}

function isUnfiltered(query: QueryOf<'ranking'>): boolean {
  const { class: name, weekday, from_hour, to_hour, room, trainer } = query;
  return [name, weekday, from_hour, to_hour, room, trainer].every((filter) => filter === undefined);
}
