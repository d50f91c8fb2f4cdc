/** Plain questions made by rule, so that every figure, row, filter, rank and bound has been seen beside every other. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { QueryHaving } from '../../../gym/figures/query.ts';
import type { Surroundings } from '../../reader.ts';
import type { Dim, Filter } from '../mark.ts';
import { type Asked, phraseOf, wordOf } from '../phrase.ts';

export interface Made {
  readonly text: string;
  readonly query: Asked;
}

/** What people call them besides the words of `wordOf`. */
const MEASURES: Readonly<Partial<Record<MeasureName, string>>> = {
  sessions: 'number of classes|class count|how many classes',
  held: 'classes held|number of classes held|classes taught',
  cancelled: 'cancellations|cancelled classes|number of cancelled classes',
  attended: 'attendance|visits|headcount|turnout|footfall|number of people|visitors|people',
  capacity: 'capacity|places offered|total places',
  fill_rate: 'fill rate|occupancy|utilisation|fill|percentage full|how full',
  average_attendance: 'average attendance|average class size|mean attendance|people per class',
  fill_goal: 'fill goal|target fill',
  attendance_goal: 'attendance goal|attendance target',
  booked: 'bookings|number booked|reservations|sign-ups',
  no_shows: 'no-shows|no shows|people who did not show up',
  no_show_rate: 'no-show rate|no-show percentage|share of no-shows',
  walk_ins: 'walk-ins|drop-ins|people without a booking',
  late_cancels: 'late cancels|late cancellations|last minute cancellations',
  waitlisted: 'waitlist|waiting list|people on the waitlist|waitlist numbers',
  empty_seats: 'empty places|empty seats|unused places|empty spots',
  over_capacity: 'overcrowding|overcrowded classes|classes over capacity',
  revenue: 'revenue|income|takings|turnover',
  cost: 'cost|costs|expenses|spend',
  pay: 'pay|wages|trainer pay|trainer wages',
  profit: 'profit|profits|margin|what is left after costs',
  profit_per_class: 'profit per class|average profit of a class|margin per class',
  revenue_per_visit: 'revenue per visit|revenue per head|takings per visitor',
  empty_seat_value: 'value of empty places|money lost on empty places|worth of empty seats',
  breakeven_attendance: 'break-even attendance|break-even|people needed to break even',
  slot_index: 'slot index|slot-adjusted attendance',
  trend: 'trend|growth',
};
const ROWS: Readonly<Partial<Record<Dim, string>>> = {
  day: 'day|date',
  week: 'week',
  month: 'month',
  weekday: 'weekday|day of the week',
  hour: 'hour|hour of the day',
  start_time: 'start time|time slot|starting time',
  part_of_day: 'part of the day|part of day',
  series: 'class|slot of the week',
  class: 'class name|class',
  session: 'session',
  trainer: 'trainer|instructor|coach|teacher',
  room: 'room|studio',
  gym: 'gym|club|site|location|branch',
};
const TIMES =
  'last week|this week|last month|in October|this month|yesterday|over the last four weeks|since 1 November|from 12 Oct to 22 Nov 2026|on 5 Nov 2026|this year|in the last 30 days';
const ADJECTIVES = [
  ...['fullest fill_rate desc', 'emptiest fill_rate asc', 'busiest attended desc'],
  ...['quietest attended asc', 'most_profitable profit desc', 'least_profitable profit asc'],
];
const LEADS = '|||show me |give me the |what was the |can you show |please list ';
const DAY = { from: '2026-12-08', to: '2026-12-08' };

/** The same every time. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Said = readonly [Filter, string];

function filtersOf({ trainers, classNames, rooms, gyms, groups = [] }: Surroundings): Said[] {
  const days = ['monday', 'tuesday', 'friday', 'saturday', 'sunday'];
  const parts = ['morning', 'afternoon', 'evening'];
  const not = (dim: Dim, id: string, text: string): Said => [[dim, 'is_not', [id]], text];
  const is = (dim: Dim, id: string, text: string): Said => [[dim, 'is', [id]], text];
  if (gyms !== undefined)
    return [
      ...gyms.flatMap(({ id, name }) =>
        ['in', 'at', 'of'].map((at) => is('gym', id, `${at} ${name}`)),
      ),
      ...groups.map((group) => not('group', group, `without the ${group} group`)),
      ...groups.flatMap((group) =>
        ['in', 'of'].map((at) => is('group', group, `${at} the ${group} group`)),
      ),
    ];
  return [
    ...classNames
      .slice(0, 6)
      .flatMap((name) => ['for', 'of'].map((at) => is('class', name, `${at} ${name}`))),
    ...trainers.flatMap(({ id, name }) =>
      ['with', 'of'].map((at) => is('trainer', id, `${at} ${name}`)),
    ),
    ...trainers.map(({ id, name }) => not('trainer', id, `except with ${name}`)),
    ...rooms.flatMap(({ id, name }) =>
      ['in the', 'for the'].map((at) => is('room', id, `${at} ${name}`)),
    ),
    ...days.flatMap((day) => [
      is('weekday', day, `on ${day}s`),
      not('weekday', day, `without ${day}s`),
    ]),
    ...parts.flatMap((part) => ['', 's'].map((s) => is('part_of_day', part, `in the ${part}${s}`))),
  ];
}

export function madeQuestions(surroundings: Surroundings, count: number): Made[] {
  const random = randomOf(7);
  const oneOf = <One>(list: readonly One[]): One => list[random(list.length)] as One;
  const said = (text: string): string => oneOf(text.split('|'));
  const isOverGyms = surroundings.gyms !== undefined;
  const ofOne = (Object.keys(ROWS) as Dim[]).filter((dim) => dim !== 'gym');
  const dims: readonly Dim[] = isOverGyms ? ['gym', 'gym', 'gym', 'day', 'week', 'month'] : ofOne;
  const filters = filtersOf(surroundings);
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each choice once
  const made = (): Made => {
    const measure = oneOf(Object.keys(MEASURES) as MeasureName[]);
    const name = oneOf([said(MEASURES[measure] ?? ''), wordOf(measure)]);
    const dim = oneOf(dims);
    const row = said(ROWS[dim] ?? wordOf(dim));
    const [filter, inWords] = oneOf(filters);
    const isFiltered = random(3) === 0 && filter[0] !== dim;
    const isTimed = random(2) === 0;
    const number = oneOf([3, 5, 10, 20]);
    const parts = {
      ...{ measure, name, dim, row, number, rows: several(row) },
      query: {
        measures: [measure],
        ...(isTimed ? DAY : {}),
        ...(isFiltered && { where: [filter] }),
      },
    } as const;
    const [asked, text] = oneOf(framesOf(parts, oneOf, said));
    const here = isOverGyms
      ? '|||across all gyms|over all my clubs'
      : '|||||||at the gym|at my gym|here';
    const tail = [isFiltered ? inWords : '', isTimed ? said(TIMES) : '', said(here)];
    const whole = `${[text, ...tail].filter((one) => one !== '').join(' ')}${oneOf(['', '', '?'])}`;
    if (random(3) > 0) return { query: asked, text: random(2) === 0 ? whole : whole.toLowerCase() };
    const full = { ...asked, ...(isTimed && { from: '2026-10-12', to: '2026-11-22' }) };
    const held = { ...full, compare: { from: '2026-08-31', to: '2026-10-11' } };
    const other = isTimed && !isOverGyms && random(3) === 0 ? held : full;
    return { query: other, text: phraseOf(other, surroundings) };
  };
  return Array.from({ length: count }, made);
}

const several = (row: string): string => `${row.replace(/y$/, 'ie').replace(/(ch|s)$/, '$1e')}s`;

type Pick = <One>(list: readonly One[]) => One;
interface Parts {
  readonly measure: MeasureName;
  readonly name: string;
  readonly dim: Dim;
  readonly row: string;
  readonly rows: string;
  readonly number: number;
  readonly query: Asked;
}

function framesOf(
  { measure, name, dim, row, rows, number, query }: Parts,
  oneOf: Pick,
  said: (text: string) => string,
): readonly (readonly [Asked, string])[] {
  const way = oneOf(['asc', 'desc'] as const);
  const order = [[measure, way]] as const;
  const op = oneOf(['<', '>', '<=', '>='] as const);
  const bound = { '<': 'under|below', '>': 'over|more than', '<=': 'at most', '>=': 'at least' }[
    op
  ];
  const having: readonly QueryHaving[] = [[measure, op, number]];
  const most = way === 'asc' ? 'lowest|least' : 'highest|most';
  const [adjective = '', figure = 'attended', end = 'desc'] = oneOf(ADJECTIVES).split(' ');
  const words = adjective.replace('_', ' ');
  const chosen: Asked = {
    ...{ ...query, measures: [figure as MeasureName], by: [dim], limit: 1 },
    order: [[figure as MeasureName, end as 'asc']],
  };
  return [
    [
      chosen,
      oneOf([
        `which ${row} is the ${words}`,
        `which ${row} was ${words}`,
        `what is our ${words} ${row}`,
        `${words} ${row}`,
      ]),
    ],
    [query, `${said(LEADS)}${name}`],
    [{ ...query, by: [dim] }, `${said(LEADS)}${name} ${said('by|by|per|for each')} ${row}`],
    [
      { ...query, by: [dim], order, limit: 1 },
      `which ${row} ${said('has|had')} the ${said(most)} ${name}`,
    ],
    [
      { ...query, by: [dim], order, limit: number },
      `${way === 'asc' ? 'bottom' : 'top'} ${number} ${rows} by ${name}`,
    ],
    [{ ...query, by: [dim], having }, `${rows} with ${said(bound)} ${number} ${name}`],
  ];
}
