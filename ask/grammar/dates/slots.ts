/** Slots of the date phrases: numbers, weekdays, months, dates written out, times on the wall. */

import type { Slot, Slots } from '../text/pattern.ts';
import type { Sentence } from '../text/sentence.ts';
import { own } from '../text/sentence.ts';
import type { WrittenDate } from './absolute.ts';
import { MONTHS, NTHS, NUMBERS, WEEKDAYS } from './calendar-words.ts';
import { feast } from './feasts.ts';
import { pointSlot } from './points.ts';
import { monthSpan, namedMonth, type Span } from './span.ts';

/** Most of a unit that is counted back: ten years of days. */
const MOST = 3660;
const PLURAL = /days$/;

const number: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const value = NUMBERS.get(word) ?? (/^\d{1,4}$/.test(word) ? Number(word) : Number.NaN);
  if (word === 'couple' && sentence.word(at + 1) === 'of') return { value, length: 2 };
  if (word === 'half' && sentence.word(at + 1) === 'a' && sentence.word(at + 2) === 'dozen') {
    return { value: 6, length: 3 };
  }
  // "forty two", "twenty-one".
  const ones = NUMBERS.get(sentence.word(at + 1)) ?? 0;
  if (
    value >= 20 &&
    value < 100 &&
    NUMBERS.has(word) &&
    ones >= 1 &&
    ones <= 9 &&
    !isOf(sentence, at)
  ) {
    return { value: value + ones, length: 2 };
  }
  return value >= 0 && value <= MOST ? { value, length: 1 } : null;
};

/** "twenty couple": the second word is a number of its own. */
function isOf(sentence: Sentence, at: number): boolean {
  return sentence.word(at + 1) === 'couple';
}

const UNITS: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  fortnight: 14,
  fortnights: 14,
  month: 30,
  months: 30,
};

/** "10 days", "fortnight", "six weeks": how many days. */
const duration: Slot = (sentence, at) => {
  const count = number(sentence, at);
  const skipped = count?.length ?? (sentence.word(at) === 'a' ? 1 : 0);
  const unit = own(UNITS, sentence.word(at + skipped));
  if (unit === undefined || (count === null && unit === 1)) return null;
  return { value: Number(count?.value ?? 1) * unit, length: skipped + 1 };
};

/** The same with its number: "the week from" is a calendar week. */
const daysLong: Slot = (sentence, at) =>
  number(sentence, at) === null && !/^fortnight/.test(sentence.word(at))
    ? null
    : duration(sentence, at);

/** "October", "last month", "the month": as a span made from today. */
const wholeMonth: Slot = (sentence, at) => {
  const value = MONTHS.get(sentence.word(at));
  if (value !== undefined) {
    return { value: (today: string): Span => namedMonth(today, value), length: 1 };
  }
  const offset = own({ last: -1, previous: -1, this: 0, the: 0 }, sentence.word(at));
  return offset !== undefined && sentence.word(at + 1) === 'month'
    ? { value: (today: string): Span => monthSpan(today, offset), length: 2 }
    : null;
};

/** "end of October", "the middle of last week", "mid October". */
const edge: Slot = (sentence, at) => {
  const isMid = sentence.word(at) === 'mid';
  const isEdge = /^(end|start|beginning|middle|tail|early|late|mid)$/.test(sentence.word(at));
  // "Cancelled late this month": late is how.
  if (
    !isEdge ||
    /^(cancel|drop|pull|back|bail|withdr|out|c[ao]me|arriv|book)/.test(sentence.word(at - 1))
  )
    return null;
  let next = at + 1;
  while (next < at + 4 && /^(end|of|in|the|this|last|next)$/.test(sentence.word(next))) next++;
  if (next === at + 1 && !isMid && !/^(early|late)$/.test(sentence.word(at))) return null;
  const isTime = MONTHS.has(sentence.word(next)) || /^(week|month|year)$/.test(sentence.word(next));
  return isTime ? { value: null, length: next + 1 - at } : null;
};

const weekdayWhere =
  (isPlural: boolean): Slot =>
  (sentence, at) => {
    const value = WEEKDAYS.get(sentence.word(at));
    if (value === undefined || PLURAL.test(sentence.word(at)) !== isPlural) return null;
    return { value, length: 1 };
  };

const MANY = /^(class|session|classes|sessions|mornings|evenings|afternoons|nights|slots)$/;

/** "Friday classes", "Friday evenings": every Friday, not the one. */
const weekdayOfMany: Slot = (sentence, at) => {
  const value = WEEKDAYS.get(sentence.word(at));
  return value !== undefined && MANY.test(sentence.word(at + 1)) ? { value, length: 1 } : null;
};

/** Only looks: "the weekend classes" are of every weekend. */
const manyAhead: Slot = (sentence, at) =>
  MANY.test(sentence.word(at)) && /s$/.test(sentence.word(at)) ? { value: null, length: 0 } : null;

/** "more this week than last": the one before, said with one word at the end. */
const lastAlone: Slot = (sentence, at) => {
  const isOne = sentence.word(at + 1) === 'one';
  const isEnd = at + (isOne ? 2 : 1) === sentence.length && sentence.word(at) === 'last';
  const before = sentence.word(at - 1) === 'the' ? at - 2 : at - 1;
  return isEnd && /^(than|vs|versus|with|to)$/.test(sentence.word(before))
    ? { value: null, length: isOne ? 2 : 1 }
    : null;
};

/** Only looks: nothing follows that the number could count. */
const end: Slot = (sentence, at) =>
  at >= sentence.length || /^(for|by|in|with)$/.test(sentence.word(at))
    ? { value: null, length: 0 }
    : null;

/** "may" and "mar" are words of other kinds too: as a month only after a preposition, or alone. */
const month: Slot = (sentence, at) => {
  const value = MONTHS.get(sentence.word(at));
  if (value === undefined || (isDoubtful(sentence, at) && !isAfterPreposition(sentence, at))) {
    return null;
  }
  return { value, length: 1 };
};

const monthOnly: Slot = (sentence, at) => {
  const value = MONTHS.get(sentence.word(at));
  return value === undefined || isDoubtful(sentence, at) ? null : { value, length: 1 };
};

function isDoubtful(sentence: Sentence, at: number): boolean {
  const { word = '', typed = '' } = sentence.tokens[at] ?? {};
  return (word === 'may' && !typed.startsWith('M')) || (word === 'march' && typed === 'march');
}

function isAfterPreposition(sentence: Sentence, at: number): boolean {
  return (
    /^(in|during|of|since|last|for|to|and)$/.test(sentence.word(at - 1)) || sentence.length === 1
  );
}

const year: Slot = (sentence, at) =>
  /^(19|20)\d\d$/.test(sentence.word(at)) ? { value: Number(sentence.word(at)), length: 1 } : null;

/** A day of a month, with or without its ending: "3", "3rd". */
const ordinal: Slot = (sentence, at) => {
  const named = NTHS.get(sentence.word(at));
  if (named !== undefined) return { value: named, length: 1 };
  if (!/^\d{1,2}$/.test(sentence.word(at))) return null;
  const hasEnding = /^(st|nd|rd|th)$/.test(sentence.word(at + 1));
  return { value: Number(sentence.word(at)), length: hasEnding ? 2 : 1 };
};

/** "first" is 1, "last" is 0. */
const which: Slot = (sentence, at) => {
  const value = sentence.word(at) === 'last' ? 0 : NTHS.get(sentence.word(at));
  return value === undefined || value > 5 ? null : { value, length: 1 };
};

/** With its ending: "12th". */
const nth: Slot = (sentence, at) => {
  const read = NTHS.has(sentence.word(at)) ? null : ordinal(sentence, at);
  // "the 3rd best class": a rank.
  const isRank = /^(best|worst|most|least|highest|lowest|\w+est)$/.test(sentence.word(at + 2));
  return read?.length === 2 && !isRank ? read : null;
};

/** Written like a date: "2026-02-31", "31/2/2026". */
const noDate: Slot = (sentence, at) =>
  /^\d{4}-\d+-\d+$|^\d+\/\d+(\/\d+)?$/.test(sentence.word(at)) ? { value: null, length: 1 } : null;

/** "on Friday", and not "on Friday evenings". */
const weekdayOnce: Slot = (sentence, at) =>
  weekdayOfMany(sentence, at) === null ? weekdayWhere(false)(sentence, at) : null;

/** @param written dates of the sentence by the place of their first word */
export function dateSlots(written: ReadonlyMap<number, WrittenDate>): Slots {
  const date: Slot = (_, at) => {
    const value = written.get(at);
    return value === undefined ? null : { value, length: value.length };
  };
  return {
    number,
    weekday: weekdayWhere(false),
    weekdays: weekdayWhere(true),
    month,
    year,
    month_only: monthOnly,
    ordinal,
    nth,
    date,
    no_date: noDate,
    weekday_of_many: weekdayOfMany,
    weekday_once: weekdayOnce,
    last_alone: lastAlone,
    many_ahead: manyAhead,
    end,
    point: pointSlot(written),
    feast,
    duration,
    days_long: daysLong,
    whole_month: wholeMonth,
    edge,
    which,
  };
}

/** "second", "11th": with its ending. */
const rank: Slot = (sentence, at) => {
  const read = ordinal(sentence, at);
  return read?.length === 2 || NTHS.has(sentence.word(at)) ? read : null;
};

export const NUMBER_SLOTS: Slots = { number, rank };
