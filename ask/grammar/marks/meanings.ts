/** The meanings that the tables of words name: `= order desc attended`, `= not before leave_out`, `= refuse members`. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { Direction, HavingOperator } from '../../../gym/figures/query.ts';
import type { Meaning, RefusalReason } from './mark.ts';

/** Said where "will" stands before people as well. */
export const FORECAST_MESSAGE =
  'Nothing is predicted: figures are of classes that were held. Bookings are known for classes to come.';
export const ORDER_MESSAGE = 'Questions change nothing. Classes are changed in the schedule.';

export const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  members: 'Turnout counts heads: it does not know who came, and has nothing about members.',
  cause: 'Turnout counts; it does not know why. It can show the figures next to each other.',
  forecast: FORECAST_MESSAGE,
  not_in_data:
    'That is not in the data: Turnout knows classes, people in rooms, bookings and money of classes.',
  peak: 'Which hours are peak or off-peak is not known here: name the hours.',
  rows: 'Rows of quarters or years are not known: ask by month.',
  judged:
    'What is too much or enough is for people to judge: ask for the figure, or with a number (“under 50 %”).',
  greeting: 'Ask about attendance, classes, trainers, rooms, no-shows or money.',
  order: ORDER_MESSAGE,
};

type Make = (...needs: string[]) => Meaning;
const measured =
  (strength: 'strong' | 'weak'): Make =>
  (...measures) => ({ is: 'measure', strength, measures: measures as MeasureName[] });
const as = <T extends string>(word: string | undefined): T => (word ?? '') as T;

const MAKE: Readonly<Record<string, Make>> = {
  strong: measured('strong'),
  weak: measured('weak'),
  turn: (into) => ({ is: 'turn', into: as(into) }),
  order: (direction, ...measures) => ({
    is: 'order',
    direction: as<Direction>(direction),
    measures: measures as MeasureName[],
  }),
  direction: (direction) => ({ is: 'direction', direction: as(direction), isComparative: false }),
  more: (direction, ...measures) => ({
    is: 'direction',
    direction: as<Direction>(direction),
    isComparative: true,
    measures: measures as MeasureName[],
  }),
  sorted: (direction) => ({ is: 'sorted', direction: as(direction) }),
  not: (side, kind) => ({ is: 'not', side: as(side), kind: as(kind) }),
  nth: (value) => ({ is: 'nth', value: Number(value) }),
  follow: (how) => ({ is: 'follow', isAdding: how === 'add' }),
  timetable: (next) => ({ is: 'timetable', isNext: next === 'next' }),
  refuse: (reason) => {
    const known = as<RefusalReason>(reason);
    return { is: 'refuse', reason: known, message: REFUSALS[known] };
  },
  state: (measure, op, value, too) => ({
    is: 'state',
    measure: as(measure),
    op: as<HavingOperator>(op),
    value: Number(value),
    isMeasureToo: too === 'too',
  }),
  verdict: (...words) => {
    const of = words.indexOf('of');
    const measures = words.slice(of + 1) as MeasureName[];
    return { is: 'verdict', values: words.slice(0, of), measures };
  },
};

/** A kind that needs nothing more is a mark of that kind: `= which`. */
export function meaningOf(kind: string, ...needs: readonly string[]): Meaning {
  return MAKE[kind]?.(...needs) ?? ({ is: kind } as Meaning);
}
