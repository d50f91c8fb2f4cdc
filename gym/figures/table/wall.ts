/** Dates and minutes of the week on a gym's wall, by arithmetic: offsets are looked up once a day, not once a class. */

import { offsetMs } from '../../calendar/zone.ts';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Days since 1 January 1970, and minutes since the begin of Monday. */
export interface WallTime {
  readonly day: number;
  readonly minuteOfWeek: number;
}

/** Reads instants of one zone. */
export class Wall {
  readonly #timezone: string;
  /** By day in UTC; null where the clock changes within it. */
  readonly #offsets = new Map<number, number | null>();
  #newest: { readonly atUtcMs: number; readonly time: WallTime } | null = null;

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  at(atUtcMs: number): WallTime {
    // Classes come by their start: the next one most often starts with the one before.
    if (this.#newest?.atUtcMs === atUtcMs) return this.#newest.time;
    const minutes = Math.floor((atUtcMs + this.#offsetAt(atUtcMs)) / MINUTE_MS);
    const day = Math.floor(minutes / DAY_MINUTES);
    const time = {
      day,
      minuteOfWeek: weekdayOfDay(day) * DAY_MINUTES + minutes - day * DAY_MINUTES,
    };
    this.#newest = { atUtcMs, time };
    return time;
  }

  #offsetAt(atUtcMs: number): number {
    const day = Math.floor(atUtcMs / DAY_MS);
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const first = offsetMs(this.#timezone, day * DAY_MS);
      offset = first === offsetMs(this.#timezone, (day + 1) * DAY_MS - 1) ? first : null;
      this.#offsets.set(day, offset);
    }
    return offset ?? offsetMs(this.#timezone, atUtcMs);
  }
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
