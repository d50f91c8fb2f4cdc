/** The values of dimensions as whole numbers and back: what groups and filters are made of. */

import { VERDICTS } from '../reports/classes/verdict.ts';
import { foldName } from '../sessions/fold-name.ts';
import { statusAt } from '../sessions/session.ts';
import type { ClassTable } from './class-table.ts';
import {
  DIMENSIONS,
  type DimensionName,
  PARTS_OF_DAY,
  QUALITY_WORDS,
  SOURCE_WORDS,
  STATUS_WORDS,
  WEEKDAYS,
  WEEKPARTS,
} from './dimensions.ts';
import type { ClassFacts, ClassSeries, Named } from './facts.ts';
import type { FilterValue, QueryFilter, QueryRange } from './query.ts';
import { DAY_MINUTES, dateOf, dayOf, timeOfMinute, weekdayOfDay } from './wall.ts';

/** The classes of a range, and what a query knows of them. */
export interface Span extends QueryRange {
  readonly table: ClassTable;
  /** By start. */
  readonly classes: readonly ClassFacts[];
  readonly nowUtcMs: number;
  /** Places in the list of verdicts; empty where the query names no verdict. */
  readonly verdicts: ReadonlyMap<ClassSeries, number>;
}

/** Codes go from 0 to `size` - 1. Those of days, weeks, months and sessions begin with the range. */
export interface Codes {
  readonly size: number;
  readonly of: (facts: ClassFacts) => number;
  readonly value: (code: number) => FilterValue;
  /** For people; left out where the value itself says it. */
  readonly label?: (code: number) => string | null;
  /** Codes of a value of a filter. Of dimensions with an order exactly one, which may be outside of the range. */
  readonly named: (value: FilterValue) => readonly number[];
  /** The code of "none", if there is one. */
  readonly none?: number;
  /** Whether rows come by their labels. */
  readonly isByLabel?: true;
}

export function codesOf(dimension: DimensionName, span: Span): Codes {
  const { table, nowUtcMs, verdicts } = span;
  switch (dimension) {
    case 'day':
    case 'week':
    case 'month':
      return calendarCodes(dimension, span);
    case 'weekday':
      return wordCodes(WEEKDAYS, (facts) => Math.floor(facts.minuteOfWeek / DAY_MINUTES));
    case 'weekpart':
      return wordCodes(WEEKPARTS, ({ minuteOfWeek }) => (minuteOfWeek < WEEKEND ? 0 : 1));
    case 'hour':
      return {
        size: 24,
        of: hourOf,
        value: (code) => code,
        named: (value) => (typeof value === 'number' ? [value] : []),
      };
    case 'part_of_day':
      return wordCodes(Object.keys(PARTS_OF_DAY), (facts) => PART_OF_HOUR[hourOf(facts)] ?? 0);
    case 'start_time':
      return {
        size: DAY_MINUTES,
        of: ({ minuteOfWeek }) => minuteOfWeek % DAY_MINUTES,
        value: timeOfMinute,
        named: (value) => [minuteOf(value)],
      };
    case 'room':
      return {
        ...namedCodes(table.rooms.all, ({ room }) => room),
        value: (code) => table.rooms.all[code]?.id ?? table.rooms.all[code]?.name ?? null,
        named: (value) => {
          const text = typeof value === 'string' ? value : '';
          return codeOf(table.rooms.find(text) ?? table.rooms.find(table.roomKey(null, text)));
        },
      };
    case 'trainer':
      return {
        ...namedCodes(table.trainers.all, ({ trainer }) => trainer),
        value: (code) => table.trainers.all[code]?.id ?? null,
        named: (value) => codeOf(table.trainers.find(value === null ? null : String(value))),
      };
    case 'class':
      return {
        ...namedCodes(table.names.all, ({ name }) => name),
        value: (code) => table.names.all[code]?.name ?? null,
        named: (value) => codeOf(table.names.find(foldName(String(value)))),
      };
    case 'series':
      return {
        size: table.series.length,
        of: ({ series }) => series.code,
        value: (code) => table.series[code]?.classId ?? null,
        label: (code) => seriesLabel(table.series[code]),
        named: (value) =>
          table.series.filter(({ classId }) => classId === value).map(({ code }) => code),
        isByLabel: true,
      };
    case 'session':
      return sessionCodes(span);
    case 'quality':
      return wordCodes(QUALITY_WORDS, ({ session }) => session.attendance?.quality ?? null);
    case 'source':
      return wordCodes(SOURCE_WORDS, ({ session }) => session.attendance?.source ?? null);
    case 'status':
      return wordCodes(STATUS_WORDS, ({ session }) => statusAt(session, nowUtcMs));
    case 'substitute':
      return {
        size: 2,
        of: ({ session }) => (session.isSubstitute ? 1 : 0),
        value: (code) => code === 1,
        named: (value) => [value === true ? 1 : 0],
      };
    case 'verdict':
      return wordCodes(VERDICTS, ({ series }) => verdicts.get(series) ?? 0);
  }
}

/** Whether a class is within a filter. */
export function filterOf(
  [dimension, operator, values]: QueryFilter,
  span: Span,
): (facts: ClassFacts) => boolean {
  const codes = codesOf(dimension, span);
  if (operator !== 'between') {
    const named = new Set(values.flatMap((value) => codes.named(value)));
    return (facts) => named.has(codes.of(facts)) === (operator === 'is');
  }
  const [from = 0, to = 0] = values.map((value) => codes.named(value)[0] ?? 0);
  const goesRound = DIMENSIONS[dimension].order === 'cycle' && from > to;
  return (facts) => {
    const code = codes.of(facts);
    return goesRound ? code >= from || code <= to : code >= from && code <= to;
  };
}

/** Counted from the first of the range: those of two ranges compare by their place. */
function calendarCodes(dimension: 'day' | 'week' | 'month', { from, to }: Span): Codes {
  const { ofDay, ofText, text } = CALENDAR[dimension];
  const first = ofDay(dayOf(from));
  return {
    size: ofDay(dayOf(to)) - first + 1,
    of: ({ day }) => ofDay(day) - first,
    value: (code) => text(first + code),
    named: (value) => [ofText(String(value)) - first],
  };
}

/** Days, weeks and months as numbers that go up by one. */
const CALENDAR = {
  day: { ofDay: (day: number) => day, ofText: dayOf, text: dateOf },
  week: {
    ofDay: weekOf,
    ofText: (date: string) => weekOf(dayOf(date)),
    text: (week: number) => dateOf(week * 7 - 3),
  },
  month: { ofDay: (day: number) => monthOf(dateOf(day)), ofText: monthOf, text: textOfMonth },
} as const;

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

function sessionCodes({ classes, table }: Span): Codes {
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
}

function codeOf(thing: Named | undefined): readonly number[] {
  return thing === undefined ? [] : [thing.code];
}

/** Minute of the week at which Saturday begins. */
const WEEKEND = 5 * DAY_MINUTES;
const BEGINS = Object.values(PARTS_OF_DAY);
const PART_OF_HOUR = Array.from(
  { length: 24 },
  (_, hour) => BEGINS.filter((begin) => begin <= hour).length - 1,
);

function hourOf({ minuteOfWeek }: ClassFacts): number {
  return Math.floor((minuteOfWeek % DAY_MINUTES) / 60);
}

function minuteOf(value: FilterValue): number {
  const [hours = '', minutes = ''] = String(value).split(':');
  return Number(hours) * 60 + Number(minutes);
}

function seriesLabel(series: ClassSeries | undefined): string | null {
  if (series === undefined) return null;
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
