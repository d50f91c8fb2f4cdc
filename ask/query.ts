/**
 * What a question comes down to: one report and its parameters. Every answer carries the query that was run, in these
 * words. Dates are of the gym's zone; `from` and `to` are both included, at most 42 days apart.
 */

import { type Static, Type } from 'typebox';
import { closed, date } from '../gym/reports/schemas/field.ts';

const range = { from: date('First day.'), to: date('Last day, included.') };
const TRAINER = Type.String({ description: 'Id of a trainer.' });
const CLASS_NAME = Type.String({ description: 'Name of a class as in the schedule.' });
const ROOM = Type.String({ description: 'Name of a room as in the configuration.' });
const WEEKDAY = Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' });
const HOUR = Type.Integer({ minimum: 0, maximum: 23, description: 'Hour, local time.' });
const ORDER = Type.Enum(['highest', 'lowest']);
/** Two texts. As a list of two: OpenAPI and tools know no tuples as typebox writes them. */
const PAIR = Type.Unsafe<[string, string]>(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }));

/** Narrows a report to some classes. Absent means all. */
const filters = {
  class: Type.Optional(CLASS_NAME),
  weekday: Type.Optional(WEEKDAY),
  /** Classes that start within [from_hour, to_hour) on the wall: "the evening". */
  from_hour: Type.Optional(HOUR),
  to_hour: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
  room: Type.Optional(ROOM),
  trainer: Type.Optional(TRAINER),
};

const report = <const Name extends string>(name: Name) => Type.Literal(name);

/** One day of the gym: classes, people, the best. Its rooms are those of now. */
const SUMMARY = Type.Object({ report: report('summary'), date: date('The day.') }, closed);
/** What is or was on: classes by start. `next` is the next one only. */
const SCHEDULE = Type.Object(
  { report: report('schedule'), ...range, ...filters, next: Type.Optional(Type.Boolean()) },
  closed,
);
/** Sums over several days: people, fill, bookings. */
const ATTENDANCE = Type.Object({ report: report('attendance'), ...range, ...filters }, closed);
/** One trainer over a range. */
const TRAINER_QUERY = Type.Object(
  { report: report('trainer'), trainer: TRAINER, ...range },
  closed,
);
/** All trainers beside each other, in an order. */
const TRAINERS = Type.Object(
  {
    report: report('trainers'),
    ...range,
    by: Type.Enum(['fill_rate', 'attended', 'average_attendance', 'no_show_rate', 'classes']),
    order: ORDER,
  },
  closed,
);
/** Class series ranked. */
const RANKING = Type.Object(
  {
    report: report('ranking'),
    ...range,
    ...filters,
    by: Type.Enum(['fill_rate', 'attended', 'average_attendance', 'no_show_rate', 'trend']),
    order: ORDER,
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  },
  closed,
);
/** What to cut: always over the 42 days that end with `to`. */
const DEAD = Type.Object({ report: report('dead_classes'), ...range }, closed);
/** One class, by name: all its series, week by week. */
const CLASS = Type.Object(
  { report: report('class'), ...range, ...filters, class: CLASS_NAME },
  closed,
);
/** Money. `totals` is the gym; the others are lists of classes; with `class` the money of that class. */
const REVENUE = Type.Object(
  {
    report: report('revenue'),
    ...range,
    focus: Type.Enum(['totals', 'profitable', 'unprofitable', 'dead']),
    class: Type.Optional(CLASS_NAME),
  },
  closed,
);
/** Who is in the rooms now; of all rooms where none is named. */
const OCCUPANCY = Type.Object({ report: report('occupancy'), room: Type.Optional(ROOM) }, closed);
/** Who booked and did not come. */
const NO_SHOWS = Type.Object({ report: report('no_shows'), ...range, ...filters }, closed);
/** Weekday and hour cells. `by`: people who came, or how full. */
const HOURS = Type.Object(
  {
    report: report('hours'),
    ...range,
    ...filters,
    by: Type.Enum(['attended', 'fill_rate']),
    order: ORDER,
  },
  closed,
);
/** Two trainers (ids) or two classes (names) beside each other over a range. */
const COMPARE = Type.Object(
  {
    report: report('compare'),
    kind: Type.Enum(['trainers', 'classes']),
    of: PAIR,
    ...range,
  },
  closed,
);
/** The same sums over two ranges. */
const COMPARE_PERIODS = Type.Object(
  {
    report: report('compare_periods'),
    ...range,
    other_from: date('First day of the other range.'),
    other_to: date('Last day of the other range.'),
    ...filters,
  },
  closed,
);

export const QUERY = Type.Union(
  [
    SUMMARY,
    SCHEDULE,
    ATTENDANCE,
    TRAINER_QUERY,
    TRAINERS,
    RANKING,
    DEAD,
    CLASS,
    REVENUE,
    OCCUPANCY,
    NO_SHOWS,
    HOURS,
    COMPARE,
    COMPARE_PERIODS,
  ],
  {
    title: 'Query',
    description: 'The report that answers the question, and its parameters.',
  },
);

export type Query = Static<typeof QUERY>;
export type QueryOf<Name extends Query['report']> = Extract<Query, { report: Name }>;
