/**
 * A stretch of days that a question names. What it means can depend on the report: "Tuesday" is the last one for figures
 * and the next one for the timetable, so a span is turned into dates only when the report is known.
 */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';

/** From one date to another of the gym's zone, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** `back`: figures, which end today at the latest. `ahead`: the timetable, of what is to come. */
export type Look = 'back' | 'ahead';

export interface Span {
  readonly unit: 'day' | 'weekend' | 'week' | 'month' | 'other';
  /** Null: there is no such date, or {@link missing} says what else is wrong. */
  readonly days: (look: Look) => Days | null;
  readonly missing?: Missing;
  /** "the week before": of the span named first, moved back by its unit. */
  readonly isBefore?: boolean;
  /** "the Saturday before": the newest such day before the other; 1 is Monday. */
  readonly weekday?: number;
  /** "The same day last week": so many days earlier. */
  readonly shift?: number;
  /** "the 7 before", "the 2 weeks before": how many of what; 0 is of what the other is counted in. */
  readonly count?: number;
  readonly countUnit?: number;
  /** A weekday without more, which a report over all weeks can only filter by. */
  readonly isWeekday?: boolean;
  /** A day of the week, with or without more: the one before it is of the week before. */
  readonly isOfWeek?: boolean;
  /** From a day up to today. */
  readonly isSince?: boolean;
  /** Up to a day, with no beginning named. */
  readonly isUntil?: boolean;
  /** What was assumed about the date itself: "Read 3/11 as 3 November 2026." */
  readonly note?: string;
  /** What else may have been meant, for days that are still to come. */
  readonly hint?: string;
}

/** Why a time that was named is no range of days. */
export interface Missing {
  readonly stop: 'no_such_date' | 'not_understood';
  readonly message: string;
}

/** A time that comes to no days, and why. */
export function noSpan(stop: Missing['stop'], message: string): Span {
  return { unit: 'other', days: () => null, missing: { stop, message } };
}

/** Days from one date to another, whatever is looked at. */
export function daysSpan(from: string, to: string, note?: string): Span {
  const days: Days = { from, to };
  return { unit: 'other', days: () => days, ...(note === undefined ? {} : { note }) };
}

export function daySpan(date: string): Span {
  return { unit: 'day', days: () => ({ from: date, to: date }) };
}

/** The days up to today, today included. */
export function lastDays(today: string, count: number): Span {
  return { unit: 'other', days: () => ({ from: addDays(today, 1 - count), to: today }) };
}

/**
 * A weekday without more: the newest one up to today, or the next one from today on.
 *
 * @param which `last` is before today whatever the report, `next` after it.
 */
export function weekdaySpan(today: string, weekday: number, which: 'near' | 'last' | 'next'): Span {
  const back = (weekdayOf(today) - weekday + 7) % 7;
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const date = (look: Look): string => {
    if (which === 'last') return addDays(today, -(back || 7));
    if (which === 'next') return addDays(today, ahead || 7);
    return look === 'ahead' ? addDays(today, ahead) : addDays(today, -back);
  };
  return {
    unit: 'day',
    days: (look) => ({ from: date(look), to: date(look) }),
    isOfWeek: true,
    ...(which === 'near' ? { isWeekday: true } : {}),
  };
}

/** The day of a calendar week: "Tuesday last week". */
export function weekdayOfWeek(today: string, weekday: number, offset: number): Span {
  return daySpan(addDays(mondayOf(today), 7 * offset + weekday - 1));
}

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Calendar weeks from Monday: 0 is this one, up to today where figures are asked for. */
export function weekSpan(today: string, offset: number): Span {
  const from = addDays(mondayOf(today), 7 * offset);
  return {
    unit: 'week',
    days: (look) => ({
      from,
      to: offset === 0 && look === 'back' ? today : addDays(from, 6),
    }),
  };
}

/** Saturday and Sunday; 0 is of this week, or the newest that has begun where figures are asked for. */
export function weekendSpan(today: string, which: 'this' | 'last' | 'next'): Span {
  const saturday = addDays(mondayOf(today), 5);
  const hasBegun = saturday <= today;
  const from = (look: Look): string => {
    if (which === 'next') return addDays(saturday, hasBegun ? 7 : 0);
    if (which === 'last') return addDays(saturday, -7);
    return look === 'ahead' || hasBegun ? saturday : addDays(saturday, -7);
  };
  return {
    unit: 'weekend',
    days: (look) => {
      const first = from(look);
      const last = addDays(first, 1);
      return { from: first, to: look === 'back' && last > today && first <= today ? today : last };
    },
  };
}

/** A calendar month: 0 is this one. */
export function monthSpan(today: string, offset: number): Span {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return monthOf(today, year, month + offset);
}

/** @param month may lie outside 1..12, and then counts on into other years. */
export function monthOf(today: string, year: number, month: number): Span {
  const from = firstOfMonth(year, month);
  const last = addDays(firstOfMonth(year, month + 1), -1);
  return {
    unit: 'month',
    days: (look) => ({
      from,
      to: look === 'back' && from <= today && last > today ? today : last,
    }),
  };
}

function firstOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

/** The newest month of this name that has begun. */
export function namedMonth(today: string, month: number): Span {
  const [year = 0, now = 1] = today.split('-').map(Number);
  return monthOf(today, month <= now ? year : year - 1, month);
}

/** What a phrase gives: a span, or a weekday to keep to. The evening of "tonight" comes along. */
export interface DatePhrase {
  readonly span?: Span;
  /** 1 is Monday; several are any of them. */
  readonly weekdays?: readonly number[];
  readonly part?: 'morning' | 'afternoon' | 'evening';
  /** "between October and November": the two, where they are compared. */
  readonly pair?: readonly [Span, Span];
  /** A weekday without a preposition: the days of {@link weekdays}, or this one date. */
  readonly bare?: Span;
}

export type Make = (today: string) => DatePhrase;

export const NOWHERE: Span = noSpan('no_such_date', 'That date is not in the calendar.');

export const span =
  (make: (today: string) => Span): Make =>
  (today) => ({ span: make(today) });

/** The time before another one that is named beside it, or in the question before. */
export function before(): Span {
  return { ...NOWHERE, unit: 'day', isBefore: true };
}

/** Days that were named only roughly: an answer about all of them would be to another question. */
export const vague = (message: string): Make => span(() => noSpan('not_understood', message));
