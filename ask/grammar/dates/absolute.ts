/**
 * Dates written out: "3 November", "Nov 3rd", "12/11/2026", "2026-11-03". chrono-node reads them, one by one; only the
 * fields that it is sure of are used, so no zone and no clock change plays a part: which year is meant is decided here, and
 * what two dates mean together in `written.ts` (chrono puts a range that runs backwards the right way round, unasked).
 */

import type { Chrono } from 'chrono-node';
import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import type { Sentence } from '../text/sentence.ts';
import { MONTHS, NTHS, WEEKDAYS } from './calendar-words.ts';

export interface WrittenDay {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
  /** 1 is Monday; null where none was written. "Sunday 9 November" is no date where the 9th is a Monday. */
  readonly weekday: number | null;
}

export interface WrittenDate {
  readonly day: WrittenDay;
  /** Written with a month in figures: 3/11 could be read the American way. */
  readonly isNumeric: boolean;
  /** Words it takes. */
  readonly length: number;
}

/** How far ahead a date without a year is taken to be to come, days. Chosen here. */
const SOON_DAYS = 31;
const NUMERIC = /^\d{4}-\d{1,2}-\d{1,2}$|^\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?$/;
const CLOCK = /^\d{1,2}[:.]\d{2}$/;

/**
 * Dates of a sentence by the place of their first word.
 *
 * @param wall the instant whose UTC fields are what the gym's clock shows
 */
export function writtenDates(
  sentence: Sentence,
  chrono: Pick<Chrono, 'parse'>,
  wall: Date,
): Map<number, WrittenDate> {
  const found = new Map<number, WrittenDate>();
  if (!sentence.tokens.some(({ word }) => MONTHS.has(word) || NUMERIC.test(word))) return found;
  const { text, places } = canvasOf(sentence);
  for (const result of chrono.parse(text, { instant: wall, timezone: 0 })) {
    const at = places.indexOf(result.index);
    const end = result.index + result.text.length;
    const length = places.filter((place) => place >= result.index && place < end).length;
    const words = sentence.tokens.slice(at, at + length).map(({ word }) => word);
    const day = writtenDay(result.start);
    const isNumeric = words.some((word) => NUMERIC.test(word) && !word.includes('-'));
    const isDate = words.some((word) => MONTHS.has(word) || NUMERIC.test(word));
    if (at < 0 || day === null || !isDate) continue;
    found.set(at, { day, isNumeric, length });
  }
  for (const at of sentence.tokens.keys()) {
    const date = found.has(at) ? null : monthFirst(sentence, at);
    if (date !== null) found.set(at, date);
  }
  return found;
}

/** "Oct 13", which chrono takes for October 2013 unless an ending or a year follows. */
function monthFirst(sentence: Sentence, at: number): WrittenDate | null {
  const month = MONTHS.get(sentence.word(at));
  const day = /^\d{1,2}$/.test(sentence.word(at + 1)) ? Number(sentence.word(at + 1)) : 0;
  if (month === undefined || day < 1 || day > 31 || !sentence.isFree(at, 2)) return null;
  return { day: { day, month, year: null, weekday: null }, isNumeric: false, length: 2 };
}

interface Components {
  isCertain(component: 'day' | 'month' | 'year' | 'weekday'): boolean;
  get(component: 'day' | 'month' | 'year' | 'weekday'): number | null;
}

function writtenDay(parts: Components): WrittenDay | null {
  if (!parts.isCertain('day') || !parts.isCertain('month')) return null;
  const year = parts.isCertain('year') ? parts.get('year') : null;
  const weekday = parts.isCertain('weekday') ? parts.get('weekday') || 7 : null;
  return { day: parts.get('day') ?? 0, month: parts.get('month') ?? 0, year, weekday };
}

/** Words of a date beside months, weekdays and numbers. */
const DATE_WORDS = new Set('of st nd rd th'.split(' '));
const COUNTED = /^(days?|weeks?|months?|years?|people|classes|h|hrs|oclock)$/;

/**
 * The words nobody has claimed, as chrono should see them: only what makes one date. Ranges ("to") and distances ("two
 * weeks before") are read by the phrases; clock times would join the date.
 */
function canvasOf(sentence: Sentence): { text: string; places: number[] } {
  const places: number[] = [];
  let text = '';
  for (const [at, { word, start, end }] of sentence.tokens.entries()) {
    places.push(text.length);
    const isShown = sentence.isFree(at) && isOfDate(sentence, at) && !isClock(sentence, at);
    text += isShown ? word : ';';
    if (sentence.tokens[at + 1]?.start !== end || start === end || !isShown) text += ' ';
  }
  return { text, places };
}

function isOfDate(sentence: Sentence, at: number): boolean {
  const word = sentence.word(at);
  if (word === '-') return MONTHS.has(sentence.word(at + 1)) && isTight(sentence, at);
  if (/^\d/.test(word)) return !COUNTED.test(sentence.word(at + 1));
  return MONTHS.has(word) || WEEKDAYS.has(word) || NTHS.has(word) || DATE_WORDS.has(word);
}

/** "3-Nov-2026". */
function isTight({ tokens }: Sentence, at: number): boolean {
  return tokens[at - 1]?.end === tokens[at]?.start && tokens[at]?.end === tokens[at + 1]?.start;
}

function isClock(sentence: Sentence, at: number): boolean {
  const word = sentence.word(at);
  const isDay = MONTHS.has(sentence.word(at + 1)) || /\/|\..*\./.test(word);
  return (
    (CLOCK.test(word) && !isDay) ||
    /^(am|pm)$/.test(word) ||
    (/^\d/.test(word) && /^(am|pm)$/.test(sentence.word(at + 1)))
  );
}

/**
 * The date that is meant, or null where the calendar has none ("31 February"). Without a year it is the newest one, except
 * for a date that comes within {@link SOON_DAYS}: "25 November" on the 18th is in a week, not a year ago.
 *
 * @param mayCome false for the beginning of something that is over: "since 25 November"
 */
export function dateOf(written: WrittenDay, today: string, mayCome = true): string | null {
  const date = newestOf(written, today, mayCome);
  const isOther = written.weekday !== null && date !== null && weekdayOf(date) !== written.weekday;
  return isOther ? null : date;
}

function newestOf(
  { day, month, year }: WrittenDay,
  today: string,
  mayCome: boolean,
): string | null {
  if (year !== null) return validDate(year < 100 ? 2000 + year : year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const latest = mayCome ? addDays(today, SOON_DAYS) : today;
  for (const one of [thisYear + 1, thisYear, thisYear - 1, thisYear - 2, thisYear - 3]) {
    const date = validDate(one, month, day);
    if (date !== null && date <= latest) return date;
  }
  return null;
}

/** The first such date from another on: the end of a range. */
export function dateFrom(written: WrittenDay, from: string): string | null {
  if (written.year !== null) return dateOf(written, from);
  const year = Number(from.slice(0, 4));
  const here = validDate(year, written.month, written.day);
  return here !== null && here >= from ? here : validDate(year + 1, written.month, written.day);
}

export function validDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal && year >= 1000 && year <= 9999 ? at.toISOString().slice(0, 10) : null;
}
