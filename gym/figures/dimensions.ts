/**
 * The dimensions of the catalogue: what classes can be grouped and filtered by, and the values as whole numbers and back,
 * which groups and filters are made of.
 */

import { DAY_MINUTES, dateOf, dayOf, timeOfMinute, weekdayOfDay } from '../calendar/zone.ts';
import type { DateRange } from '../reports/period.ts';
import { foldName } from '../sessions/names.ts';
import { QUALITIES, SOURCES, STATUSES, statusAt } from '../sessions/session.ts';
import type { ClassFacts, ClassSeries, ClassTable, Named } from './class-table.ts';
import { VERDICTS } from './comparisons.ts';

/** What the values of a dimension are on the wire. */
export type DimensionValues =
  /** `2026-10-12`; a month `2026-10`. */
  | 'date'
  | 'month'
  /** `18:30`. */
  | 'time'
  /** One of {@link Dimension.words}. */
  | 'word'
  /** 0..23. */
  | 'hour'
  | 'boolean'
  /** Name of a thing that has an id too: filters take either, rows give the id. */
  | 'name'
  /** Id of one class of one date. */
  | 'id';

export interface Dimension {
  readonly values: DimensionValues;
  /** All values, in order, where they are few. */
  readonly words?: readonly string[];
  /** Whether `between` can be said of it; from a later to an earlier value goes round where it is a cycle. */
  readonly order: 'line' | 'cycle' | 'none';
  /** Member of a row that says the value for people; null where the value does. */
  readonly label: string | null;
  /** Whether a class may have none: null in rows and filters. */
  readonly isNullable: boolean;
  /** Whether weeks and days without classes can be filled in. */
  readonly isDense: boolean;
  /** One sentence for people. */
  readonly sentence: string;
  /** Whether it is worked out from money or from others' classes: keys of role `trainer` are refused. */
  readonly isRestricted: boolean;
  readonly codes: (span: Span) => Codes;
}

/** The classes of a range, and what a query knows of them. */
export interface Span extends DateRange {
  readonly table: ClassTable;
  /** By start. */
  readonly classes: readonly ClassFacts[];
  readonly nowUtcMs: number;
  /** Places in the list of verdicts; empty where the query names no verdict. */
  readonly verdicts: ReadonlyMap<ClassSeries, number>;
}

/** On the wire. */
type Value = string | number | boolean | null;

/** Codes go from 0 to `size` - 1. Those of days, weeks, months and sessions begin with the range. */
export interface Codes {
  readonly size: number;
  readonly of: (facts: ClassFacts) => number;
  readonly value: (code: number) => Value;
  /** For people; left out where the value itself says it. */
  readonly label?: (code: number) => string | null;
  /** Codes of a value of a filter. Of dimensions with an order exactly one, which may be outside of the range. */
  readonly named: (value: Value) => readonly number[];
  /** The code of "none", if there is one. */
  readonly none?: number;
  /** Whether rows come by their labels. */
  readonly isByLabel?: true;
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

/** Days, weeks or months as numbers that go up by one. */
interface Calendar {
  readonly ofDay: (day: number) => number;
  readonly ofText: (text: string) => number;
  readonly text: (number: number) => string;
}

const DAYS: Calendar = { ofDay: (day) => day, ofText: dayOf, text: dateOf };
const WEEKS: Calendar = {
  ofDay: weekOf,
  ofText: (date) => weekOf(dayOf(date)),
  text: (week) => dateOf(week * 7 - 3),
};
const MONTHS: Calendar = {
  ofDay: (day) => monthOf(dateOf(day)),
  ofText: monthOf,
  text: textOfMonth,
};

/** Minute of the week at which Saturday begins. */
const WEEKEND = 5 * DAY_MINUTES;
const BEGINS = Object.values(PARTS_OF_DAY);
const PART_OF_HOUR = Array.from(
  { length: 24 },
  (_, hour) => BEGINS.filter((begin) => begin <= hour).length - 1,
);

/** Of most dimensions. */
const PLAIN = {
  order: 'none',
  label: null,
  isNullable: false,
  isDense: false,
  isRestricted: false,
} as const;

const days = <const Values extends 'date' | 'month'>(
  values: Values,
  calendar: Calendar,
  sentence: string,
) =>
  ({
    ...PLAIN,
    values,
    order: 'line',
    isDense: true,
    sentence,
    codes: (span: Span) => calendarCodes(calendar, span),
  }) as const;

const word = <const Words extends readonly string[]>(
  words: Words,
  sentence: string,
  wordOf: (facts: ClassFacts, span: Span) => string | number | null,
) =>
  ({
    ...PLAIN,
    values: 'word',
    words,
    sentence,
    codes: (span: Span) => wordCodes(words, (facts) => wordOf(facts, span)),
  }) as const;

const NAME = { ...PLAIN, values: 'name' } as const;

export const DIMENSIONS = {
  day: days('date', DAYS, 'Date of the start on the wall.'),
  week: days('date', WEEKS, 'Calendar week of the start: the date of its Monday.'),
  month: days('month', MONTHS, 'Calendar month of the start.'),
  weekday: {
    ...word(WEEKDAYS, 'Weekday of the start.', ({ minuteOfWeek }) =>
      Math.floor(minuteOfWeek / DAY_MINUTES),
    ),
    order: 'cycle',
  },
  weekpart: word(
    ['weekday', 'weekend'],
    'Monday to Friday, or Saturday and Sunday: `weekday` or `weekend`.',
    ({ minuteOfWeek }) => (minuteOfWeek < WEEKEND ? 0 : 1),
  ),
  hour: {
    ...PLAIN,
    values: 'hour',
    order: 'cycle',
    sentence: 'Hour in which classes start, 0 to 23.',
    codes: () => ({
      size: 24,
      of: hourOf,
      value: (code) => code,
      named: (value) => (typeof value === 'number' ? [value] : []),
    }),
  },
  part_of_day: word(
    Object.keys(PARTS_OF_DAY),
    'Part of the day of the start: night from 00:00, morning from 05:00, afternoon from 12:00, evening from 17:00.',
    (facts) => PART_OF_HOUR[hourOf(facts)] ?? 0,
  ),
  start_time: {
    ...PLAIN,
    values: 'time',
    order: 'cycle',
    sentence: 'Time of the start on the wall.',
    codes: () => ({
      size: DAY_MINUTES,
      of: ({ minuteOfWeek }) => minuteOfWeek % DAY_MINUTES,
      value: timeOfMinute,
      named: (value) => [minuteOf(value)],
    }),
  },
  room: {
    ...NAME,
    label: 'room_name',
    isNullable: true,
    sentence: 'Room: its id, or its name where the schedule names one that is not configured.',
    codes: ({ table, table: { rooms } }) => ({
      ...namedCodes(rooms.all, ({ room }) => room),
      value: (code) => rooms.all[code]?.id ?? rooms.all[code]?.name ?? null,
      named: (value) => {
        const text = typeof value === 'string' ? value : '';
        return codeOf(rooms.find(text) ?? rooms.find(table.roomKey(null, text)));
      },
    }),
  },
  trainer: {
    ...NAME,
    label: 'trainer_name',
    isNullable: true,
    sentence: 'Who teaches, substitutes included.',
    codes: ({ table: { trainers } }) => ({
      ...namedCodes(trainers.all, ({ trainer }) => trainer),
      value: (code) => trainers.all[code]?.id ?? null,
      named: (value) => codeOf(trainers.find(value === null ? null : String(value))),
    }),
  },
  class: {
    ...NAME,
    sentence: 'Name of the class, whatever its weekday, time and room.',
    codes: ({ table: { names } }) => ({
      ...namedCodes(names.all, ({ name }) => name),
      value: (code) => names.all[code]?.name ?? null,
      named: (value) => codeOf(names.find(foldName(String(value)))),
    }),
  },
  series: {
    ...NAME,
    label: 'series_name',
    sentence: 'Class of the week: a name, weekday, start time and room; its `class_id`.',
    codes: ({ table: { series } }) => ({
      size: series.length,
      of: (facts) => facts.series.code,
      value: (code) => series[code]?.classId ?? null,
      label: (code) => (series[code] === undefined ? null : seriesLabel(series[code])),
      named: (value) => series.filter(({ classId }) => classId === value).map(({ code }) => code),
      isByLabel: true,
    }),
  },
  session: {
    ...PLAIN,
    values: 'id',
    label: 'session_name',
    sentence:
      'One class on one date; its rows also have its day, start, class, series, room, trainer, substitute and status.',
    codes: ({ classes, table }) => {
      const first = classes[0]?.place ?? 0;
      return {
        size: classes.length,
        of: ({ place }) => place - first,
        value: (code) => classes[code]?.session.id ?? null,
        label: (code) => sessionLabel(classes[code]),
        named: (value) => {
          const found = table.find(String(value));
          return found === undefined ? [] : [found.place - first];
        },
      };
    },
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
    codes: () => ({
      size: 2,
      of: ({ session }) => (session.isSubstitute ? 1 : 0),
      value: (code) => code === 1,
      named: (value) => [value === true ? 1 : 0],
    }),
  },
  verdict: {
    ...word(
      VERDICTS,
      'What the class of the week comes to over the range, see the verdicts.',
      ({ series }, { verdicts }) => verdicts.get(series) ?? 0,
    ),
    isRestricted: true,
  },
} as const satisfies Record<string, Dimension>;

/** What a row of one class on one date also says: which class, when, where, by whom and whether it took place. */
const OF_SESSION = [
  'day',
  'start_time',
  'class',
  'series',
  'room',
  'trainer',
  'substitute',
  'status',
] as const;

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

/** Counted from the first of the range: those of two ranges compare by their place. */
function calendarCodes({ ofDay, ofText, text }: Calendar, { from, to }: Span): Codes {
  const first = ofDay(dayOf(from));
  return {
    size: ofDay(dayOf(to)) - first + 1,
    of: ({ day }) => ofDay(day) - first,
    value: (code) => text(first + code),
    named: (value) => [ofText(String(value)) - first],
  };
}

function weekOf(day: number): number {
  return (day - weekdayOfDay(day) + 3) / 7;
}

/** Months since the year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function textOfMonth(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** One more than there are words is none. */
function wordCodes(
  words: readonly string[],
  wordOf: (facts: ClassFacts) => string | number | null,
): Codes {
  const none = words.length;
  const codeOfWord = new Map<string | null, number>(words.map((word, code) => [word, code]));
  codeOfWord.set(null, none);
  return {
    size: none + 1,
    of: (facts) => {
      const word = wordOf(facts);
      return typeof word === 'number' ? word : (codeOfWord.get(word) ?? none);
    },
    value: (code) => words[code] ?? null,
    named: (value) => [value === null ? none : (codeOfWord.get(String(value)) ?? -1)],
    none,
  };
}

function namedCodes(things: readonly Named[], of: (facts: ClassFacts) => Named) {
  return {
    size: things.length,
    of: (facts: ClassFacts) => of(facts).code,
    label: (code: number) => things[code]?.name ?? null,
    isByLabel: true,
  } as const;
}

function codeOf(thing: Named | undefined): readonly number[] {
  return thing === undefined ? [] : [thing.code];
}

function hourOf({ minuteOfWeek }: ClassFacts): number {
  return Math.floor((minuteOfWeek % DAY_MINUTES) / 60);
}

function minuteOf(value: Value): number {
  const [hours = '', minutes = ''] = String(value).split(':');
  return Number(hours) * 60 + Number(minutes);
}

export function seriesLabel(series: ClassSeries): string {
  const weekday = WEEKDAYS[series.weekday - 1] ?? '';
  const when = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${series.startTime}`;
  return joined([series.sharedName.name, when, series.sharedRoom.name]);
}

function sessionLabel(facts: ClassFacts | undefined): string | null {
  if (facts === undefined) return null;
  const { day, minuteOfWeek, name, room } = facts;
  return joined([name.name, `${dateOf(day)} ${timeOfMinute(minuteOfWeek)}`, room.name]);
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}
