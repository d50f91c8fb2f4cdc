/** When a class begins and ends: times, moments and lengths as people and programs write them. */

import { addDays, type CalendarDate, dateAt, instantOf, offsetMs } from '../../calendar/zone.ts';
import type { RowFault } from '../entry.ts';
import { DEFAULT_CLASS_MS } from '../limits.ts';
import { type DateOrder, leadingDate } from './dates.ts';
import { type Field, type RowValues, textOf } from './text.ts';

export interface TimeContext {
  /** Of the gym: of times that carry no offset. */
  readonly timezone: string;
  readonly dateOrder: DateOrder;
  /** Called for a class whose end nothing says. */
  readonly noteDefaultLength: () => void;
}

type Moments = Partial<Record<'date' | 'time' | 'start' | 'end', Moment>>;

/** A cell that says something which is no time makes the whole row doubtful. */
export function readWhen(
  values: RowValues,
  context: TimeContext,
): { readonly startsUtcMs: number; readonly endsUtcMs: number } | RowFault {
  const moments: Moments = {};
  for (const field of ['date', 'time', 'start', 'end'] as const) {
    const text = textOf(values[field]);
    if (text === null) continue;
    const moment = readMoment(values[field], context.dateOrder);
    if (moment === null) return fault(field, 'a date, a time or both', text);
    moments[field] = moment;
  }
  const startsUtcMs = startOf(moments, context);
  if (typeof startsUtcMs !== 'number') return startsUtcMs;
  const endsUtcMs = endOf(startsUtcMs, values, moments, context);
  return typeof endsUtcMs === 'number' ? { startsUtcMs, endsUtcMs } : endsUtcMs;
}

function startOf({ date, time, start }: Moments, { timezone }: TimeContext): number | RowFault {
  const parts = [start, date, time];
  const instant = parts.find((part) => part?.utcMs !== undefined)?.utcMs;
  if (instant !== undefined) return instant;
  const day = parts.find((part) => part?.date !== undefined)?.date;
  const clock = parts.find((part) => part?.time !== undefined)?.time;
  if (day === undefined) return fault('date', 'the date of the class', null);
  if (clock === undefined) return fault('start', 'the time at which the class starts', null);
  return wallInstant(timezone, `${day}T${clock}`);
}

function endOf(
  startsUtcMs: number,
  values: RowValues,
  { start, time, end }: Moments,
  { timezone, noteDefaultLength }: TimeContext,
): number | RowFault {
  if (end?.utcMs !== undefined) return end.utcMs;
  if (end !== undefined && end.time === undefined) {
    return fault('end', 'the time at which the class ends', textOf(values.end));
  }
  if (end?.date !== undefined) return wallInstant(timezone, `${end.date}T${end.time}`);
  const length = textOf(values.duration);
  if (end === undefined && length !== null) {
    const lengthMs = readDurationMs(length);
    return lengthMs === null
      ? fault('duration', 'a length such as 45 min', length)
      : startsUtcMs + lengthMs;
  }
  const endTime = end?.time ?? start?.endTime ?? time?.endTime;
  if (endTime !== undefined) return nextWallInstant(timezone, startsUtcMs, endTime);
  noteDefaultLength();
  return startsUtcMs + DEFAULT_CLASS_MS;
}

function fault(field: Field, expected: string, got: string | null): RowFault {
  return { field, expected, got: got ?? 'nothing' };
}

/** What a text says of when; a part that it does not say is left out. */
export interface Moment {
  readonly date?: CalendarDate | undefined;
  readonly time?: WallTime;
  /** Of a text that names begin and end. */
  readonly endTime?: WallTime;
  /** Where the text carries an offset or counts from 1970. */
  readonly utcMs?: number;
}

const OFFSET = /\s*(?:Z|UTC|GMT|([+-])(\d{2})(?::?(\d{2}))?)(?:\[[^\]]*\])?$/i;
/** From here on a number is ms since 1970, below it seconds: 1973 in ms, 5138 in seconds. */
const MIN_MS = 1e11;
const MIN_SECONDS = 1e8;

/** Null for what is neither date nor time. */
export function readMoment(value: unknown, order: DateOrder): Moment | null {
  if (typeof value === 'number' && value >= MIN_SECONDS) {
    return { utcMs: value >= MIN_MS ? value : value * 1000 };
  }
  const text = textOf(value);
  if (text === null) return null;
  const { date, rest } = leadingDate(text, order) ?? { date: undefined, rest: text };
  if (rest === '') return { date };
  const offset = date === undefined ? null : OFFSET.exec(rest);
  if (offset !== null) {
    const time = readTime(rest.slice(0, offset.index));
    return time === null ? null : instantMoment(`${date}T${time}Z`, offset);
  }
  const time = readTime(rest);
  if (time !== null) return { date, time };
  const range = readTimeRange(rest);
  return range && { date, time: range.from, endTime: range.to };
}

function instantMoment(wall: string, [, sign, hours, minutes]: RegExpExecArray): Moment | null {
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (ahead > 24 * 60) return null;
  return { utcMs: Date.parse(wall) - (sign === '-' ? -ahead : ahead) * 60_000 };
}

/** The first time after an instant at which the wall shows `time`: a class that ends at 00:30 ends the next day. */
function nextWallInstant(timezone: string, afterUtcMs: number, time: WallTime): number {
  const date = dateAt(timezone, afterUtcMs);
  const sameDay = wallInstant(timezone, `${date}T${time}`);
  return sameDay > afterUtcMs ? sameDay : wallInstant(timezone, `${addDays(date, 1)}T${time}`);
}

/** `18:30:00`; compares as text. */
type WallTime = string;

const TIME =
  /^(?:at\s+|[t,]\s*)?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?|h)?\s*([ap])?\.?(?:m\.?)?(?:\s*uhr)?$/i;
const DIGITS = /^(\d{2})(\d{2})$/;
/** Between the begin and the end of a class. */
const DASH = /\s*(?:-|–|—|\bto\b|\buntil\b|\bbis\b)\s*/i;

/** Null for what is no time of a day. A bare number is an hour only with am or pm: `6` could be anything. */
function readTime(text: string): WallTime | null {
  const digits = DIGITS.exec(text.trim());
  if (digits !== null) return wallTime(digits[1], digits[2]);
  const [whole, hour, minute, second, half] = TIME.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const isClock = minute !== undefined || half !== undefined || /\dh$|uhr$/i.test(whole);
  if (!isClock) return null;
  if (half === undefined) return wallTime(hour, minute, second);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return wallTime((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0), minute, second);
}

/** Begin and end where a text names both, `18:30 - 19:30`; the half of the day that only the end names is of both. */
function readTimeRange(text: string): { from: WallTime; to: WallTime } | null {
  const [first = '', second = '', ...more] = text.split(DASH);
  const to = more.length > 0 ? null : readTime(second);
  if (to === null) return null;
  const half = /[ap]\.?m\.?$/i.exec(second.trim())?.[0];
  const isBare = half !== undefined && !/[ap]\.?m?\.?$/i.test(first.trim());
  const sameHalf = isBare ? readTime(`${first} ${half}`) : null;
  const alone = readTime(first) ?? sameHalf;
  // `6:30 - 7:30 pm` is an evening; `11:30 - 12:30 pm` begins before noon.
  const from = sameHalf !== null && sameHalf <= to ? sameHalf : alone;
  return from === null ? null : { from, to };
}

function wallTime(...parts: readonly (string | number | undefined)[]): WallTime | null {
  const [hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
const CLOCK = /^()(\d{1,3}):(\d{2})(?::(\d{2}))?$/;
const WORDS =
  /^()(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std|stunden?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?|minuten)?)?\.?$/i;

/** In ms; null for what is no length. A number alone is minutes. */
export function readDurationMs(text: string): number | null {
  const found = /\d/.test(text) ? (ISO.exec(text) ?? CLOCK.exec(text) ?? WORDS.exec(text)) : null;
  if (found === null) return null;
  const parts = found.slice(1).map((part) => Number((part ?? '').replace(',', '.')));
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

const DAY_MS = 86_400_000;

/**
 * As `instantOf` of the calendar, to which days with a change of the clock are left. On all others, those whose zone
 * has the same offset a day before and a day after, the offset is looked up once for the day.
 *
 * @param wall `2026-03-29T18:30:00`.
 */
export function wallInstant(timezone: string, wall: string): number {
  const asUtcMs = Date.parse(`${wall}Z`);
  const dayMs = Math.floor(asUtcMs / DAY_MS) * DAY_MS;
  const before = offsetMs(timezone, dayMs - DAY_MS);
  const isPlain = Number.isFinite(asUtcMs) && before === offsetMs(timezone, dayMs + 2 * DAY_MS);
  return isPlain ? asUtcMs - before : instantOf(timezone, wall);
}
