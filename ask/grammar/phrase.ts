/** A query as a question that the grammar reads back to the same query: for follow-ups, choices and examples. */

import type { Query, QueryOf } from '../query.ts';
import type { Surroundings } from '../reader.ts';
import { dateName, weekdayName } from './dates/calendar-words.ts';

type Filtered = Partial<
  Pick<QueryOf<'attendance'>, 'class' | 'weekday' | 'from_hour' | 'to_hour' | 'room' | 'trainer'>
>;
type Names = Pick<Surroundings, 'trainers'>;

const METRICS = {
  fill_rate: { highest: 'fullest', lowest: 'emptiest' },
  attended: { highest: 'biggest', lowest: 'smallest' },
  trend: { highest: 'most improved', lowest: 'shrinking' },
} as const;

/** The question in full: names, days and all. */
export function phraseOf(query: Query, names: Names): string {
  return `${PHRASES[query.report](query as never, names)}?`;
}

const PHRASES: { [Report in Query['report']]: (query: QueryOf<Report>, names: Names) => string } = {
  summary: ({ date }) => `How many people came on ${dateName(date)}`,
  schedule: (query, names) =>
    query.next === true
      ? `When is the next class${filters(query, names)}`
      : `Schedule${filters(query, names)}${range(query)}`,
  attendance: (query, names) => `How many people came${filters(query, names)}${range(query)}`,
  trainer: ({ trainer, ...days }, names) =>
    `How did ${trainerName(trainer, names)} do${range(days)}`,
  trainers: ({ by, order, ...days }) =>
    `Which trainers have ${trainerMetric(by, order)}${range(days)}`,
  ranking: (query, names) =>
    `Which ${query.limit} classes ${rankMetric(query)}${filters(query, names)}${range(query)}`,
  dead_classes: (days) => `Which classes should I cut${range(days)}`,
  class: ({ class: name, ...query }, names) =>
    `How full was ${name}${filters(query, names)}${range(query)}`,
  revenue: ({ focus, class: name, ...days }) =>
    `${money(focus)}${name === undefined ? '' : ` with ${name}`}${range(days)}`,
  occupancy: ({ room }) =>
    `How many people are in ${room === undefined ? 'there' : `the ${room}`} right now`,
  no_shows: (query, names) => `How many no-shows were there${filters(query, names)}${range(query)}`,
  hours: (query, names) => `When is it ${hourMetric(query)}${filters(query, names)}${range(query)}`,
  compare: ({ kind, of, ...days }, names) => {
    const [first, second] = kind === 'trainers' ? of.map((id) => trainerName(id, names)) : of;
    return `Compare ${first} and ${second}${range(days)}`;
  },
  compare_periods: ({ other_from, other_to, ...query }, names) =>
    `How did attendance${filters(query, names)}${range(query)} compare with${range({ from: other_from, to: other_to }).replace(/^ (on|from)/, '')}`,
};

function trainerName(id: string, { trainers }: Names): string {
  return trainers.find((one) => one.id === id)?.name ?? id;
}

function filters(query: Filtered, names: Names): string {
  const { class: name, weekday, from_hour: from, to_hour: to, room, trainer } = query;
  return [
    name === undefined ? '' : ` to ${name}`,
    trainer === undefined ? '' : ` with ${trainerName(trainer, names)}`,
    room === undefined ? '' : ` in the ${room}`,
    weekday === undefined ? '' : ` on ${weekdayName(weekday)}s`,
    from === undefined || to === undefined ? '' : ` between ${from}:00 and ${to}:00`,
  ].join('');
}

function range({ from, to }: { from: string; to: string }): string {
  return from === to ? ` on ${dateName(from)}` : ` from ${dateName(from)} to ${dateName(to)}`;
}

function trainerMetric(by: QueryOf<'trainers'>['by'], order: 'highest' | 'lowest'): string {
  const most = order === 'highest';
  return {
    fill_rate: `the ${order} fill rate`,
    attended: most ? 'the most people' : 'the fewest people',
    average_attendance: `the ${order} average attendance`,
    no_show_rate: `the ${most ? 'most' : 'fewest'} no-shows`,
    classes: `the ${most ? 'most' : 'fewest'} classes`,
  }[by];
}

function rankMetric({ by, order }: QueryOf<'ranking'>): string {
  if (by === 'no_show_rate') return `have the ${order === 'highest' ? 'most' : 'fewest'} no-shows`;
  if (by === 'average_attendance') return `have the ${order} average attendance`;
  return `are ${METRICS[by][order]}`;
}

function hourMetric({ by, order }: QueryOf<'hours'>): string {
  if (order === 'lowest') return by === 'attended' ? 'quietest' : 'least full';
  return by === 'attended' ? 'busiest' : 'fullest';
}

function money(focus: QueryOf<'revenue'>['focus']): string {
  return {
    totals: 'How much did we make',
    profitable: 'Which classes are most profitable',
    unprofitable: 'Which classes lose money',
    dead: 'How much money do the dead classes cost',
  }[focus];
}
