/**
 * The clock on a gym's wall. Instants are ms since 1970 in UTC everywhere in the program; only here do they become
 * dates and times of a zone, and back.
 *
 * Rules of the IANA data base come from Node's ICU through Temporal. Offsets seldom change, so one is looked up once for
 * each day in UTC and remembered: formatting thousands of times is cheap.
 */

import { Temporal } from 'temporal-polyfill';

/** A calendar date, `2026-03-29`. Compares as text. */
export type CalendarDate = string;

/** From the first instant up to, but without, the second; ms since 1970, UTC. */
export interface InstantRange {
  readonly fromUtcMs: number;
  readonly toUtcMs: number;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** Days remembered of a zone: more than a hundred years. */
const REMEMBERED = 50_000;

/** By zone and day in UTC; null where the clock changes within the day. */
const offsets = new Map<string, Map<number, number | null>>();

/** How far the zone's wall clock is ahead of UTC at an instant, ms; negative in the west. */
export function offsetMs(timezone: string, atUtcMs: number): number {
  const days = offsets.get(timezone) ?? new Map<number, number | null>();
  const day = Math.floor(atUtcMs / DAY_MS);
  const known = days.get(day);
  if (known === undefined) {
    const first = offsetAt(timezone, day * DAY_MS);
    const last = offsetAt(timezone, (day + 1) * DAY_MS - 1);
    if (days.size >= REMEMBERED) days.clear();
    offsets.set(timezone, days.set(day, first === last ? first : null));
  }
  return known ?? days.get(day) ?? offsetAt(timezone, atUtcMs);
}

function offsetAt(timezone: string, atUtcMs: number): number {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(atUtcMs));
  return at.toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
}

/** The date on the wall at an instant. */
export function dateAt(timezone: string, atUtcMs: number): CalendarDate {
  return wallText(timezone, atUtcMs).slice(0, 10);
}

/** The time on the wall at an instant, to the minute: `18:30`. */
export function timeAt(timezone: string, atUtcMs: number): string {
  return wallText(timezone, atUtcMs).slice(11, 16);
}

/** RFC 3339 with the zone's offset, to the second: `2026-07-01T18:30:00+01:00`. */
export function formatInstant(timezone: string, atUtcMs: number): string {
  const offset = Math.round(offsetMs(timezone, atUtcMs) / MINUTE_MS);
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${wallText(timezone, atUtcMs)}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export function weekdayOf(date: CalendarDate): number {
  return weekdayOfDay(dayOf(date)) + 1;
}

/** The date `days` later, or earlier for a negative number. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(dayOf(date) + days);
}

/** Whether the calendar has a date, such as `2026-10-12`: 30 February is read as a day in March. */
export const isDate = (text: string): boolean =>
  /^\d/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/**
 * From the begin of one date to the end of another, both included. A day is 23 to 25 hours long where the clock changes, and
 * begins at 01:00 where midnight is skipped.
 */
export function datesRange(timezone: string, from: CalendarDate, to: CalendarDate): InstantRange {
  return {
    fromUtcMs: startOfDay(timezone, from),
    toUtcMs: startOfDay(timezone, addDays(to, 1)),
  };
}

/**
 * The instant of a time on the wall, `2026-03-29T01:30` or with seconds. A time that a change of the clock skips is
 * taken as if the clock had not changed yet, so it comes an hour later on the wall; of a time that comes twice the first
 * is meant (RFC 5545, 3.3.5, and Temporal's `compatible`). Throws RangeError for a text that is no such time.
 *
 * Only days with a change of the clock are left to Temporal. On all others, those whose zone has the same offset a day
 * before and a day after, the offset is looked up once for the day.
 */
export function instantOf(timezone: string, wallTime: string): number {
  const asUtcMs = Date.parse(`${wallTime}Z`);
  if (Number.isFinite(asUtcMs) && new Date(asUtcMs).toISOString().startsWith(wallTime)) {
    const dayMs = Math.floor(asUtcMs / DAY_MS) * DAY_MS;
    const before = offsetMs(timezone, dayMs - DAY_MS);
    if (before === offsetMs(timezone, dayMs + 2 * DAY_MS)) return asUtcMs - before;
  }
  return Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timezone).epochMilliseconds;
}

function startOfDay(timezone: string, date: CalendarDate): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
}

/** `2026-07-01T18:30:00` on the wall. */
function wallText(timezone: string, atUtcMs: number): string {
  return new Date(atUtcMs + offsetMs(timezone, atUtcMs)).toISOString().slice(0, 19);
}

/* Dates and minutes of the week on a gym's wall, as numbers. */

export const DAY_MINUTES = 1_440;
export type WallTime = Readonly<ReturnType<typeof wallOf>>;

/** Days since 1 January 1970, and minutes since the begin of Monday. */
export function wallOf(timezone: string, atUtcMs: number) {
  const minutes = Math.floor((atUtcMs + offsetMs(timezone, atUtcMs)) / MINUTE_MS);
  const day = Math.floor(minutes / DAY_MINUTES);
  return { day, minuteOfWeek: (weekdayOfDay(day) - day) * DAY_MINUTES + minutes };
}

/** 0 is Monday. Day 0, 1 January 1970, was a Thursday. */
export function weekdayOfDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function dayOf(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `18:30` of a minute of the day or the week. */
export function timeOfMinute(minute: number): string {
  const ofDay = minute % DAY_MINUTES;
  const hours = String(Math.floor(ofDay / 60)).padStart(2, '0');
  return `${hours}:${String(ofDay % 60).padStart(2, '0')}`;
}
