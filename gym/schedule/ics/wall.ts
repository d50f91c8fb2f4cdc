/** Dates and times of iCalendar (RFC 5545, 3.3.4 and 3.3.5) on the clocks that a calendar names. */

import { type Property, parameterOf } from './calendar.ts';

/** A clock on a wall: the instant of a time such as `2026-03-29T18:30:00`. */
export type WallClock = (wall: string) => number;

export interface WallClocks {
  /** @param name null for a floating time, which is the gym's. */
  clockOf(name: string | null, line: number): WallClock;
}

export interface CalendarTime {
  /** `2026-03-29T18:30:00` on the wall of its zone; midnight for a date. */
  readonly wall: string;
  readonly isDate: boolean;
  readonly utcMs: number;
  /** Of its zone, for the times that recur. */
  readonly clock: WallClock;
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/;

const UTC_CLOCK: WallClock = (wall) => Date.parse(`${wall}Z`);

/** All times of a property; null where one of them is not in the calendar. */
export function timesOf(property: Property, zones: WallClocks): CalendarTime[] | null {
  const times: CalendarTime[] = [];
  for (const value of property.values) {
    // A period is a begin and an end; its begin is the time of the instance.
    const text: unknown = Array.isArray(value) ? value[0] : value;
    const time = typeof text === 'string' ? timeOf(text, property, zones) : null;
    if (time === null) return null;
    times.push(time);
  }
  return times.length === 0 ? null : times;
}

function timeOf(text: string, property: Property, zones: WallClocks): CalendarTime | null {
  const found = DATE_TIME.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, zulu] = found;
  const isDate = hour === undefined;
  // A leap second is the last one of its minute.
  const wall = `${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`;
  if (!isReal(wall)) return null;
  const clock =
    zulu === 'Z' ? UTC_CLOCK : zones.clockOf(parameterOf(property, 'tzid'), property.line);
  return { wall, isDate, utcMs: clock(wall), clock };
}

/** Whether the date is in the calendar and the time on the clock. */
export function isReal(wall: string): boolean {
  const at = Date.parse(`${wall}Z`);
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 19) === wall;
}

/** How many of a sorted list are at or before a place. */
export function countUpTo<Item>(
  sorted: readonly Item[],
  place: number,
  placeOf: (item: Item) => number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(sorted[middle] as Item) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
