/**
 * Dates written out: "3 November", "Nov 3rd", "12/11/2026", "2026-11-03". Which year is meant is decided here as well;
 * what two dates mean together is in `written.ts`.
 */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import type { Sentence } from '../text/sentence.ts';
import { MONTHS, NTHS, NUMBERS, WEEKDAYS } from './calendar-words.ts';

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
/** Any: 29 February is a day without a year. */
const LEAP_YEAR = 2024;
/** The day comes first: 3/11 is 3 November. Without a year 3.11 is a number. */
const NUMERIC = [
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{2}|\d{4}))?$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2}|\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];
/** "3 days": a number of something is no day of a month. */
const COUNTED = /^(days?|weeks?|months?|years?|people|classes|h|hrs|oclock|am|pm)$/;

/** Dates of a sentence by the place of their first word. */
export function writtenDates(sentence: Sentence): Map<number, WrittenDate> {
  const found = new Map<number, WrittenDate>();
  for (let at = 0; at < sentence.length; at += found.get(at)?.length ?? 1) {
    const date = new DateReader(sentence, at).read();
    if (date !== null) found.set(at, date);
  }
  return found;
}

/** Reads one date, from one word on. */
class DateReader {
  readonly #sentence: Sentence;
  readonly #from: number;
  #at: number;

  constructor(sentence: Sentence, from: number) {
    this.#sentence = sentence;
    this.#from = from;
    this.#at = from;
  }

  read(): WrittenDate | null {
    // "On Sundays, 12 Oct to 22 Nov": all of them, and no name of that day.
    if (/days$/.test(this.#word())) return null;
    const weekday = this.#take(WEEKDAYS.get(this.#word()));
    const figures = NUMERIC.map((pattern) => pattern.exec(this.#word())).find(Boolean)?.groups;
    if (figures !== undefined) return this.#figures(figures, weekday);
    // "Friday the 13th".
    if (weekday !== null) this.#skip('the');
    const first = this.#take(MONTHS.get(this.#word()));
    const day = this.#day();
    if (day === null) return null;
    if (first === null && !this.#skip('of')) this.#skip('-');
    const month = first ?? this.#take(MONTHS.get(this.#word()));
    if (month === null) return null;
    return this.#date({ day, month, year: this.#year(first === null), weekday }, false);
  }

  #figures(figures: Readonly<Record<string, string>>, weekday: number | null): WrittenDate | null {
    const isNumeric = !this.#word().includes('-');
    this.#at += 1;
    const { day: first, month: second, year: third } = figures;
    const [day, month] = [Number(first), Number(second)];
    const parts = month > 12 && day <= 12 ? { day: month, month: day } : { day, month };
    const year = third === undefined ? null : Number(third);
    return this.#date({ ...parts, year, weekday }, isNumeric);
  }

  /** Null for a day that no calendar has. */
  #date(day: WrittenDay, isNumeric: boolean): WrittenDate | null {
    const { year } = day;
    const date = validDate(fullYear(year ?? LEAP_YEAR), day.month, day.day);
    return date === null ? null : { day, isNumeric, length: this.#at - this.#from };
  }

  #day(): number | null {
    const tens = /^(twenty|thirty)$/.test(this.#word()) ? (NUMBERS.get(this.#word()) ?? 0) : 0;
    const dash = this.#word(1) === '-' ? 1 : 0;
    const ones = tens === 0 ? undefined : NTHS.get(this.#word(1 + dash));
    // "The twenty-first".
    if (ones !== undefined && ones < 10) {
      this.#at += 2 + dash;
      return tens + ones;
    }
    const nth = this.#take(NTHS.get(this.#word()));
    if (nth !== null || !/^\d{1,2}$/.test(this.#word())) return nth;
    const day = this.#take(Number(this.#word()));
    if (/^(st|nd|rd|th)$/.test(this.#word())) this.#at += 1;
    return day;
  }

  /** "3 Nov 26" ends with a year, "3 Nov 14" does not: it may go on with a number. */
  #year(isDayFirst: boolean): number | null {
    // "Nov 1-22" is a stretch, "1-Nov-22" a date.
    const last = isDayFirst ? /^\d\d(\d\d)?$/ : /^\d{4}$/;
    const isDashed = this.#word() === '-' && last.test(this.#word(1));
    if (isDashed) this.#at += 1;
    const isYear = /^[12]\d{3}$|^2\d$/.test(this.#word()) && !MONTHS.has(this.#word(1));
    return this.#take(isDashed || isYear ? Number(this.#word()) : null);
  }

  #skip(word: string): boolean {
    return this.#take(this.#word() === word || null) !== null;
  }

  #take<T>(value: T | null | undefined): T | null {
    if (value === null || value === undefined) return null;
    this.#at += 1;
    return value;
  }

  /** Empty where it has another meaning already, or counts something. */
  #word(ahead = 0): string {
    const at = this.#at + ahead;
    if (!this.#sentence.isFree(at)) return '';
    const word = this.#sentence.word(at);
    return /^\d+$/.test(word) && COUNTED.test(this.#sentence.word(at + 1)) ? '' : word;
  }
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
  if (year !== null) return validDate(fullYear(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const latest = mayCome ? addDays(today, SOON_DAYS) : today;
  for (const one of [thisYear + 1, thisYear, thisYear - 1, thisYear - 2, thisYear - 3]) {
    const date = validDate(one, month, day);
    if (date !== null && date <= latest) return date;
  }
  return null;
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
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
