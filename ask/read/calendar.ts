/** Words of the calendar, and stretches of days. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';

/** From one date to another of the gym's zone, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** `back`: figures, which end today at the latest. `ahead`: the timetable and bookings, of what is to come. */
export type Look = 'back' | 'ahead';

/** Why a time that was named is no range of days. */
export interface NoDays {
  readonly stop: 'no_such_date' | 'not_understood';
  readonly message: string;
}

export type Unit = 'day' | 'weekend' | 'week' | 'month' | 'other';

/** What a phrase of time comes to. What it means can depend on the report: "Tuesday" is the last one for figures. */
export interface Time {
  readonly unit: Unit;
  readonly days: (look: Look) => Days | NoDays;
  /** Only these, 1 is Monday, of every week, or of `days` where `isWithin`. */
  readonly weekdays?: readonly number[];
  /** One named weekday that may be a date or a filter: "Tuesday attendance", "how many on Tuesday". */
  readonly isEither?: boolean;
  readonly part?: 'morning' | 'afternoon' | 'evening';
  /** "the week before": as long as the other time named, or of this unit. */
  readonly before?: {
    readonly unit: Unit;
    readonly count?: number;
    readonly weekday?: number;
    /** The same days so much earlier: "the same day last week". */
    readonly shift?: 'week' | 'year';
  };
  readonly isSince?: boolean;
  readonly isUntil?: boolean;
  /** Two that are held against each other where something says so: "between October and November". */
  readonly pair?: readonly [Time, Time];
  readonly note?: string;
}

const NO_DATE: NoDays = { stop: 'no_such_date', message: 'That date is not in the calendar.' };

const numbered = (text: string, first: number): [string, number][] =>
  text
    .split(/,\s*/)
    .flatMap((line, i) => line.split(' ').map((word): [string, number] => [word, i + first]));

/** 1 is Monday. Singular, plural and short. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map(
  numbered(
    'monday mon mondays, tuesday tue tues tuesdays, wednesday wed weds wednesdays, thursday thu thur thurs thursdays, friday fri fridays, saturday sat saturdays, sunday sun sundays',
    1,
  ),
);
export const WEEKDAY_IDS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** 1 is January. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  numbered(
    'january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept, october oct, november nov, december dec',
    1,
  ),
);
export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    'zero nil nought, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve dozen, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty',
    0,
  ),
  ...numbered('twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety, hundred', 2).map(
    ([word, tens]): [string, number] => [word, 10 * tens],
  ),
  ['couple', 2],
]);
export const NTHS: ReadonlyMap<string, number> = new Map([
  ...numbered(
    'first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth',
    1,
  ),
  ['thirtieth', 30],
]);
const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `2026-11-03` as `3 November 2026`. */
export function dateName(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day ?? 0} ${MONTH_NAMES[(month ?? 1) - 1] ?? ''} ${year ?? 0}`;
}

/** `3` as `3rd`. */
export function nthName(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}

export function validDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal && year >= 1000 && year <= 9999 ? at.toISOString().slice(0, 10) : null;
}

export function noTime(message: string, stop: NoDays['stop'] = 'not_understood'): Time {
  return { unit: 'other', days: () => ({ stop, message }) };
}

export function isDays(found: Days | NoDays): found is Days {
  return 'from' in found;
}

/** Days from one date to another, whatever is looked at; null is a date that the calendar has not. */
export function daysTime(from: string | null, to: string | null, more: Partial<Time> = {}): Time {
  const days = from === null || to === null || from > to ? NO_DATE : { from, to };
  return { unit: from === to ? 'day' : 'other', days: () => days, ...more };
}

export function lastDays(today: string, count: number, more: Partial<Time> = {}): Time {
  return daysTime(addDays(today, 1 - Math.max(1, count)), today, { unit: 'other', ...more });
}

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Calendar weeks from Monday: 0 is this one, up to today where figures are asked for. */
export function weekTime(today: string, offset: number): Time {
  const from = addDays(mondayOf(today), 7 * offset);
  const isRunning = offset === 0;
  return {
    unit: 'week',
    days: (look) => ({ from, to: isRunning && look === 'back' ? today : addDays(from, 6) }),
  };
}

/** 0 is the weekend of this week, or the newest that has begun where figures are asked for. */
export function weekendTime(today: string, offset: -1 | 0 | 1): Time {
  const saturday = addDays(mondayOf(today), 5);
  const hasBegun = saturday <= today;
  return {
    unit: 'weekend',
    days: (look) => {
      const isBack = offset === 0 && look === 'back' && !hasBegun;
      const ahead = offset === 1 && !hasBegun ? 0 : 7 * offset;
      const from = addDays(saturday, isBack ? -7 : ahead);
      const last = addDays(from, 1);
      return { from, to: look === 'back' && last > today && from <= today ? today : last };
    },
  };
}

/** A calendar month; `month` may lie outside 1..12. */
export function monthTime(today: string, year: number, month: number): Time {
  const first = (at: number): string =>
    new Date(Date.UTC(year, at - 1, 1)).toISOString().slice(0, 10);
  const from = first(month);
  const last = addDays(first(month + 1), -1);
  return {
    unit: 'month',
    days: (look) => ({ from, to: look === 'back' && from <= today && last > today ? today : last }),
  };
}

/** 0 is this month. */
export function monthFrom(today: string, offset: number): Time {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return monthTime(today, year, month + offset);
}

/** The newest month of this name that has begun. */
export function namedMonth(today: string, month: number): Time {
  const [year = 0, now = 1] = today.split('-').map(Number);
  return monthTime(today, month <= now ? year : year - 1, month);
}

/** The whole of a time, to its last day. */
export function wholeOf(time: Time): Days {
  const days = time.days('ahead');
  return isDays(days) ? days : { from: '', to: '' };
}

/** A weekday: the newest one up to today, or the next one from today on; `last` is before today, `next` after it. */
export function weekdayTime(today: string, weekday: number, which: 'near' | 'last' | 'next'): Time {
  const back = (weekdayOf(today) - weekday + 7) % 7;
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const date = (look: Look): string => {
    if (which === 'last') return addDays(today, -(back || 7));
    if (which === 'next') return addDays(today, ahead || 7);
    return look === 'ahead' ? addDays(today, ahead) : addDays(today, -back);
  };
  return { unit: 'day', days: (look) => ({ from: date(look), to: date(look) }) };
}

/** The newest such day up to another. */
export function newestWeekday(latest: string, weekday: number): string {
  return addDays(latest, -((weekdayOf(latest) - weekday + 7) % 7));
}

/** The quarter `offset` from this one. */
export function quarterTime(today: string, offset: number): Time {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = 3 * Math.floor((month - 1) / 3) + 1 + 3 * offset;
  const { from } = wholeOf(monthTime(today, year, first));
  const { to } = wholeOf(monthTime(today, year, first + 2));
  return daysTime(from, to > today ? today : to);
}

/** This year up to today, or a whole one that is over. */
export function yearTime(today: string, year: number): Time {
  const now = Number(today.slice(0, 4));
  if (year > now)
    return noTime('That is still to come: figures are of classes that were held.', 'no_such_date');
  return daysTime(`${year}-01-01`, year === now ? today : `${year}-12-31`);
}
