/** Dates and minutes of the week on a gym's wall, as numbers. */

import { offsetMs } from '../calendar/zone.ts';

export const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface WallTime {
  /** Days since 1 January 1970. */
  readonly day: number;
  /** Since the begin of Monday. */
  readonly minuteOfWeek: number;
}

/** Reads instants of one zone. The offset is looked up once a day in UTC: five years have 15,000 starts of classes. */
export function wallOf(timezone: string): (atUtcMs: number) => WallTime {
  /** Null where the clock changes within the day. */
  const offsets = new Map<number, number | null>();
  const offsetOfDay = (utcDay: number): number | null => {
    const known = offsets.get(utcDay);
    if (known !== undefined) return known;
    const first = offsetMs(timezone, utcDay * DAY_MS);
    const offset = first === offsetMs(timezone, (utcDay + 1) * DAY_MS - 1) ? first : null;
    offsets.set(utcDay, offset);
    return offset;
  };
  return (atUtcMs) => {
    const offset = offsetOfDay(Math.floor(atUtcMs / DAY_MS)) ?? offsetMs(timezone, atUtcMs);
    const minutes = Math.floor((atUtcMs + offset) / MINUTE_MS);
    const day = Math.floor(minutes / DAY_MINUTES);
    return { day, minuteOfWeek: (weekdayOfDay(day) - day) * DAY_MINUTES + minutes };
  };
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
