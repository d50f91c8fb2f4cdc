/** Dates as people and programs write them. Which of `03/04` is the month is decided over a whole column. */

import type { CalendarDate } from '../../../calendar/zone.ts';
import { foldText } from '../fold.ts';

/** Whether the day or the month comes first where both are numbers. */
export type DateOrder = 'dmy' | 'mdy';

/** A date that a text begins with, and the text after it. */
export interface LeadingDate {
  readonly date: CalendarDate;
  readonly rest: string;
}

const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+(?=[\dA-Za-z])/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const BASIC = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(\p{L}{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d)/u;
const MONTH_DAY = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date at the begin of a text, `2026-03-29`; null where there is none or it is not in the calendar. */
export function leadingDate(text: string, order: DateOrder): LeadingDate | null {
  const clean = text.trim().replace(WEEKDAY, '');
  const found = numbersFirst(clean, order) ?? namedMonth(clean);
  if (found === null) return null;
  const date = calendarDate(found.year, found.month, found.day);
  return date === null ? null : { date, rest: clean.slice(found.length).trim() };
}

/** What a text says of the order of its column; null where it fits both or is not written with numbers. */
export function orderSaidBy(text: string): DateOrder | null {
  const found = YEAR_LAST.exec(text.trim().replace(WEEKDAY, ''));
  if (found === null) return null;
  if (found[2] === '.') return 'dmy';
  if (Number(found[1]) > 12) return 'dmy';
  return Number(found[3]) > 12 ? 'mdy' : null;
}

/** Whether a text is a date whose day and month could be exchanged. */
export function isAmbiguousDate(text: string): boolean {
  return (
    YEAR_LAST.test(text.trim().replace(WEEKDAY, '')) &&
    orderSaidBy(text) === null &&
    leadingDate(text, 'dmy')?.date !== leadingDate(text, 'mdy')?.date
  );
}

interface Found {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly length: number;
}

function numbersFirst(text: string, order: DateOrder): Found | null {
  const first = YEAR_FIRST.exec(text) ?? BASIC.exec(text);
  if (first !== null) {
    return {
      year: Number(first[1]),
      month: Number(first[2]),
      day: Number(first[3]),
      length: first[0].length,
    };
  }
  const last = YEAR_LAST.exec(text);
  if (last === null) return null;
  const [one, two] = [Number(last[1]), Number(last[3])];
  const isDayFirst = order === 'dmy' || last[2] === '.';
  return {
    year: fullYear(Number(last[4])),
    month: isDayFirst ? two : one,
    day: isDayFirst ? one : two,
    length: last[0].length,
  };
}

function namedMonth(text: string): Found | null {
  const dayFirst = DAY_MONTH.exec(text);
  const found = dayFirst ?? MONTH_DAY.exec(text);
  if (found === null) return null;
  const [day, name] = dayFirst === null ? [found[2], found[1]] : [found[1], found[2]];
  const month = MONTHS.indexOf(foldText(name ?? '').slice(0, 3)) + 1;
  return { year: fullYear(Number(found[3])), month, day: Number(day), length: found[0].length };
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
