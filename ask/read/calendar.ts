/** Words of the calendar, and stretches of days. */

import { addDays, isDate, weekdayOf } from '../../gym/calendar/zone.ts';
import { mondayOf } from '../../gym/reports/period.ts';
import { date } from '../../web/words/format.ts';

/** From one date to another of the gym's zone, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** `back`: figures, which end today at the latest. `ahead`: the timetable and bookings, of what is to come. */
export type Look = 'back' | 'ahead';

/** Why a time that was named is no range of days, or a question no query. */
export interface Lack {
  readonly stop: 'not_understood' | 'unknown_name' | 'no_such_date' | 'not_known_here';
  readonly message: string;
}

export const lack = (message: string, stop: Lack['stop'] = 'not_understood'): Lack => ({
  stop,
  message,
});

export const isLack = (value: object): value is Lack => 'stop' in value;

export type Unit = 'day' | 'weekend' | 'week' | 'month' | 'other';
export type Span = Exclude<Unit, 'other'> | 'quarter' | 'year';

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** "the week before": as long as the other time named, or of this unit. */
export interface Before {
  readonly unit: Unit;
  readonly count?: number;
  readonly weekday?: number;
  /** "the Friday after": what it is held against lies before it. */
  readonly isAfter?: boolean;
  /** The same days so much earlier: "the same day last week". */
  readonly shift?: 'week' | 'year';
  /** "than last week": its own days where another time is named, alone those before this week. */
  readonly isLast?: true;
}

/** What a phrase of time comes to. What it means can depend on the report: "Tuesday" is the last one for figures. */
export interface Time {
  readonly unit: Unit;
  readonly days: (look: Look) => Days | Lack;
  /** Only these, 1 is Monday, of every week, or of `days` where `isWithin`. */
  readonly weekdays?: readonly number[];
  /** One named weekday that may be a date or a filter: "Tuesday attendance", "how many on Tuesday". */
  readonly isEither?: boolean;
  /** Before it lies the same weekday. */
  readonly isWeekday?: boolean;
  readonly part?: PartOfDay;
  readonly before?: Before;
  /** Two that are held against each other where something says so: "between October and November". */
  readonly pair?: readonly [Time, Time];
  readonly note?: string;
}

const NO_DATE = lack('That date is not in the calendar.', 'no_such_date');

/** Words in the order of what they stand for, the first of `first`; those of one number are parted by blanks. */
const numbered = (first: number, text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split(', ')
      .flatMap((line, i) => line.split(' ').map((word) => [word, i + first] as const)),
  );

/** 1 is Monday. Singular, plural and short. */
export const WEEKDAYS = numbered(
  1,
  'monday mon mondays, tuesday tue tues tuesdays, wednesday wed weds wednesdays, thursday thu thur thurs thursdays, friday fri fridays, saturday sat saturdays, sunday sun sundays',
);
export const WEEKDAY_IDS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** 1 is January. */
export const MONTHS = numbered(
  1,
  'january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept, october oct, november nov, december dec',
);
const TENS = numbered(2, 'twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety, hundred');
export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    0,
    'zero nil nought, one, two couple, three, four, five fiver, six, seven, eight, nine, ten tenner, eleven, twelve dozen, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen',
  ),
  ...[...TENS].map(([word, tens]) => [word, 10 * tens] as const),
  ...numbered(1000, 'thousand grand'),
]);
export const NTHS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    1,
    'first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth',
  ),
  ['thirtieth', 30],
]);
/** `2026-11-03` as `3 November 2026`. */
export const dateName = (day: string): string => date(day, 'year');

/** `3` as `3rd`. */
export function nthName(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}

export const pad = (value: number): string => String(value).padStart(2, '0');

export function validDate(year: number, month: number, day: number): string | null {
  const date = `${year}-${pad(month)}-${pad(day)}`;
  return isDate(date) ? date : null;
}

export function noTime(message: string, stop?: Lack['stop']): Time {
  return { unit: 'other', days: () => lack(message, stop) };
}

export const isDays = (found: Days | Lack): found is Days => 'from' in found;

/** Days from one date to another, whatever is looked at; null is a date that the calendar has not. */
export function daysTime(from: string | null, to: string | null, more: Partial<Time> = {}): Time {
  const days = from === null || to === null || from > to ? NO_DATE : { from, to };
  return { unit: from === to ? 'day' : 'other', days: () => days, ...more };
}

/** Months in a span that is made of months. */
const MONTHS_IN: Readonly<Partial<Record<Span, number>>> = { month: 1, quarter: 3, year: 12 };

/** The whole span that a date lies in, or one `offset` spans later. The weekend is that of the date's week. */
export function spanOf(span: Span, date: string, offset = 0): Days {
  const months = MONTHS_IN[span];
  if (months !== undefined) {
    const [year = 0, month = 1] = date.split('-').map(Number);
    const first = Math.floor((month - 1) / months + offset) * months;
    const begin = (at: number): string => new Date(Date.UTC(year, at, 1)).toJSON().slice(0, 10);
    return { from: begin(first), to: addDays(begin(first + months), -1) };
  }
  if (span === 'day') return { from: addDays(date, offset), to: addDays(date, offset) };
  const monday = addDays(mondayOf(date), 7 * offset);
  return { from: span === 'week' ? monday : addDays(monday, 5), to: addDays(monday, 6) };
}

/** A span by how far it is from that of today. One that runs ends today where figures are asked for. */
export function timeOf(span: Span, today: string, offset = 0): Time {
  const isLong = span === 'quarter' || span === 'year';
  if (isLong && spanOf(span, today, offset).from > today)
    return noTime('That is still to come: figures are of classes that were held.', 'no_such_date');
  const isBeforeWeekend = span === 'weekend' && spanOf(span, today).from > today;
  const days = (look: Look): Days => {
    const isEarlier = isBeforeWeekend && (offset === 1 || (offset === 0 && look === 'back'));
    const { from, to } = spanOf(span, today, isEarlier ? offset - 1 : offset);
    const isCut = (isLong || look === 'back') && from <= today && to > today;
    return { from, to: isCut ? today : to };
  };
  return { unit: isLong ? 'other' : span, days };
}

/** A month by its name; without a year the newest that has begun. */
export function monthTime(today: string, month: number, year?: number): Time {
  const [thisYear = 0, now = 1] = today.split('-').map(Number);
  const inYear = year ?? (month <= now ? thisYear : thisYear - 1);
  return timeOf('month', today, 12 * (inYear - thisYear) + month - now);
}

/** A weekday: the newest one up to today, or the next one from today on; `last` is before today, `next` after it. */
export function weekdayTime(today: string, which: 'near' | 'last' | 'next', weekday: number): Time {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const days = (look: Look): Days => {
    if (which === 'next') return spanOf('day', today, ahead || 7);
    const isPast = which === 'last' || (look === 'back' && ahead > 0);
    return spanOf('day', today, isPast ? ahead - 7 : ahead);
  };
  return { unit: 'day', days, isWeekday: true };
}

/** The newest such day up to another. */
export function newestWeekday(latest: string, weekday: number): string {
  return addDays(latest, -((weekdayOf(latest) - weekday + 7) % 7));
}

/** The same day of the year before; of 29 February 1 March. */
export function yearBefore(date: string): string {
  return addDays(`${Number(date.slice(0, 4)) - 1}${date.slice(4, 8)}01`, Number(date.slice(8)) - 1);
}
