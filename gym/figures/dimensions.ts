/** The dimensions of the catalogue: what classes can be grouped, filtered and ordered by. */

import { DAY_MINUTES, dateOf, dayOf, timeOfMinute, weekdayOfDay } from '../calendar/zone.ts';
import type { DateRange } from '../reports/period.ts';
import { foldName } from '../sessions/names.ts';
import { QUALITIES, SOURCES, STATUSES, statusAt } from '../sessions/session.ts';
import type { ClassFacts, ClassSeries, ClassTable } from './class-table.ts';
import { VERDICTS, type Verdict } from './comparisons.ts';

/** On the wire. */
type Value = string | number | boolean | null;
/** What tells the classes of one row from those of another; null is none. Most often the value itself. */
export type Key = Value;

/** The classes of a range, and what a query knows of them. */
export interface Span extends DateRange {
  readonly table: ClassTable;
  /** The day of `from`: keys of days, weeks and months count from it, so that those of two ranges compare by their place. */
  readonly firstDay: number;
  readonly nowUtcMs: number;
  /** Empty where the query names no verdict. */
  readonly verdicts: ReadonlyMap<ClassSeries, Verdict>;
}

export interface Dimension {
  /**
   * What the values are on the wire: a `date` is `2026-10-12`, a `month` `2026-10`, a `time` `18:30`, an `hour` 0 to 23, a
   * `word` one of {@link Dimension.words}, a `name` that of a thing that has an id too (filters take either, rows give the id),
   * and an `id` that of one class on one date.
   */
  readonly values: 'date' | 'month' | 'time' | 'word' | 'hour' | 'boolean' | 'name' | 'id';
  /** All values, in order, where they are few. */
  readonly words?: readonly string[];
  /**
   * Whether `between` can be said of it; from a later to an earlier value goes round where it is a cycle. Of a line, such as
   * weeks and days, those without classes can be filled in.
   */
  readonly order: 'line' | 'cycle' | 'none';
  /** Member of a row that says the value for people; null where the value does. */
  readonly label: string | null;
  /** Whether a class may have none: null in rows and filters. */
  readonly isNullable: boolean;
  /** One sentence for people. */
  readonly sentence: string;
  /** Whether it is worked out from money or from others' classes: keys of role `trainer` are refused. */
  readonly isRestricted: boolean;
  readonly keyOf: (facts: ClassFacts, span: Span) => Key;
  /** Of rows with a key and one of their classes; left out: the key. */
  readonly toValue?: (key: Key, facts: ClassFacts | null, span: Span) => Value;
  /** The key of a value of a filter, which may be outside of the range; left out: the value. */
  readonly fromValue?: (value: Value, span: Span) => Key | undefined;
  /** What a thing or a class is called. Rows of things that have a name come by it. */
  readonly textOf?: (facts: ClassFacts) => string | null;
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** With the hour that each begins at; the last ends at midnight. Chosen here, as people speak of a day. */
export const PARTS_OF_DAY = { night: 0, morning: 5, afternoon: 12, evening: 17 } as const;

/** Minute of the week at which Saturday begins. */
const WEEKEND = 5 * DAY_MINUTES;

/** Of most dimensions. */
const PLAIN = {
  order: 'none',
  label: null,
  isNullable: false,
  isRestricted: false,
} as const;

/** @param numberOf Numbers days, weeks or months, so that they go up by one; `text` writes such a number. */
const dates = <const Values extends 'date' | 'month'>(
  values: Values,
  sentence: string,
  numberOf: (day: number) => number,
  text: (number: number) => string,
) =>
  ({
    ...PLAIN,
    values,
    order: 'line',
    sentence,
    keyOf: ({ day }: ClassFacts, { firstDay }: Span) => numberOf(day) - numberOf(firstDay),
    toValue: (key: Key, _: unknown, { firstDay }: Span) => text(numberOf(firstDay) + Number(key)),
    fromValue: (value: Value, { firstDay }: Span) =>
      numberOf(dayOf(`${value}-01`.slice(0, 10))) - numberOf(firstDay),
  }) as const;

const word = <const Words extends readonly string[]>(
  words: Words,
  sentence: string,
  keyOf: (facts: ClassFacts, span: Span) => string | null,
) => ({ ...PLAIN, values: 'word', words, sentence, keyOf }) as const;

export const DIMENSIONS = {
  day: dates('date', 'Local date of the start.', (day) => day, dateOf),
  week: dates(
    'date',
    'Calendar week of the start: the date of its Monday.',
    (day) => (day - weekdayOfDay(day) + 3) / 7,
    (week) => dateOf(week * 7 - 3),
  ),
  month: dates('month', 'Calendar month of the start.', monthOf, textOfMonth),
  weekday: {
    ...word(WEEKDAYS, 'Weekday of the start.', ({ minuteOfWeek }) => weekdayAt(minuteOfWeek)),
    order: 'cycle',
  },
  weekpart: word(
    ['weekday', 'weekend'],
    'Monday to Friday, or Saturday and Sunday: `weekday` or `weekend`.',
    ({ minuteOfWeek }) => (minuteOfWeek < WEEKEND ? 'weekday' : 'weekend'),
  ),
  hour: {
    ...PLAIN,
    values: 'hour',
    order: 'cycle',
    sentence: 'Hour in which classes start, 0 to 23.',
    keyOf: hourOf,
  },
  part_of_day: word(
    Object.keys(PARTS_OF_DAY),
    'Part of the day of the start: night from 00:00, morning from 05:00, afternoon from 12:00, evening from 17:00.',
    (facts) =>
      Object.entries(PARTS_OF_DAY).findLast(([, begin]) => begin <= hourOf(facts))?.[0] ?? null,
  ),
  start_time: {
    ...PLAIN,
    values: 'time',
    order: 'cycle',
    sentence: 'Local time of the start.',
    keyOf: ({ minuteOfWeek }) => timeOfMinute(minuteOfWeek),
  },
  room: {
    ...PLAIN,
    values: 'name',
    label: 'room_name',
    isNullable: true,
    sentence: 'Room: its id, or its name where the schedule names one that is not configured.',
    keyOf: ({ room }) => room.key,
    toValue: (_, facts) => facts && (facts.room.id ?? facts.room.name),
    fromValue: (value, { table }) => {
      const text = String(value ?? '');
      return (table.rooms.get(text) ?? table.rooms.get(table.roomKey(null, text)))?.key;
    },
    textOf: ({ room }) => room.name,
  },
  trainer: {
    ...PLAIN,
    values: 'name',
    label: 'trainer_name',
    isNullable: true,
    sentence: 'Who teaches, substitutes included.',
    keyOf: ({ trainer }) => trainer.key,
    textOf: ({ trainer }) => trainer.name,
  },
  class: {
    ...PLAIN,
    values: 'name',
    sentence: 'Name of the class, whatever its weekday, time and room.',
    keyOf: ({ name }) => name.name,
    fromValue: (value, { table }) => table.names.get(foldName(String(value)))?.name,
    textOf: ({ name }) => name.name,
  },
  series: {
    ...PLAIN,
    values: 'name',
    label: 'series_name',
    sentence: 'Class of the week: a name, weekday, start time and room; its `class_id`.',
    keyOf: ({ series }) => series.classId,
    textOf: ({ series }) => seriesLabel(series),
  },
  session: {
    ...PLAIN,
    values: 'id',
    label: 'session_name',
    sentence:
      'One class on one date; its rows also have its day, start, class, series, room, trainer, substitute and status.',
    // In the order of their starts.
    keyOf: ({ place }) => place,
    toValue: (_, facts) => facts?.session.id ?? null,
    fromValue: (value, { table }) => table.find(String(value))?.place,
    textOf: ({ day, minuteOfWeek, name, room }) =>
      joined([name.name, `${dateOf(day)} ${timeOfMinute(minuteOfWeek)}`, room.name]),
  },
  quality: {
    ...word(
      QUALITIES,
      'Grade of the count; null where no one was to be counted yet.',
      ({ session }) => session.attendance?.quality ?? null,
    ),
    isNullable: true,
  },
  status: word(STATUSES, 'State of the class now.', ({ session }, { nowUtcMs }) =>
    statusAt(session, nowUtcMs),
  ),
  source: {
    ...word(
      SOURCES,
      'Where the attendance comes from; null where there is none.',
      ({ session }) => session.attendance?.source ?? null,
    ),
    isNullable: true,
  },
  substitute: {
    ...PLAIN,
    values: 'boolean',
    sentence: 'Whether a substitute taught.',
    keyOf: ({ session }) => session.isSubstitute,
  },
  verdict: {
    ...word(
      VERDICTS,
      'What the class of the week comes to over the range, see the verdicts.',
      ({ series }, { verdicts }) => verdicts.get(series) ?? VERDICTS[0],
    ),
    isRestricted: true,
  },
} as const satisfies Record<string, Dimension>;

/** What a row of one class on one date also says: which class, when, where, by whom and whether it took place. */
const OF_SESSION = 'day start_time class series room trainer substitute status'.split(
  ' ',
) as DimensionName[];

/** The dimensions whose values stand in a row: those that it is of, and behind a session all that it says. */
export function shownDimensions(by: readonly DimensionName[]): readonly DimensionName[] {
  return by.includes('session') ? [...new Set([...by, ...OF_SESSION])] : by;
}

export type DimensionName = keyof typeof DIMENSIONS;
/** What the value of a dimension is called: `room_name`. */
export type DimensionLabel = NonNullable<(typeof DIMENSIONS)[DimensionName]['label']>;

/** The members of a row that say what it is of: values, each before what it is called. */
export function keyColumns(by: readonly DimensionName[]): (DimensionName | DimensionLabel)[] {
  return shownDimensions(by).flatMap((name) => {
    const { label } = DIMENSIONS[name];
    return label === null ? [name] : [name, label];
  });
}

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly DimensionName[];

export function isDimension(name: string): name is DimensionName {
  return Object.hasOwn(DIMENSIONS, name);
}

/** What rows with a key are ordered by, and compared with in `between`. */
export function rankOf({ words }: Dimension, key: Key | undefined): Key {
  return words === undefined || key == null ? (key ?? null) : words.indexOf(String(key));
}

/** Months since January 1970. */
function monthOf(day: number): number {
  const date = new Date(dateOf(day));
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

function textOfMonth(month: number): string {
  return new Date(Date.UTC(1970, month)).toISOString().slice(0, 7);
}

function hourOf({ minuteOfWeek }: ClassFacts): number {
  return Math.floor((minuteOfWeek % DAY_MINUTES) / 60);
}

function weekdayAt(minuteOfWeek: number) {
  return WEEKDAYS[Math.floor(minuteOfWeek / DAY_MINUTES)] ?? WEEKDAYS[6];
}

export function seriesLabel({ sharedName, sharedRoom, minuteOfWeek, startTime }: ClassSeries) {
  const weekday = weekdayAt(minuteOfWeek);
  const when = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${startTime}`;
  return joined([sharedName.name, when, sharedRoom.name]);
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}
