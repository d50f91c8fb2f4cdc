/** A query as a question that the grammar reads back to the same query: for follow-ups, suggestions and examples. */

import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type {
  FiguresQuery,
  QueryFilter,
  QueryHaving,
  QueryRange,
} from '../../gym/figures/query.ts';
import type { AskQuery } from '../query.ts';
import type { Surroundings } from '../reader.ts';
import { dateName } from './dates/calendar-words.ts';

type Names = Pick<Surroundings, 'trainers' | 'rooms'>;

/** Where people say it in other words than the catalogue. */
const WORDS: Partial<Readonly<Record<MeasureName | DimensionName, string>>> = {
  sessions: 'number of classes',
  held: 'classes held',
  cancelled: 'cancelled classes',
  attended: 'attendance',
  booked: 'bookings',
  no_shows: 'no-shows',
  no_show_rate: 'no-show rate',
  walk_ins: 'walk-ins',
  waitlisted: 'waitlist',
  empty_seats: 'empty places',
  over_capacity: 'overcrowded classes',
  empty_seat_value: 'value of empty places',
  breakeven_attendance: 'break-even attendance',
  part_of_day: 'part of the day',
  start_time: 'time slot',
  class: 'class name',
  series: 'class',
};

/** As people say it, without an article. */
export function wordOf(name: MeasureName | DimensionName): string {
  return WORDS[name] ?? name.replaceAll('_', ' ');
}

/** The question in full: names, days and all. */
export function phraseOf(query: AskQuery, names: Names): string {
  if ('measures' in query) return `${sentence(figures(query, names))}?`;
  if (query.report === 'occupancy') {
    return `How many people are in the ${listed(query.where, names) || 'gym'} right now?`;
  }
  const isNow = query.where.some(([dim]) => dim === 'status');
  const days = isNow ? '' : range(query);
  const where = query.where
    .filter(([dim]) => dim !== 'status')
    .map((one) => filter(one, names))
    .join('');
  if (isNow) return `What is on right now${where}?`;
  return query.next ? `When is the next class${where}?` : `Timetable${where}${days}?`;
}

function listed(where: readonly QueryFilter[], names: Names): string {
  return where
    .flatMap(([, , values]) => values.map((value) => nameOf('room', value, names)))
    .join(' and ');
}

function figures(query: FiguresQuery, names: Names): string {
  const { measures, by = [], where = [], having = [], order = [], limit, compare } = query;
  const what = measures.map((one) => wordOf(one)).join(' and ');
  const rows = by.map((one) => wordOf(one)).join(' and ');
  const conditions = having.map((one) => bound(one)).join(' and');
  const ordered = order
    .map(
      ([one, way]) =>
        `, ${way === 'asc' ? 'lowest' : 'highest'} first${measures.includes(one as MeasureName) ? '' : ''}`,
    )
    .join('');
  const top = limit === undefined ? '' : `top ${limit}, `;
  const verdicts = where.filter(([dim]) => dim === 'verdict').flatMap(([, , values]) => values);
  const filters = where
    .filter(([dim]) => dim !== 'verdict')
    .map((one) => filter(one, names))
    .join('');
  const dead =
    verdicts.length === 0
      ? ''
      : verdicts.length > 1
        ? ', classes to cut'
        : `, ${verdicts[0]} classes`;
  return [
    what,
    rows === '' ? '' : ` by ${rows}`,
    conditions === '' ? '' : ` with${conditions}`,
    dead,
    filters,
    range(query),
    compare === undefined || compare === 'previous'
      ? ''
      : ` compared with${range(compare).replace(/^ on/, '')}`,
    top === '' ? ordered : `, ${top.replace(', ', '')}${ordered}`,
  ].join('');
}

const BOUNDS = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' } as const;

function bound([measure, op, value]: QueryHaving): string {
  const { unit } = MEASURES[measure];
  const amount =
    unit === 'rate'
      ? `${Number((value * 100).toFixed(4))} %`
      : unit === 'money'
        ? `£${value}`
        : String(value);
  return ` ${BOUNDS[op]} ${amount} ${wordOf(measure)}`;
}

/** ` with Anna Petrova`, ` except on Sundays`. */
export function filter([dim, op, values]: QueryFilter, names: Names): string {
  const named = values.map((value) => nameOf(dim, value, names));
  const not = op === 'is_not' ? ' except' : '';
  if (op === 'between') return ` between ${named[0] ?? ''} and ${named[1] ?? ''}`;
  const list = named.join(' and ');
  switch (dim) {
    case 'trainer':
      return `${not} with ${list}`;
    case 'class':
    case 'series':
      return `${not} for ${list}`;
    case 'room':
      return `${not} in the ${named.join(' and the ')}`;
    case 'status':
      return values[0] === 'in_progress' ? ' running now' : `${not} with status ${list}`;
    case 'weekday':
      if (values.join() === 'monday,tuesday,wednesday,thursday,friday') return `${not} on weekdays`;
      if (values.join() === 'saturday,sunday') return `${not} at weekends`;
      return `${not} on ${named.map((one) => `${sentence(one)}s`).join(' and ')}`;
    case 'part_of_day':
      return `${not} in the ${named.join(' and the ')}`;
    case 'start_time':
      return `${not} at ${named.join(' and at ')}`;
    case 'substitute':
      return values[0] === true ? `${not} by a substitute` : ' except by a substitute';
    default:
      return `${not} with ${dim} ${list}`;
  }
}

/** The name of a value for people. */
export function nameOf(dim: DimensionName, value: unknown, { trainers, rooms }: Names): string {
  const all = dim === 'trainer' ? trainers : dim === 'room' ? rooms : [];
  return all.find(({ id }) => id === value)?.name ?? String(value);
}

function range({ from, to }: Partial<QueryRange>): string {
  if (from === undefined || to === undefined) return '';
  return from === to ? ` on ${dateName(from)}` : ` from ${dateName(from)} to ${dateName(to)}`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
