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

export interface When {
  readonly startsUtcMs: number;
  readonly endsUtcMs: number;
}

export function readWhen(values: RowValues, context: TimeContext): When | RowFault {
  const moments = momentsOf(values, context);
  if ('expected' in moments) return moments;
  const start = startOf(moments, context);
  if (typeof start !== 'number') return start;
  const end = endOf(start, values, moments, context);
  return typeof end === 'number' ? { startsUtcMs: start, endsUtcMs: end } : end;
}

type Moments = Readonly<Record<'date' | 'time' | 'start' | 'end', Moment | null>>;

/** A cell that says something which is no time makes the whole row doubtful. */
function momentsOf(values: RowValues, { dateOrder }: TimeContext): Moments | RowFault {
  const read: { -readonly [Name in keyof Moments]: Moment | null } = {
    date: null,
    time: null,
    start: null,
    end: null,
  };
  for (const field of ['date', 'time', 'start', 'end'] as const) {
    const text = textOf(values[field]);
    if (text === null) continue;
    read[field] = readMoment(values[field], dateOrder);
    if (read[field] === null) return fault(field, 'a date, a time or both', text);
  }
  return read;
}

function startOf({ date, time, start }: Moments, { timezone }: TimeContext): number | RowFault {
  const parts = [start, date, time];
  const instant = parts.find((part) => part !== null && part.utcMs !== null)?.utcMs ?? null;
  if (instant !== null) return instant;
  const day = parts.find((part) => part !== null && part.date !== null)?.date;
  const clock = parts.find((part) => part !== null && part.time !== null)?.time;
  if (!day) return fault('date', 'the date of the class', null);
  if (!clock) return fault('start', 'the time at which the class starts', null);
  return wallInstant(timezone, `${day}T${clock}`);
}

function endOf(
  startsUtcMs: number,
  values: RowValues,
  { start, time, end }: Moments,
  { timezone, noteDefaultLength }: TimeContext,
): number | RowFault {
  if (end !== null && end.utcMs !== null) return end.utcMs;
  if (end !== null) {
    if (end.time === null) {
      return fault('end', 'the time at which the class ends', textOf(values.end));
    }
    return end.date === null
      ? nextWallInstant(timezone, startsUtcMs, end.time)
      : wallInstant(timezone, `${end.date}T${end.time}`);
  }
  const length = textOf(values.duration);
  if (length !== null) {
    const durationMs = readDurationMs(length);
    if (durationMs === null) return fault('duration', 'a length such as 45 min', length);
    return startsUtcMs + durationMs;
  }
  const endTime = start?.endTime ?? time?.endTime ?? null;
  if (endTime !== null) return nextWallInstant(timezone, startsUtcMs, endTime);
  noteDefaultLength();
  return startsUtcMs + DEFAULT_CLASS_MS;
}

function fault(field: Field, expected: string, got: string | null): RowFault {
  return { field, expected, got: got ?? 'nothing' };
}

const NOTHING: Moment = { date: null, time: null, endTime: null, utcMs: null };

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
    return { ...NOTHING, utcMs: value >= MIN_MS ? value : value * 1000 };
  }
  const text = textOf(value);
  if (text === null) return null;
  const leading = leadingDate(text, order);
  if (leading === null) return timeMoment(null, text);
  if (leading.rest === '') return { ...NOTHING, date: leading.date };
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
  if (time !== null) return { ...NOTHING, date, time };
  const range = readTimeRange(text);
  return range && { ...NOTHING, date, time: range.from, endTime: range.to };
}

function offsetMoment(date: CalendarDate, time: WallTime, offset: string): Moment | null {
  const found = /([+-])(\d{2}):?(\d{2})?/.exec(offset);
  const sign = found?.[1] === '-' ? -1 : 1;
  const minutes = Number(found?.[2] ?? 0) * 60 + Number(found?.[3] ?? 0);
  if (minutes > 24 * 60) return null;
  return { ...NOTHING, utcMs: Date.parse(`${date}T${time}Z`) - sign * minutes * 60_000 };
}

/** `18:30:00`; compares as text. */
export type WallTime = string;

const TIME =
  /^(?:at\s+|[t,]\s*)?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?|h)?\s*([ap])?\.?(?:m\.?)?(?:\s*uhr)?$/i;
const DIGITS = /^(\d{2})(\d{2})$/;
/** Between the begin and the end of a class. */
const DASH = /\s*(?:-|–|—|\bto\b|\buntil\b|\bbis\b)\s*/i;

/** Null for what is no time of a day. A bare number is an hour only with am or pm: `6` could be anything. */
export function readTime(text: string): WallTime | null {
  const digits = DIGITS.exec(text.trim());
  if (digits !== null) return wallTime(Number(digits[1]), Number(digits[2]), 0);
  const found = TIME.exec(text.trim());
  if (found === null) return null;
  const [whole, hourText, minuteText, secondText, half] = found;
  const isClock = minuteText !== undefined || half !== undefined || /\dh$|uhr$/i.test(whole);
  if (!isClock) return null;
  const hour = hourOf(Number(hourText), half?.toLowerCase());
  return hour === null ? null : wallTime(hour, Number(minuteText ?? 0), Number(secondText ?? 0));
}

/** Begin and end where a text names both, `18:30 - 19:30`; the half of the day that only the end names is of both. */
export function readTimeRange(text: string): { from: WallTime; to: WallTime } | null {
  const parts = text.split(DASH);
  if (parts.length !== 2) return null;
  const [first = '', second = ''] = parts;
  const half = /[ap]\.?m\.?$/i.exec(second.trim())?.[0];
  const to = readTime(second);
  const from = readTime(first) ?? (half === undefined ? null : readTime(`${first} ${half}`));
  if (from === null || to === null) return null;
  const isBare = half !== undefined && !/[ap]\.?m?\.?$/i.test(first.trim());
  const sameHalf = isBare ? readTime(`${first} ${half}`) : null;
  // `6:30 - 7:30 pm` is an evening; `11:30 - 12:30 pm` begins before noon.
  return { from: sameHalf !== null && sameHalf <= to ? sameHalf : from, to };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function wallTime(hour: number, minute: number, second: number): WallTime | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
const CLOCK = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/;
const WORDS =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std|stunden?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?|minuten)?)?\.?$/i;

/** In ms; null for what is no length. A number alone is minutes. */
export function readDurationMs(text: string): number | null {
  const iso = ISO.exec(text);
  if (iso !== null && /\d/.test(text)) return total(iso[1], iso[2], iso[3], iso[4]);
  const clock = CLOCK.exec(text);
  if (clock !== null) return total('0', clock[1], clock[2], clock[3]);
  const words = WORDS.exec(text);
  if (words === null || (words[1] === undefined && words[2] === undefined)) return null;
  return total('0', words[1]?.replace(',', '.'), words[2], '0');
}

function total(...parts: readonly (string | undefined)[]): number {
  const [days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  return Math.round(
    ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000,
  );
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
