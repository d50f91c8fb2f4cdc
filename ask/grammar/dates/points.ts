/** One day that a range begins or ends with: "3 November", "the 5th", "Monday", "halloween", "the start of October". */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { Slot } from '../text/pattern.ts';
import type { Sentence } from '../text/sentence.ts';
import { own } from '../text/sentence.ts';
import { dateOf, validDate, type WrittenDate, type WrittenDay } from './absolute.ts';
import { MONTHS, NTHS, WEEKDAYS } from './calendar-words.ts';
import { feast } from './feasts.ts';
import { mondayOf, namedMonth, weekdaySpan } from './span.ts';

export interface Point {
  /** The newest such day up to another, or null where the calendar has none. */
  readonly upTo: (latest: string) => string | null;
  /** The next such day from another on, for the timetable; absent where only what was can be meant. */
  readonly next?: (from: string) => string;
  /** Written with its month; two of them may share a month or a year. */
  readonly written?: WrittenDay;
}

type Read = { readonly value: Point; readonly length: number } | null;

/** @param dates dates of the sentence by the place of their first word */
export function pointSlot(dates: ReadonlyMap<number, WrittenDate>): Slot {
  const readers = [writtenAt(dates), edgeAt, monthDayAt, feastAt, relativeAt, weekdayAt];
  return (sentence, at) => {
    for (const read of readers) {
      const found = read(sentence, at);
      if (found !== null) return found;
    }
    return null;
  };
}

function written(day: WrittenDay, length: number): Read {
  return { value: { written: day, upTo: (latest) => dateOf(day, latest, false) }, length };
}

function writtenAt(dates: ReadonlyMap<number, WrittenDate>) {
  return (_: Sentence, at: number): Read => {
    const date = dates.get(at);
    return date === undefined ? null : written(date.day, date.length);
  };
}

function feastAt(sentence: Sentence, at: number): Read {
  const found = feast(sentence, at);
  return found === null ? null : written(found.value as WrittenDay, found.length);
}

/** "5th", "first of the month", "1st of this month". */
function monthDayAt(sentence: Sentence, at: number): Read {
  const hasEnding = /^(st|nd|rd|th)$/.test(sentence.word(at + 1));
  const day = NTHS.get(sentence.word(at)) ?? (hasEnding ? Number(sentence.word(at)) : Number.NaN);
  if (!(day >= 1 && day <= 31)) return null;
  const next = at + (hasEnding ? 2 : 1);
  const isOfMonth =
    sentence.word(next) === 'of' &&
    /^(the|this)$/.test(sentence.word(next + 1)) &&
    sentence.word(next + 2) === 'month';
  if (!hasEnding && !isOfMonth) return null;
  return {
    value: { upTo: (latest) => newestOfDay(day, latest) },
    length: next - at + (isOfMonth ? 3 : 0),
  };
}

/** The newest day of a month with this number. */
export function newestOfDay(day: number, latest: string): string | null {
  const [year = 0, month = 1] = latest.split('-').map(Number);
  for (let back = 0; back < 12; back++) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const date = validDate(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (date !== null && date <= latest) return date;
  }
  return null;
}

/** "the start of October", "the beginning of the month". */
function edgeAt(sentence: Sentence, at: number): Read {
  if (!/^(start|begin|beginning)$/.test(sentence.word(at)) || sentence.word(at + 1) !== 'of')
    return null;
  const month = MONTHS.get(sentence.word(at + 2));
  if (month !== undefined) {
    const upTo = (latest: string): string | null =>
      namedMonth(latest, month).days('back')?.from ?? null;
    return { value: { upTo }, length: 3 };
  }
  const skipped = /^(the|this)$/.test(sentence.word(at + 2)) ? 1 : 0;
  const from = own(EDGES, sentence.word(at + 2 + skipped));
  return from === undefined ? null : { value: { upTo: from }, length: 3 + skipped };
}

const EDGES: Readonly<Record<string, (latest: string) => string>> = {
  week: mondayOf,
  month: (latest) => `${latest.slice(0, 7)}-01`,
  year: (latest) => `${latest.slice(0, 4)}-01-01`,
};

function relativeAt(sentence: Sentence, at: number): Read {
  const offset = own({ today: 0, now: 0, yesterday: -1 }, sentence.word(at));
  if (offset === undefined) return null;
  const upTo = (latest: string): string => addDays(latest, offset);
  return { value: { upTo, next: upTo }, length: 1 };
}

function weekdayAt(sentence: Sentence, at: number): Read {
  const word = sentence.word(at);
  const weekday = WEEKDAYS.get(word);
  // "from Saturday classes": of every week.
  const isMany = /^(class|session|morning|evening|afternoon|night|slot)(e?s)?$/.test(
    sentence.word(at + 1),
  );
  if (weekday === undefined || word.endsWith('days') || isMany) return null;
  const upTo = (latest: string): string | null =>
    weekdaySpan(latest, weekday, 'near').days('back')?.from ?? null;
  const next = (from: string): string =>
    weekdaySpan(from, weekday, 'near').days('ahead')?.from ?? from;
  return { value: { upTo, next }, length: 1 };
}
