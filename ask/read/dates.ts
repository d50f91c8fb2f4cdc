/** How people name days. What the words mean is fixed in `docs/questions.md`, "Time". */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import {
  type Days,
  dateName,
  daysTime,
  isDays,
  lastDays,
  MONTHS,
  mondayOf,
  monthFrom,
  monthTime,
  NTHS,
  NUMBERS,
  namedMonth,
  newestWeekday,
  noTime,
  quarterTime,
  type Time,
  type Unit,
  validDate,
  WEEKDAYS,
  weekdayTime,
  weekendTime,
  weekTime,
  wholeOf,
  yearTime,
} from './calendar.ts';
import { type Phrase, Phrases, patternsOf, phrase, type Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

export type Make = (today: string) => Time;

/** As far back as anything is kept: five years. */
const HISTORY_DAYS = 1_826;
/** What "a few" is taken for. Chosen here. */
const FEW = 3;
/** How far ahead a date without a year is taken to be to come, days. Chosen here. */
const SOON_DAYS = 31;
const WEEKEND = [6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];

/** A day and month as written; the year may be missing. */
interface Written {
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
const FEASTS =
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
function writtenDate(written: Written, today: string, mayCome = true): string | null {
  const { day, month: monthOf, year: yearOf, weekday: named } = written;
  const now = Number(today.slice(0, 4));
  const latest = mayCome ? addDays(today, SOON_DAYS) : today;
  const years = yearOf === null ? [now + 1, now, now - 1, now - 2, now - 3, now - 4] : [yearOf];
  const dates = years.map((one) => validDate(one, monthOf, day));
  const found = dates.find((one) => one !== null && (yearOf !== null || one <= latest)) ?? null;
  return found !== null && named !== null && weekdayOf(found) !== named ? null : found;
}

/** The first such date from another on: the end of a range. */
function dateFrom(written: Written, from: string): string | null {
  if (written.year !== null) return writtenDate(written, from);
  const yearOf = Number(from.slice(0, 4));
  const here = validDate(yearOf, written.month, written.day);
  return here !== null && here >= from ? here : validDate(yearOf + 1, written.month, written.day);
}

/** One end of a range. */
type Point = (today: string, mayCome: boolean) => string | null;

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
function newestOfDay(day: number, latest: string): string | null {
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

const SLOTS = {
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

const before = (unit: Unit, more: { count?: number; weekday?: number } = {}): Time => ({
  ...noTime('Before what? Name a time that it is before.'),
  unit,
  before: { unit, ...more },
});

const dayTime = (today: string, shift: number, part?: 'morning' | 'afternoon' | 'evening'): Time =>
  daysTime(addDays(today, shift), addDays(today, shift), part === undefined ? {} : { part });

/** As far into an earlier month as this one is now. */
function sameDays(today: string, time: Time): Time {
  const { from, to } = wholeOf(time);
  const last = addDays(from, Number(today.slice(8)) - 1);
  return daysTime(from, last < to ? last : to);
}

function monthsBack(today: string, count: number): Time {
  const { to } = wholeOf(monthFrom(today, -count));
  const day = Math.min(Number(today.slice(8)), Number(to.slice(8)));
  const found = `${to.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return daysTime(found, found, { note: `Took ${dateName(found)}.` });
}

function rangeOf(today: string, from: Point, to: Point): Time {
  const last = to(today, true);
  if (last === null) return daysTime(null, null);
  let first = from(last, false);
  if (first !== null && first > last) first = from(addDays(last, -1), false);
  return daysTime(first, last);
}

/** From one written date to another: the year of one is that of the other. */
function datesRange(today: string, from: Written, to: Written): Time {
  const first = writtenDate({ ...from, year: from.year ?? to.year }, today, false);
  const isBack =
    from.year === null &&
    to.year === null &&
    (from.month > to.month || (from.month === to.month && from.day > to.day));
  if (isBack && from.month === to.month)
    return noTime('That range runs backwards: name the earlier day first.', 'no_such_date');
  return daysTime(first, first === null ? null : dateFrom(to, first));
}

function weekdayOfMonth({ from, to }: Days, which: number, day: number): string {
  return which === 0
    ? newestWeekday(to, day)
    : addDays(newestWeekday(addDays(from, 6), day), 7 * (which - 1));
}

const spanOfWeek = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first + i - 1) % 7) + 1);

const everyWeek = (days: readonly number[]): Time => ({
  ...noTime('Those days are of every week.'),
  weekdays: days,
});

const EVERY_OTHER = noTime(
  'Every other one cannot be picked: ask for all of them, or for one by its date.',
);
const VAGUE = noTime(
  'Which days those are was not understood: name them by their dates, or ask for the first or last week of a month.',
);

type Maker = (...values: never[]) => Make | null;
const rules: Phrase<Make>[] = [];
const add = (patterns: string, make: Maker): void => {
  for (const pattern of patternsOf(patterns)) rules.push(phrase<Make>(pattern, make, SLOTS));
};
/** A time that does not depend on what was read. */
const plain = (patterns: string, make: Make): void => add(patterns, () => make);

plain('today|todays', (today) => dayTime(today, 0));
plain('from? yesterday|yesterdays', (today) => dayTime(today, -1));
plain('tomorrow|tomorrows', (today) => dayTime(today, 1));
plain('the? day before yesterday', (today) => dayTime(today, -2));
plain('the? day after tomorrow', (today) => dayTime(today, 2));
plain('tonight / this evening', (today) => dayTime(today, 0, 'evening'));
plain('this morning', (today) => dayTime(today, 0, 'morning'));
plain('this afternoon', (today) => dayTime(today, 0, 'afternoon'));
plain('last night / yesterday evening', (today) => dayTime(today, -1, 'evening'));
plain('tomorrow night', (today) => dayTime(today, 1, 'evening'));
add('<number> days? ago', (count: number) => (today) => dayTime(today, -count));
plain('a|one week ago today?', (today) => dayTime(today, -7));
add('<number> weeks ago', (count: number) => (today) => weekTime(today, -count));
plain('a fortnight ago', (today) => dayTime(today, -14));
plain('a|one month ago / the? this|same time|day|date last|previous month', (today) =>
  monthsBack(today, 1),
);
plain('a|one year ago / the? this|same time|day|date last|previous year', (today) =>
  monthsBack(today, 12),
);
add('<number> months ago', (count: number) => (today) => monthFrom(today, -count));
plain('the? this|same time|day|weekday|point|stage|period of|in? last|previous week', (today) => {
  const from = mondayOf(addDays(today, -7));
  return daysTime(from, addDays(today, -7));
});
plain('the? this|same point|stage|period|days|dates of|in? last|previous month', (today) =>
  sameDays(today, monthFrom(today, -1)),
);
add(
  'the? this|same point|stage|period|days|dates of|in|from? <month>',
  (value: number) => (today) => sameDays(today, namedMonth(today, value)),
);

plain(
  'in|during|for|of|over? this|current|running week|weeks / the? week so far / week to date / wtd / so far this week',
  (today) => weekTime(today, 0),
);
plain('in|during|for|of|over? last week|weeks', (today) => weekTime(today, -1));
plain('for|in|during? next|coming|following week|weeks / the? week ahead', (today) =>
  weekTime(today, 1),
);
plain('the? week before last', (today) => weekTime(today, -2));
plain(
  'in|during|for|of|over? this|current|running month|months / the? month so far / month to date / mtd / so far this month',
  (today) => monthFrom(today, 0),
);
plain('of the month', (today) => ({
  ...monthFrom(today, 0),
  note: 'Took the month as this month.',
}));
plain('in|during|for|of|over? last month|months', (today) => monthFrom(today, -1));
plain('for|in|during? next|coming month', (today) => monthFrom(today, 1));
plain('the? month before last', (today) => monthFrom(today, -2));
plain('in|during? this|current year / year to date / ytd / the? year so far', (today) =>
  yearTime(today, Number(today.slice(0, 4))),
);
plain('last|previous year', (today) => yearTime(today, Number(today.slice(0, 4)) - 1));
plain('next year|quarter', () => yearTime('2000-01-01', 3000));
add('in|during|for|of? <year>', (value: number) => (today) => yearTime(today, value));
plain('this|current quarter / quarter to date / qtd', (today) => quarterTime(today, 0));
plain('last|previous|past quarter', (today) => quarterTime(today, -1));
add('in|during|for|of? q <number> so? far?', (count: number) =>
  count < 1 || count > 4
    ? null
    : (today) => {
        const own = Math.ceil(Number(today.slice(5, 7)) / 3);
        return quarterTime(today, count <= own ? count - own : count - own - 4);
      },
);
for (const [words, length] of [
  ['day|days', 1],
  ['week|weeks', 7],
  ['month|months', 30],
  ['fortnight|fortnights', 14],
] as const) {
  add(
    `in|over|for|during? the? last|past|latest|rolling <number> ${words}`,
    (count: number) => (today) => lastDays(today, count * length),
  );
  add(
    `in|over|for|during? the? previous|prior|preceding <number> ${words}`,
    (count: number) => (today) => ({
      ...lastDays(today, count * length),
      before: { unit: 'other', count: count * length },
    }),
  );
  add(
    `the? last|past|these few|several ${words}`,
    () => (today) => lastDays(today, FEW * length, { note: `Took a few as ${FEW}.` }),
  );
  add(
    `the? <number> ${words} before|earlier|prior|previous that? / the? <number> ${words} before this|these|then|it`,
    (count: number) => () => before('other', { count: count * length }),
  );
}
add('<number> days', (count: number) => (today) => lastDays(today, count));
add('<number> weeks', (count: number) => (today) => lastDays(today, 7 * count));
add('<number> months', (count: number) => (today) => lastDays(today, 30 * count));
plain('the? past|rolling week / over|for the week', (today) => lastDays(today, 7));
plain('the? past|rolling month / the? last|past 30', (today) => lastDays(today, 30));
plain('the? last|past fortnight / a|the? fortnight', (today) => lastDays(today, 14));
plain('the? past year / the? last|past twelve months', (today) => lastDays(today, 365));
plain('the? last|past half year', (today) => lastDays(today, 182));
plain('lately|recently / recent weeks / these days / at the moment lately', (today) =>
  lastDays(today, 42),
);
plain(
  'of? all time / on record / since we|i|it? opened|started|began / since forever|ever|opening / to date',
  (today) => lastDays(today, HISTORY_DAYS),
);
plain('for|over? the? rest|remainder of the|this? week', (today) =>
  daysTime(today, wholeOf(weekTime(today, 0)).to),
);
plain('for|over? the? rest|remainder of the|this? month', (today) =>
  daysTime(today, wholeOf(monthFrom(today, 0)).to),
);
add(
  'for|over? the? rest|remainder of <month>',
  (value: number) => (today) => daysTime(today, wholeOf(namedMonth(today, value)).to),
);

plain('at|over|on|for|during? the|this weekend', (today) => weekendTime(today, 0));
plain('last|past|previous weekend', (today) => weekendTime(today, -1));
plain('next|coming weekend', (today) => weekendTime(today, 1));
plain(
  'on|at|over|during|of|in? weekends / weekend <many> / every|each|a weekend / on|at|over? the weekends / weekend / at the weekend / weekend days|classes|sessions',
  () => everyWeek(WEEKEND),
);
plain(
  'on|during|at|of|over|for weekdays|workdays / weekdays|workdays only / working days / workdays / on|at|for? weekday|weekdays <many> / during|in the week / midweek',
  () => everyWeek(WORKDAYS),
);

plain('the? previous|prior|preceding week', (today) => ({
  ...weekTime(today, -1),
  before: { unit: 'week' },
}));
plain('the? previous|prior|preceding month', (today) => ({
  ...monthFrom(today, -1),
  before: { unit: 'month' },
}));
plain('the? week before|prior that|this? / the? week earlier', () => before('week'));
plain('the? month before|prior that|this? / the? month earlier', () => before('month'));
plain('the? weekend before that?', () => before('weekend'));
plain('the? day before that?', () => before('day'));
plain(
  'the? period|time before that? / the? previous|preceding|prior period|one / before that / the? one before that|it? / the? last|previous one / last <end> / the? previous <end>',
  () => before('other'),
);
add(
  'the? <number> before|earlier|prior that? / the? previous|prior|preceding <number> <end>',
  (count: number) => (count === 1 ? null : () => before('other', { count: -count })),
);
add(
  'the? <weekday> before|earlier that?',
  (value: number) => () => before('day', { weekday: value }),
);

add('on|for|from|of? <weekday>', (value: number) => (today) => ({
  ...weekdayTime(today, value, 'near'),
  weekdays: [value],
  isEither: true,
}));
add(
  'on|for|from|of? this|this coming? <weekday>',
  (value: number) => (today) => weekdayTime(today, value, 'near'),
);
add(
  'on|for|this? next|coming|this coming? <weekday>',
  (value: number) => (today) => weekdayTime(today, value, 'next'),
);
add(
  'on|for|from? last|past|previous <weekday>',
  (value: number) => (today) => weekdayTime(today, value, 'last'),
);
add(
  'on? <weekday> of|in? last week / last week on? <weekday> / on? <weekday> of the last week',
  (value: number) => (today) => dayTime(mondayOf(today), value - 8),
);
add(
  'on? <weekday> of|in? this week / this week on? <weekday>',
  (value: number) => (today) => dayTime(mondayOf(today), value - 1),
);
add(
  'on? <weekday> of|in? next week / next week on? <weekday>',
  (value: number) => (today) => dayTime(mondayOf(today), value + 6),
);
add(
  'on? <weekday> before last',
  (value: number) => (today) => dayTime(newestWeekday(addDays(today, -1), value), -7),
);
add(
  'on|at|of|for|from|during? <weekdays> / on|of? every|each|any|a <weekday> / on|of? every|each|any <weekdays>',
  (value: number) => () => everyWeek([value]),
);
add(
  'from|on? <weekdays> to|through|until|- <weekdays> / from|on? <weekday> to|through|until|- <weekdays>',
  (first: number, last: number) => () => everyWeek(spanOfWeek(first, last)),
);
add('from? <weekday> to|through|until|- <weekday>', (first: number, last: number) => (today) => {
  const days = spanOfWeek(first, last);
  if (first === 1 && last === 5) return everyWeek(days);
  const from = newestWeekday(today, first);
  return daysTime(from, addDays(from, days.length - 1));
});
add(
  'from? <weekday> to|through|until|- <weekday> of? last week',
  (first: number, last: number) => (today) => {
    const monday = addDays(mondayOf(today), -7);
    return daysTime(addDays(monday, first - 1), addDays(monday, last - 1));
  },
);
add(
  'from? <weekday> to|through|until|- <weekday> of? next week',
  (first: number, last: number) => (today) => {
    const monday = addDays(mondayOf(today), 7);
    return daysTime(addDays(monday, first - 1), addDays(monday, last - 1));
  },
);
add('the? last|past|latest <number> <weekdays>', (count: number, value: number) => (today) => {
  const newest = newestWeekday(today, value);
  return daysTime(addDays(newest, -7 * (Math.max(1, count) - 1)), newest, {
    unit: 'other',
    weekdays: [value],
  });
});
add(
  '<number> <weekdays> ago',
  (count: number, value: number) => (today) =>
    dayTime(newestWeekday(addDays(today, -1), value), 7 - 7 * count),
);
add(
  'on? every|each? other|second|alternate <weekday> / on? every|each? other|second|alternate <weekdays> / every|each other|second day|week|weekend|month',
  () => () => EVERY_OTHER,
);

add(
  'in|during|for|of|over|from|this? the? month? of? <month> / in|during|for|of? <month> to date / in|during? <month> so far / so far in? <month>',
  (value: number) => (today) => namedMonth(today, value),
);
add(
  'in|during|for|of|over? <month> <year>',
  (value: number, inYear: number) => (today) => monthTime(today, inYear, value),
);
add(
  'in|during|for|of|over? last <month>',
  (value: number) => (today) =>
    Number(today.slice(5, 7)) === value
      ? monthTime(today, Number(today.slice(0, 4)) - 1, value)
      : namedMonth(today, value),
);
add(
  'between|from? <month> and|to|until|till|through|thru|- <month>',
  (first: number, last: number) => (today) => {
    const till = namedMonth(today, last);
    const { from } = wholeOf(namedMonth(wholeOf(till).from, first));
    const days = till.days('back');
    return {
      ...daysTime(from, isDays(days) ? days.to : null),
      pair: [namedMonth(today, first), namedMonth(today, last)],
    };
  },
);
add(
  'in|during|over? the? <nth> week of|in <whole_month>',
  (which: number, whole: Make) => (today) => {
    const { from, to } = wholeOf(whole(today));
    return which === 0
      ? daysTime(addDays(to, -6), to)
      : daysTime(addDays(from, 7 * (which - 1)), addDays(from, 7 * which - 1));
  },
);
add(
  'on? the? <nth> <weekday> of|in <whole_month>',
  (which: number, value: number, whole: Make) => (today) =>
    dayTime(weekdayOfMonth(wholeOf(whole(today)), which, value), 0),
);
for (const [words, length] of [
  ['days', 1],
  ['weeks', 7],
] as const) {
  add(
    `in|during|over? the? first <number> ${words} of|in <whole_month>`,
    (count: number, whole: Make) => (today) => {
      const { from } = wholeOf(whole(today));
      return daysTime(from, addDays(from, count * length - 1));
    },
  );
  add(
    `in|during|over? the? last|final <number> ${words} of|in <whole_month>`,
    (count: number, whole: Make) => (today) => {
      const { to } = wholeOf(whole(today));
      return daysTime(addDays(to, 1 - count * length), to);
    },
  );
}
add('in|during|over? the? first half of|in <whole_month>', (whole: Make) => (today) => {
  const { from } = wholeOf(whole(today));
  return daysTime(from, addDays(from, 14));
});
add('in|during|over? the? second|last half of|in <whole_month>', (whole: Make) => (today) => {
  const { from, to } = wholeOf(whole(today));
  return daysTime(addDays(from, 15), to);
});
add(
  'in|at|by|near|towards|around? the? end|middle of the? <month> / in|at|by|near|towards|around? the? end|middle of the? <whole_month> / early|late|mid in? <month>',
  () => () => VAGUE,
);
add('week <number>', (count: number) =>
  count < 1 || count > 53
    ? null
    : (today) => {
        const ofYear = (value: number): string =>
          addDays(mondayOf(`${value}-01-04`), 7 * (count - 1));
        const now = Number(today.slice(0, 4));
        const from = ofYear(now) <= today ? ofYear(now) : ofYear(now - 1);
        return {
          unit: 'week',
          days: (look) => {
            const monday = look === 'ahead' && addDays(from, 6) < today ? ofYear(now) : from;
            const last = addDays(monday, 6);
            return { from: monday, to: look === 'back' && last > today ? today : last };
          },
        };
      },
);
add(
  'for|in|during? the? week of|beginning|commencing|starting|from the? <point> / for? w c the? <point> / for? w b the? <point> / wc|wb <point> / in|for|during? the? week with|containing <point>',
  (at: Point) => (today) => {
    const found = at(today, true);
    const monday = found === null ? null : mondayOf(found);
    const last = monday === null ? null : addDays(monday, 6);
    return {
      unit: 'week',
      days: (look) =>
        monday === null || last === null
          ? { stop: 'no_such_date', message: 'That date is not in the calendar.' }
          : { from: monday, to: look === 'back' && last > today && monday <= today ? today : last },
    };
  },
);
add('for|in? the? week ending|to <date> / w e <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today);
  return daysTime(found === null ? null : addDays(found, -6), found);
});
add('the? weekend of <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today);
  const saturday = found === null ? null : addDays(mondayOf(found), 5);
  return daysTime(saturday, saturday === null ? null : addDays(saturday, 1), { unit: 'weekend' });
});
add('on|for|of|from? the? <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today);
  const note =
    value.isNumeric === true && value.year === null && found !== null
      ? { note: `Took the date as ${dateName(found)}.` }
      : {};
  return daysTime(found, found, { unit: 'day', ...note });
});
add('on|for|of? the? <nth_day>', (day: number) => (today) => {
  const found = newestOfDay(day, today);
  return daysTime(found, found);
});
add(
  'since|from the? <point> onwards|on? / since the? <point> till|until|to now|today / starting from|on? the? <point>',
  (at: Point) => (today) => {
    const found = at(today, false);
    return daysTime(found, today, { unit: 'other', isSince: true });
  },
);
plain('since last week', (today) => ({
  ...daysTime(wholeOf(weekTime(today, -1)).from, today),
  isSince: true,
}));
plain('since last month', (today) => ({
  ...daysTime(wholeOf(monthFrom(today, -1)).from, today),
  isSince: true,
}));
add('after the? <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today, false);
  return daysTime(found === null ? null : addDays(found, 1), today, {
    unit: 'other',
    isSince: true,
  });
});
add('until|before the? <date> / up to|until the? <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today);
  return daysTime(found === null ? null : addDays(found, -41), found, {
    unit: 'other',
    isUntil: true,
  });
});
add(
  'from|between? the? <date> to|until|through|thru|and|- the? <date> / from? the? <date> up to the? <date>',
  (first: Written, last: Written) => (today) => datesRange(today, first, last),
);
add(
  'between|from? <number> and|to|- <date> / from? the? <nth_day> to|until|till|-|and the? <date>',
  (day: number, last: Written) =>
    day > 31 ? null : (today) => datesRange(today, { ...last, day, weekday: null }, last),
);
add('between|from? <date> and|to|until|till|through|- <number>', (first: Written, day: number) =>
  day > 31 || day < first.day
    ? null
    : (today) => datesRange(today, first, { ...first, day, weekday: null }),
);
add(
  'between|from the? <point> to|until|through|and|- the? <point> / from the? <point> up to the? <point>',
  (from: Point, to: Point) => (today) => rangeOf(today, from, to),
);
add(
  'for|period? the? <date> to|until|through the? <point>',
  (from: Written, to: Point) => (today) =>
    rangeOf(today, (latest, mayCome) => writtenDate(from, latest, mayCome), to),
);
add('the? fortnight to|ending the? <date>', (value: Written) => (today) => {
  const found = writtenDate(value, today);
  return daysTime(found === null ? null : addDays(found, -13), found);
});

export const DATES = new Phrases<Make>(rules);
/** Words that spelling knows: also those that only slots read. */
export const DATE_WORDS: readonly string[] = [
  ...DATES.words,
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  ...NUMBERS.keys(),
  ...NTHS.keys(),
  ...FEASTS.flatMap(({ words }) => words.flatMap((word) => [word, `${word}s`])),
  'start',
  'beginning',
];
