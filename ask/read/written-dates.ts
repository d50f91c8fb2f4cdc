/** Days as they are written: "3 November", "3/11", "the 5th", "halloween", and the ends of ranges. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import {
  isDays,
  MONTHS,
  mondayOf,
  monthFrom,
  NTHS,
  NUMBERS,
  namedMonth,
  type Time,
  validDate,
  WEEKDAYS,
  weekdayTime,
} from './calendar.ts';
import type { Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

export type Make = (today: string) => Time;

/** How far ahead a date without a year is taken to be to come, days. Chosen here. */
const SOON_DAYS = 31;

/** A day and month as written; the year may be missing. */
export interface Written {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
  readonly weekday: number | null;
  readonly isNumeric?: boolean;
}

const one = (value: number | undefined, length = 1) =>
  value === undefined ? null : { value, length };

const number: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const isCouple = word === 'a' && /^(couple|dozen)$/.test(sentence.word(at + 1));
  const from = isCouple ? at + 1 : at;
  const found =
    NUMBERS.get(sentence.word(from)) ?? (/^\d{1,4}$/.test(word) ? Number(word) : undefined);
  const isOf = sentence.word(from) === 'couple' && sentence.word(from + 1) === 'of';
  return one(found, from - at + (isOf ? 2 : 1));
};
/** Behind a weekday they make it one of every week. */
const MANY = new Set(
  'mornings afternoons evenings nights lunchtimes classes sessions class session attendance bookings numbers'.split(
    ' ',
  ),
);
const weekday: Slot = (sentence, at) => {
  const word = sentence.word(at);
  return /days$/.test(word) || MANY.has(sentence.word(at + 1)) ? null : one(WEEKDAYS.get(word));
};
const weekdays: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const isMany = /days$/.test(word) || MANY.has(sentence.word(at + 1));
  return isMany ? one(WEEKDAYS.get(word)) : null;
};
const month: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const isVerb =
    /^(may|march)$/.test(word) &&
    !/^(in|of|during|for|since|last|this|and|to|from|through|until|by|every|-|early|late|mid)$/.test(
      sentence.word(at - 1),
    ) &&
    !/^\d+$/.test(sentence.word(at + 1)) &&
    !/^\d+$/.test(sentence.word(at - 1));
  return isVerb ? null : one(MONTHS.get(word));
};
const year: Slot = (sentence, at) =>
  /^20\d\d$/.test(sentence.word(at)) ? one(Number(sentence.word(at))) : null;

const NUMERIC = [
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{2}|\d{4}))?$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2}|\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/** "3 November", "Nov 3rd", "Friday the 13th of November 2026", "3/11", "2026-11-03", "halloween". */
const date: Slot = (sentence, at) => {
  const named = weekday(sentence, at);
  const day = named === null ? null : Number(named.value);
  const from = named === null ? at : at + 1 + (sentence.word(at + 1) === 'the' ? 1 : 0);
  const read = numericAt(sentence, from) ?? spokenAt(sentence, from) ?? feastAt(sentence, from);
  if (read === null) return null;
  return {
    value: { ...read.value, weekday: day } satisfies Written,
    length: from - at + read.length,
  };
};

function numericAt(sentence: Sentence, at: number) {
  const found = NUMERIC.map((pattern) => pattern.exec(sentence.word(at))).find(Boolean)?.groups;
  if (found === undefined) return null;
  const [first, second] = [Number(found['day']), Number(found['month'])];
  const isAmerican = second > 12 && first <= 12;
  const [dayOf, monthOf] = isAmerican ? [second, first] : [first, second];
  const yearOf = found['year'] === undefined ? null : fullYear(Number(found['year']));
  const value = {
    day: dayOf,
    month: monthOf,
    year: yearOf,
    isNumeric: !sentence.word(at).includes('-'),
  };
  return { value, length: 1 };
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function spokenAt(sentence: Sentence, at: number) {
  const isMonthFirst = MONTHS.has(sentence.word(at));
  const dayAt = isMonthFirst ? at + 1 + (sentence.word(at + 1) === 'the' ? 1 : 0) : at;
  const nth = nthAt(sentence, dayAt) ?? plainDay(sentence, dayAt);
  if (nth === null) return null;
  let next = dayAt + nth.length;
  let monthWord = sentence.word(at);
  if (!isMonthFirst) {
    if (/^(of|-)$/.test(sentence.word(next))) next += 1;
    monthWord = sentence.word(next);
    next += 1;
  }
  const monthOf = MONTHS.get(monthWord);
  if (monthOf === undefined) return null;
  const dash = sentence.word(next) === '-' && !isMonthFirst ? 1 : 0;
  const yearWord = sentence.word(next + dash);
  const isYear =
    /^20\d\d$/.test(yearWord) ||
    (/^2\d$/.test(yearWord) &&
      (dash === 1 || !isMonthFirst) &&
      !MONTHS.has(sentence.word(next + dash + 1)) &&
      !/^(classes|people|percent|days|visits)$/.test(sentence.word(next + dash + 1)));
  const yearOf = isYear ? fullYear(Number(yearWord)) : null;
  const end = isYear ? next + dash + 1 : next;
  return { value: { day: nth.value, month: monthOf, year: yearOf }, length: end - at };
}

function plainDay(sentence: Sentence, at: number) {
  const word = sentence.word(at);
  return /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= 31
    ? { value: Number(word), length: 1 }
    : null;
}

/** "3rd", "third", "twenty-first". */
function nthAt(sentence: Sentence, at: number): { value: number; length: number } | null {
  const word = sentence.word(at);
  const tens = /^(twenty|thirty)$/.test(word) ? (NUMBERS.get(word) ?? 0) : 0;
  const behind = tens === 0 ? undefined : NTHS.get(sentence.word(at + 1));
  if (behind !== undefined && behind < 10) return { value: tens + behind, length: 2 };
  const nth = NTHS.get(word);
  if (nth !== undefined) return { value: nth, length: 1 };
  const isNth = /^\d{1,2}$/.test(word) && /^(st|nd|rd|th)$/.test(sentence.word(at + 1));
  return isNth ? { value: Number(word), length: 2 } : null;
}

/** Days that have a name and a fixed date. */
export const FEASTS =
  `new year eve 31/12, new year day 1/1, new years 1/1, valentine day 14/2, valentines 14/2, halloween 31/10,
bonfire night 5/11, guy fawkes 5/11, may day 1/5, armistice day 11/11, christmas eve 24/12, christmas day 25/12,
christmas 25/12, xmas eve 24/12, xmas day 25/12, xmas 25/12, boxing day 26/12`
    .split(/,\s+/)
    .map((line) => {
      const words = line.split(' ');
      const [day = 0, monthOf = 0] = words.pop()?.split('/').map(Number) ?? [];
      return { words, day, month: monthOf };
    });

function feastAt(sentence: Sentence, at: number) {
  // "eve" has been written out as "evening" by then.
  const isHere = (word: string, i: number): boolean => {
    const typed = sentence.word(at + i);
    return typed === (word === 'eve' ? 'evening' : word) || typed === `${word}s`;
  };
  const found = FEASTS.find(({ words }) => words.every(isHere));
  return found === undefined
    ? null
    : { value: { day: found.day, month: found.month, year: null }, length: found.words.length };
}

const fullYear = (value: number): number => (value < 100 ? 2000 + value : value);

/** Without a year the newest, except for one within {@link SOON_DAYS}; of what is ahead the next within a year. */
export function writtenDate(written: Written, today: string, mayCome = true): string | null {
  const { day, month: monthOf, year: yearOf, weekday: named } = written;
  const now = Number(today.slice(0, 4));
  const latest = mayCome ? addDays(today, SOON_DAYS) : today;
  const years = yearOf === null ? [now + 1, now, now - 1, now - 2, now - 3, now - 4] : [yearOf];
  const dates = years.map((one) => validDate(one, monthOf, day));
  const found = dates.find((one) => one !== null && (yearOf !== null || one <= latest)) ?? null;
  return found !== null && named !== null && weekdayOf(found) !== named ? null : found;
}

/** The first such date from another on: the end of a range. */
export function dateFrom(written: Written, from: string): string | null {
  if (written.year !== null) return writtenDate(written, from);
  const yearOf = Number(from.slice(0, 4));
  const here = validDate(yearOf, written.month, written.day);
  return here !== null && here >= from ? here : validDate(yearOf + 1, written.month, written.day);
}

/** One end of a range. */
export type Point = (today: string, mayCome: boolean) => string | null;

/** "3 November", "the 5th", "Monday", "yesterday", "the start of October", "last week". */
const point: Slot = (sentence, at) => {
  const from = sentence.word(at) === 'the' ? at + 1 : at;
  const found = pointAt(sentence, from);
  return found === null ? null : { value: found.value, length: from - at + found.length };
};

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function pointAt(sentence: Sentence, at: number): { value: Point; length: number } | null {
  const written = date(sentence, at);
  if (written !== null) {
    const value: Point = (today, mayCome) => writtenDate(written.value as Written, today, mayCome);
    return { value, length: written.length };
  }
  const word = sentence.word(at);
  if (/^(start|begin|beginning)$/.test(word) && sentence.word(at + 1) === 'of') {
    const next = /^(the|this)$/.test(sentence.word(at + 2)) ? at + 3 : at + 2;
    const edge = edgeOf(sentence, next);
    return edge === null ? null : { value: edge, length: next + 1 - at };
  }
  const nth = nthAt(sentence, at);
  if (nth !== null && nth.value <= 31) {
    const isOfMonth =
      sentence.word(at + nth.length) === 'of' && sentence.word(at + nth.length + 2) === 'month';
    if (/^(half|week|weeks|days|quarter|class|time)$/.test(sentence.word(at + nth.length)))
      return null;
    return {
      value: (today) => newestOfDay(nth.value, today),
      length: nth.length + (isOfMonth ? 3 : 0),
    };
  }
  const shift = new Map([
    ['today', 0],
    ['now', 0],
    ['yesterday', -1],
  ]).get(word);
  if (shift !== undefined) return { value: (today) => addDays(today, shift), length: 1 };
  const isLast = word === 'last';
  const named = weekday(sentence, isLast ? at + 1 : at);
  if (named !== null && !MANY.has(sentence.word(at + 1))) {
    const which = isLast ? 'last' : 'near';
    const value: Point = (today) => firstOf(weekdayTime(today, Number(named.value), which));
    return { value, length: isLast ? 2 : 1 };
  }
  const monthOf = month(sentence, at);
  if (monthOf !== null) {
    return { value: (today) => firstOf(namedMonth(today, Number(monthOf.value))), length: 1 };
  }
  return null;
}

function edgeOf(sentence: Sentence, at: number): Point | null {
  const monthOf = month(sentence, at);
  if (monthOf !== null) return (today) => firstOf(namedMonth(today, Number(monthOf.value)));
  const word = sentence.word(at);
  if (word === 'week') return mondayOf;
  if (word === 'month') return (today) => `${today.slice(0, 7)}-01`;
  return word === 'year' ? (today) => `${today.slice(0, 4)}-01-01` : null;
}

function firstOf(time: Time): string | null {
  const days = time.days('back');
  return isDays(days) ? days.from : null;
}

/** The newest day of a month with this number. */
export function newestOfDay(day: number, latest: string): string | null {
  const [yearOf = 0, monthOf = 1] = latest.split('-').map(Number);
  for (let back = 0; back < 12; back += 1) {
    const first = new Date(Date.UTC(yearOf, monthOf - 1 - back, 1));
    const found = validDate(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (found !== null && found <= latest) return found;
  }
  return null;
}

/** Which part of a month: 1 to 4, and 0 for the last. */
const nth: Slot = (sentence, at) => {
  const word = sentence.word(at);
  if (/^(last|final)$/.test(word)) return { value: 0, length: 1 };
  const found = nthAt(sentence, at);
  return found !== null && found.value <= 5 ? found : null;
};

/** A whole month that something is a part of: "October", "last month". */
const wholeMonth: Slot = (sentence, at) => {
  const named = month(sentence, at);
  if (named !== null) {
    return { value: (today: string) => namedMonth(today, Number(named.value)), length: 1 };
  }
  const isMonth = sentence.word(at + 1) === 'month';
  const back = ['this', 'last'].indexOf(
    sentence.word(at).replace('the', 'this').replace('previous', 'last'),
  );
  return isMonth && back >= 0
    ? { value: (today: string) => monthFrom(today, -back), length: 2 }
    : null;
};

/** Only looks: nothing follows that a lone "last" could belong to. */
const end: Slot = (sentence, at) =>
  at >= sentence.tokens.length || /^(for|in|by|on|and|at|per)$/.test(sentence.word(at))
    ? { value: null, length: 0 }
    : null;

/** "14th": a day of a month by its number alone. */
const nthDay: Slot = (sentence, at) => {
  const isDigits = /^\d/.test(sentence.word(at));
  const isOfMonth = sentence.word(at + 1) === 'of' && sentence.word(at + 3) === 'month';
  const found = isDigits || isOfMonth ? nthAt(sentence, at) : null;
  // "2nd highest" is a place.
  if (found !== null && /(est|most|least)$/.test(sentence.word(at + found.length))) return null;
  return found === null ? null : { value: found.value, length: found.length + (isOfMonth ? 3 : 0) };
};

/** Only looks. */
const many: Slot = (sentence, at) =>
  MANY.has(sentence.word(at)) ? { value: null, length: 0 } : null;

export const SLOTS = {
  many,
  number,
  nth_day: nthDay,
  weekday,
  weekdays,
  month,
  year,
  date,
  point,
  nth,
  whole_month: wholeMonth,
  end,
};
