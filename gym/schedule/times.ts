/** Dates, times, moments and lengths as people and programs write them, and when a class begins and ends. */

import { findIana, findWindows } from 'windows-iana';
import { addDays, type CalendarDate, dateAt, instantOf, timeAt } from '../calendar/zone.ts';
import { foldText } from '../sessions/names.ts';
import { DEFAULT_CLASS_MS, type FaultLog, MAX_CLASS_MS, RowFault } from './entry.ts';
import { type RowValues, textOf } from './values.ts';

/** Whether the day or the month comes first where both are numbers: decided for a whole file. */
export type DateOrder = 'dmy' | 'mdy';

const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+(?=[\dA-Za-z])/i;
const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const BASIC = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/;
const DAY_FIRST = /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/;
const MONTH_FIRST = /^(?<month>\d{1,2})([-/])(?<day>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/;
const DAY_NAME =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<name>\p{L}{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})(?!\d)/u;
const NAME_DAY =
  /^(?<name>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)/u;
/** The first that fits decides. Dots stand between days and months, in this order, everywhere. */
const FORMS = {
  dmy: [YEAR_FIRST, BASIC, DAY_FIRST, DAY_NAME, NAME_DAY],
  mdy: [YEAR_FIRST, BASIC, MONTH_FIRST, DAY_FIRST, DAY_NAME, NAME_DAY],
} as const;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date at the begin of a text, `2026-03-29`, and what follows it; null where there is none or it is not in the calendar. */
export function leadingDate(text: string, order: DateOrder) {
  const clean = text.trim().replace(WEEKDAY, '');
  const found = FORMS[order].find((form) => form.test(clean))?.exec(clean);
  if (!found?.groups) return null;
  const { year = '', month, day, name = '' } = found.groups;
  const at = Number(month ?? MONTHS.indexOf(foldText(name).slice(0, 3)) + 1) - 1;
  const time = new Date(Date.UTC(Number(year.length === 2 ? `20${year}` : year), at, Number(day)));
  if (time.getUTCMonth() !== at || time.getUTCDate() !== Number(day)) return null;
  const date: CalendarDate = time.toISOString().slice(0, 10);
  return { date, rest: clean.slice(found[0].length).trim() };
}

/** What a text says of the order of its column; null where it fits both or is not written with numbers. */
function orderIn(text: string): DateOrder | null {
  const [found, first, mark, second] = DAY_FIRST.exec(text.trim().replace(WEEKDAY, '')) ?? [];
  if (found === undefined) return null;
  if (mark === '.' || Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : null;
}

/**
 * Territories that write the month first: the United States with their islands, Canada (where both are in use; exports of
 * the US systems that gyms use there write the month first) and the Philippines. Source: CLDR date patterns en-US, fil-PH.
 */
const TERRITORIES = 'US PR VI GU AS MP UM CA PH'.split(' ');

/** Whether a zone lies in one of them, under its name or the usual one. Source: CLDR windowsZones.xml. */
function isMonthFirst(timezone: string): boolean {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions();
  const names = [timezone, timeZone];
  const zones = names.flatMap((name) => findWindows(name));
  const there = zones.flatMap((zone) => TERRITORIES.flatMap((place) => findIana(zone, place)));
  return there.some((name) => names.includes(name));
}

/**
 * The order that the dates of a file have. Where they disagree the majority decides, and the rows that do not fit are
 * faults of their own. Where no date decides, the zone's country does, and the file gets a fault.
 */
export function decideDateOrder(texts: readonly string[], timezone: string, faults: FaultLog) {
  const orders = texts.map(orderIn);
  const dayFirst = orders.filter((order) => order === 'dmy').length;
  const monthFirst = orders.filter((order) => order === 'mdy').length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dmy' : 'mdy';
  const order: DateOrder = isMonthFirst(timezone) ? 'mdy' : 'dmy';
  // Day and month could be exchanged.
  const doubtful = texts.find(
    (text, at) =>
      orders[at] === null && leadingDate(text, 'dmy')?.date !== leadingDate(text, 'mdy')?.date,
  );
  if (doubtful !== undefined) {
    const got = `${doubtful}, taken as ${order === 'dmy' ? 'day/month' : 'month/day'} as usual in ${timezone}`;
    faults.ignored(null, 'date', 'dates of which one tells the day from the month', got);
  }
  return order;
}

/** 1 is Monday. Short forms of people that ICU has not, and the names that it has. */
const DAYS = new Map(Object.entries({ tues: 2, weds: 3, thur: 4, thurs: 4 }));

// The first language wins: some short forms mean different days in two languages.
for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']) {
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    for (let day = 1; day <= 7; day += 1) {
      const name = foldText(format.format(Date.UTC(2024, 0, day)));
      if (!DAYS.has(name)) DAYS.set(name, day);
    }
  }
}

/** 1 is Monday, 7 is Sunday; null for what is no day. `Mondays` and `montags` are days too. */
function weekdayNamed(word: string): number | null {
  const folded = foldText(word);
  return DAYS.get(folded) ?? DAYS.get(folded.replace(/s$/, '')) ?? null;
}

/** The days of `Mon, Wed & Fri`, `Mo–Fr` or `Monday`; null where a word is none. */
export function readWeekdays(text: string): number[] | null {
  const days = new Set<number>();
  for (const part of text.split(/\s*(?:[,;/&+]|\b(?:and|und|et|y|e|en)\b)\s*/iu)) {
    const day = weekdayNamed(part);
    const ends = part.split(/\s*(?:-|–|—|\b(?:to|bis|a|au)\b)\s*/iu).map(weekdayNamed);
    const [first, last, ...more] = day === null ? ends : [day, day];
    if (first == null || last == null || more.length > 0) return null;
    for (let at = first; ; at = (at % 7) + 1) {
      days.add(at);
      if (at === last) break;
    }
  }
  return days.size === 0 ? null : [...days].toSorted();
}

/** What a text says of when; a part that it does not say is left out. */
interface Moment {
  readonly date?: CalendarDate;
  readonly time?: WallTime;
  /** Of a text that names begin and end. */
  readonly endTime?: WallTime | undefined;
  /** Where the text carries an offset or counts from 1970. */
  readonly utcMs?: number;
}

/**
 * When a class begins and ends. Throws {@link RowFault}: a cell that says something which is no time makes the whole row
 * doubtful.
 */
export function readWhen(values: RowValues, timezone: string, order: DateOrder, faults: FaultLog) {
  const read = (field: 'date' | 'time' | 'start' | 'end') => {
    const got = textOf(values[field]);
    const moment = got === null ? {} : readMoment(values[field], order);
    if (moment === null) throw new RowFault(field, 'a date, a time or both', got);
    return moment;
  };
  const [date, time, start, end] = [read('date'), read('time'), read('start'), read('end')];
  const begin = { ...time, ...date, ...start };
  const startsUtcMs = instantIn(begin, timezone);
  if (startsUtcMs === null) {
    if (begin.date === undefined) throw new RowFault('date', 'the date of the class', 'nothing');
    throw new RowFault('start', 'the time at which the class starts', 'nothing');
  }
  const endTime = start.endTime ?? time.endTime;
  const endsUtcMs = endOf(startsUtcMs, begin, { ...end, endTime }, values, timezone);
  if (endsUtcMs === null) faults.noteDefaultLength();
  return { startsUtcMs, endsUtcMs: endsUtcMs ?? startsUtcMs + DEFAULT_CLASS_MS };
}

/** Null for a date or a time alone. */
function instantIn({ utcMs, date, time }: Moment, timezone: string): number | null {
  if (utcMs !== undefined) return utcMs;
  return date === undefined || time === undefined ? null : onWall(timezone, date, time);
}

/** `24:00` (ISO 8601) is the begin of the next day. */
function onWall(timezone: string, date: CalendarDate, time: WallTime): number {
  const day = time === '24:00:00' ? addDays(date, 1) : date;
  return instantOf(timezone, `${day}T${time.replace(/^24/, '00')}`);
}

/** Null where nothing says it. */
function endOf(startsUtcMs: number, begin: Moment, end: Moment, values: RowValues, zone: string) {
  const instant = instantIn(end, zone);
  if (instant !== null) return instant;
  if (end.date !== undefined) {
    throw new RowFault('end', 'the time at which the class ends', textOf(values.end));
  }
  const got = end.time === undefined ? textOf(values.duration) : null;
  if (got !== null) {
    const lengthMs = readDurationMs(got);
    if (lengthMs !== null) return startsUtcMs + lengthMs;
    throw new RowFault('duration', 'a length such as 45 min', got);
  }
  const endTime = end.time ?? end.endTime;
  if (endTime === undefined) return null;
  const date = dateAt(zone, startsUtcMs);
  // Where the clock skips its start, a class is as long as it is written.
  const isSkipped = !begin.utcMs && !begin.time?.startsWith(timeAt(zone, startsUtcMs));
  const wall = isSkipped ? 'UTC' : zone;
  const begins = isSkipped ? onWall(wall, date, begin.time ?? '') : startsUtcMs;
  const sameDay = onWall(wall, date, endTime);
  const nextDay = onWall(wall, addDays(date, 1), endTime);
  // A class that ends at 00:30 ends the next day; 18:00 to 17:50 is a slip, and refused as one.
  const ends = sameDay > begins || nextDay - begins > MAX_CLASS_MS / 2 ? sameDay : nextDay;
  return startsUtcMs + ends - begins;
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
  const { rest, ...day } = leadingDate(text, order) ?? { rest: text };
  if (rest === '') return day;
  const offset = 'date' in day ? OFFSET.exec(rest) : null;
  const time = readTime(rest.slice(0, offset?.index));
  if ('date' in day && offset !== null)
    return time === null ? null : instantMoment(`${day.date}T${time}Z`, offset);
  const range = time === null ? readTimeRange(rest) : { time };
  return range && { ...day, ...range };
}

function instantMoment(wall: string, [, sign, hours, minutes]: RegExpExecArray): Moment | null {
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (ahead > 24 * 60) return null;
  return { utcMs: Date.parse(wall) - (sign === '-' ? -ahead : ahead) * 60_000 };
}

/** `18:30:00`; compares as text. */
type WallTime = string;

const TIME =
  /^(?:at\s+|[t,]\s*)?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?|h)?\s*([ap])?\.?(?:m\.?)?(?:\s*uhr)?$/i;
const DIGITS = /^(\d{2})(\d{2})$/;
/** Between the begin and the end of a class. */
const DASH = /\s*(?:-|–|—|\bto\b|\buntil\b|\bbis\b)\s*/i;

/** Null for what is no time of a day. A bare number is an hour only with am or pm: `6` could be anything. */
function readTime(untrimmed: string): WallTime | null {
  const text = untrimmed.trim();
  const [whole, hour, minute, second, half] = DIGITS.exec(text) ?? TIME.exec(text) ?? [];
  if (whole === undefined) return null;
  const isClock = minute !== undefined || half !== undefined || /\dh$|uhr$/i.test(whole);
  if (!isClock) return null;
  if (half === undefined) return wallTime(hour, minute, second);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return wallTime((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0), minute, second);
}

/** Begin and end where a text names both, `18:30 - 19:30`; the half of the day that only the end names is of both. */
function readTimeRange(text: string): { time: WallTime; endTime: WallTime } | null {
  const [first = '', second = '', ...more] = text.split(DASH);
  const endTime = more.length > 0 ? null : readTime(second);
  if (endTime === null) return null;
  const half = /[ap]\.?m\.?$/i.exec(second.trim())?.[0];
  const isBare = half !== undefined && !/[ap]\.?m?\.?$/i.test(first.trim());
  const sameHalf = isBare ? readTime(`${first} ${half}`) : null;
  // `6:30 - 7:30 pm` is an evening; `11:30 - 12:30 pm` begins before noon.
  const isEvening = sameHalf !== null && sameHalf <= endTime;
  const time = isEvening ? sameHalf : (readTime(first) ?? sameHalf);
  return time === null ? null : { time, endTime };
}

function wallTime(...parts: readonly (string | number | undefined)[]): WallTime | null {
  const [hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  if (hour * 3600 + minute * 60 + second > 86_400 || minute > 59 || second > 59) return null;
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
