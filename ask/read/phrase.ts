/** A query as a question that the grammar reads back to the same query: for follow-ups, suggestions and examples. */

import { isDeepStrictEqual } from 'node:util';
import { usualOrder } from '../../gym/figures/ask/normal-query.ts';
import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { isDimension } from '../../gym/figures/dimensions.ts';
import {
  type Direction,
  type FiguresQuery,
  type NormalQuery,
  QUERY_LIMITS,
  type QueryHaving,
  type QueryRange,
} from '../../gym/figures/query.ts';
import { capitalised, list } from '../../web/words/format.ts';
import { money, percent, plain, spanOf } from '../answers/wording.ts';
import type { AskQuery } from '../query.ts';
import type { AskContext } from '../reader.ts';
import { nthName } from './calendar.ts';
import type { Dim, Filter } from './mark.ts';

type Names = Pick<AskContext, 'trainers' | 'rooms' | 'gyms'>;
/** Of one gym or over several. */
export interface Draft extends Omit<FiguresQuery | NormalQuery, 'by' | 'where' | 'order'> {
  readonly by?: readonly Dim[];
  readonly where?: readonly Filter[];
  readonly order?: readonly (readonly [MeasureName | Dim, Direction])[];
}

/** Where people say it in other words than the catalogue. */
const WORDS: Partial<Readonly<Record<MeasureName | Dim, string>>> = {
  sessions: 'number of classes',
  held: 'classes held',
  cancelled: 'cancellations',
  attended: 'attendance',
  booked: 'bookings',
  no_shows: 'no-shows',
  no_show_rate: 'no-show rate',
  walk_ins: 'walk-ins',
  waitlisted: 'waitlist',
  empty_seats: 'empty places',
  over_capacity: 'overcrowding',
  empty_seat_value: 'value of empty places',
  breakeven_attendance: 'break-even attendance',
  weekpart: 'weekdays and weekends',
  part_of_day: 'part of the day',
  start_time: 'time slot',
  class: 'class name',
  series: 'class',
  substitute: 'substitute or not',
};

/** As people say it, without an article. */
export function wordOf(name: MeasureName | Dim): string {
  return WORDS[name] ?? name.replaceAll('_', ' ');
}

/** The question in full: names, days and all. What the query leaves out is left out here too; amounts have no currency. */
export function phraseOf(query: AskQuery | Draft, names: Names): string {
  if ('measures' in query) return `${figuresPhrase(query, names, null)}?`;
  if (query.report === 'occupancy') {
    const rooms = query.where.flatMap(([, , ids]) => ids.map((id) => nameOf('room', id, names)));
    return `How many people are in the ${rooms.join(' and ') || 'gym'} right now?`;
  }
  const isNow = ([dim, , [status]]: Filter): boolean =>
    dim === 'status' && status === 'in_progress';
  const days = rangeText(query);
  const where = query.where
    .filter((one) => !isNow(one))
    .map((one) => filter(one, names))
    .join('');
  if (query.where.some(isNow)) return `What is on right now${where}?`;
  return query.next ? `When is the next class${where}?` : `Timetable${where}${days}?`;
}

/**
 * What is asked of the figures, and nothing left out of it but the usual order and length: "Fill rate by class on Mondays
 * from 12 Oct to 22 Nov 2026, bottom 5". It heads the answer, so that an answer to another question is seen to be one.
 */
export function figuresPhrase(query: Draft, names: Names, currency: string | null): string {
  const { measures, by = [], where = [], having = [], compare } = query;
  const rows = by.map((one) => ` by ${wordOf(one)}`).join(' and');
  const bounds = list(having.map((one) => boundText(one, currency)));
  return [
    capitalised(list(measures.map(wordOf))),
    query.share === true ? ' and its share' : '',
    rows,
    bounds === '' ? '' : ` with ${bounds}`,
    ...where.map((one) => filter(one, names)),
    where.some(([dim]) => dim === 'verdict') && query.from !== undefined ? ',' : '',
    rangeText(query),
    compare == null || typeof compare === 'string'
      ? ''
      : ` compared with${rangeText(compare).replace(/^ (on|from)/, '')}`,
    rank(query),
  ].join('');
}

/** `, top 5`, `, bottom 3 by profit`, `, the lowest one`, `, 2nd lowest`, `, sorted by profit, lowest first`. */
function rank(query: Draft): string {
  const { measures, by = [], limit = QUERY_LIMITS.usualRows, offset = 0 } = query;
  const usual = usualOrder(measures, by.filter(isDimension));
  const [[of, way] = []] = query.order ?? usual;
  if (of === undefined || way === undefined) return '';
  if (of === 'session' && way === 'desc' && limit === 1) return ', the latest one';
  const end = way === 'asc' ? 'lowest' : 'highest';
  const named = of === measures[0] ? '' : ` by ${wordOf(of)}`;
  if (offset > 0 && limit > 1)
    return `, rows ${offset + 1} to ${offset + limit}${named}, ${end} first`;
  if (limit < QUERY_LIMITS.usualRows) return `, ${partOf(end, limit, offset)}${named}`;
  if (isDeepStrictEqual([[of, way]], usual)) return '';
  return `${named === '' ? '' : `, sorted${named}`}, ${end} first`;
}

function partOf(end: 'lowest' | 'highest', limit: number, offset: number): string {
  if (limit > 1) return `${end === 'lowest' ? 'bottom' : 'top'} ${limit}`;
  return offset > 0 ? `${nthName(offset + 1)} ${end}` : `the ${end} one`;
}

const BOUNDS = { '<': 'under', '<=': 'at most', '>': 'over', '>=': 'at least' } as const;

export function boundText([measure, op, value]: QueryHaving, currency: string | null): string {
  const { unit } = MEASURES[measure];
  const amount =
    unit === 'rate' ? percent(value) : unit === 'money' ? money(value, currency) : plain(value, 2);
  return `${wordOf(measure)} ${BOUNDS[op]} ${amount}`;
}

/** ` with Anna Petrova`, ` except on Sundays`. */
export function filter([dim, op, values]: Filter, names: Names): string {
  const named = values.map((value) => nameOf(dim, value, names));
  if (op === 'between') {
    const what = dim === 'start_time' ? '' : ` with ${wordOf(dim)}`;
    return `${what} between ${named[0] ?? ''} and ${named[1] ?? ''}`;
  }
  const not = op === 'is_not' ? ' except' : '';
  return FILTERS[dim]?.(not, named) ?? `${not} with ${dim} ${list(named)}`;
}

const FILTERS: Partial<Record<Dim, (not: string, named: readonly string[]) => string>> = {
  trainer: (not, named) => `${not} with ${list(named)}`,
  class: (not, named) => `${not} for ${list(named)}`,
  series: (not, named) => `${not} for ${list(named)}`,
  room: (not, [first = '', ...others]) =>
    `${not} in the ${list([first, ...others.map((one) => `the ${one}`)])}`,
  gym: (not, named) => ` ${not ? 'without' : 'of'} ${list(named)}`,
  group: (not, named) => ` ${not ? 'without' : 'of'} the group ${list(named)}`,
  status: (not, named) => {
    const status = named.join(' and ');
    if (status === 'in_progress') return ' running now';
    if (status === 'completed') return ` that ${not === '' ? '' : 'have not '}ended`;
    if (status === 'scheduled') return `${not} still to come`;
    return status === 'cancelled' ? `${not && ' not'} cancelled` : `${not} with status ${status}`;
  },
  verdict: (not, named) => `,${not} ${named.join(' or ')} classes`,
  weekday: (not, named) => `${not} ${daysText(named)}`,
  weekpart: (not, named) =>
    `${not} ${named.map((one) => (one === 'weekend' ? 'at weekends' : 'on weekdays')).join(' and ')}`,
  part_of_day: (not, named) => `${not} in the ${named.join(' and the ')}`,
  start_time: (not, named) => `${not} at ${named.join(' and at ')}`,
  substitute: (not, named) =>
    `${named.includes('true') === (not === '') ? '' : ' except'} by a substitute`,
};

function daysText(days: readonly string[]): string {
  if (days.join() === 'monday,tuesday,wednesday,thursday,friday') return 'on weekdays';
  if (days.join() === 'saturday,sunday') return 'at weekends';
  return `on ${list(days.map((one) => `${capitalised(one)}s`))}`;
}

/** The name of a value for people. */
export function nameOf(dim: Dim, value: unknown, { trainers, rooms, gyms = [] }: Names): string {
  const all = dim === 'trainer' ? trainers : dim === 'room' ? rooms : dim === 'gym' ? gyms : [];
  return all.find(({ id }) => id === value)?.name ?? String(value ?? 'none');
}

/** ` from 12 Oct to 22 Nov 2026`, ` on 22 Nov 2026`. */
export function rangeText({ from, to }: Partial<QueryRange>): string {
  if (from === undefined || to === undefined) return '';
  return `${from === to ? ' on' : ' from'} ${spanOf({ from, to })}`;
}
