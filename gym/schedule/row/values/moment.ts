/** A date with a time, from one text or from two. */

import { addDays, type CalendarDate, dateAt } from '../../../calendar/zone.ts';
import { textOf } from './blank.ts';
import { type DateOrder, leadingDate } from './date.ts';
import { readTime, readTimeRange, type WallTime } from './time.ts';
import { wallInstant } from './wall-instant.ts';

/** What a text says of when; each part is null where it does not say. */
export interface Moment {
  readonly date: CalendarDate | null;
  readonly time: WallTime | null;
  /** Of a text that names begin and end. */
  readonly endTime: WallTime | null;
  /** Where the text carries an offset or counts from 1970. */
  readonly utcMs: number | null;
}

const OFFSET = /\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]*\])?$/i;
/** From here on a number is ms since 1970, below it seconds: 1973 in ms, 5138 in seconds. */
const MIN_MS = 1e11;
const MIN_SECONDS = 1e8;

/** Null for what is neither date nor time. */
export function readMoment(value: unknown, order: DateOrder): Moment | null {
  if (typeof value === 'number' && value >= MIN_SECONDS) {
    const utcMs = value >= MIN_MS ? value : value * 1000;
    return { date: null, time: null, endTime: null, utcMs };
  }
  const text = textOf(value);
  if (text === null) return null;
  const leading = leadingDate(text, order);
  if (leading === null) return timeMoment(null, text);
  if (leading.rest === '') return { date: leading.date, time: null, endTime: null, utcMs: null };
  const offset = OFFSET.exec(leading.rest)?.[0];
  if (offset === undefined) return timeMoment(leading.date, leading.rest);
  const time = readTime(leading.rest.slice(0, -offset.length));
  return time === null ? null : offsetMoment(leading.date, time, offset);
}

/** The first time after an instant at which the wall shows `time`: a class that ends at 00:30 ends the next day. */
export function nextWallInstant(timezone: string, afterUtcMs: number, time: WallTime): number {
  const date = dateAt(timezone, afterUtcMs);
  const sameDay = wallInstant(timezone, `${date}T${time}`);
  return sameDay > afterUtcMs ? sameDay : wallInstant(timezone, `${addDays(date, 1)}T${time}`);
}

function timeMoment(date: CalendarDate | null, text: string): Moment | null {
  const time = readTime(text);
  if (time !== null) return { date, time, endTime: null, utcMs: null };
  const range = readTimeRange(text);
  return range === null ? null : { date, time: range.from, endTime: range.to, utcMs: null };
}

function offsetMoment(date: CalendarDate, time: WallTime, offset: string): Moment | null {
  const found = /([+-])(\d{2}):?(\d{2})?/.exec(offset);
  const sign = found?.[1] === '-' ? -1 : 1;
  const minutes = Number(found?.[2] ?? 0) * 60 + Number(found?.[3] ?? 0);
  if (minutes > 24 * 60) return null;
  const utcMs = Date.parse(`${date}T${time}Z`) - sign * minutes * 60_000;
  return { date: null, time: null, endTime: null, utcMs };
}
