/** Days as they are written: "3 November", "3/11", "the 5th". */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import {
  dateName,
  daysTime,
  MONTHS,
  NTHS,
  NUMBERS,
  spanOf,
  type Time,
  validDate,
  WEEKDAYS,
} from './calendar.ts';
import { looks, type Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

export type Make = (today: string) => Time;

/** How far ahead a date without a year is taken to be to come, days. Chosen here. */
const SOON_DAYS = 31;

const one = <Value>(value: Value | undefined, length = 1) =>
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
/** Not "the best *3* days". */
const OF_BEST = /(est|most|least|top|bottom|worst)$/;
const count: Slot = (sentence, at) =>
  OF_BEST.test(sentence.word(at - 1)) ? null : number(sentence, at);
/** Behind a weekday they make it one of every week. */
const MANY =
  /^(mornings|afternoons|evenings|nights|lunchtimes|classes|sessions|class|session|attendance|bookings|numbers)$/;
const isMany = (sentence: Sentence, at: number): boolean =>
  /days$/.test(sentence.word(at)) || MANY.test(sentence.word(at + 1));
/** What a day of the week is said of, which is no figure. */
const PAPER = /^(sheet|meeting|report|email|mail|newsletter|call|board|briefing|summary)$/;
/** "My Monday sheet"; "seats sat empty"; "came that Saturday" is of a day that was named before. */
const isNoDay = (sentence: Sentence, at: number): boolean =>
  PAPER.test(sentence.word(at + 1)) ||
  (sentence.word(at - 1) === 'that' && /^(came|come|in|on|many)$/.test(sentence.word(at - 2))) ||
  (sentence.word(at) === 'sat' && /^(empty|idle|unused|out|down|in)$/.test(sentence.word(at + 1)));
const weekday: Slot = (sentence, at) =>
  isMany(sentence, at) || isNoDay(sentence, at) ? null : one(WEEKDAYS.get(sentence.word(at)));
const weekdays: Slot = (sentence, at) =>
  isMany(sentence, at) ? one(WEEKDAYS.get(sentence.word(at))) : null;
/** "may" and "march" are verbs but behind a word of time or beside a number. */
const OF_TIME =
  /^(in|of|during|for|since|last|this|and|to|from|through|until|by|every|-|early|late|mid|\d+)$/;
const month: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const isVerb =
    /^(may|march)$/.test(word) &&
    !OF_TIME.test(sentence.word(at - 1)) &&
    !/^\d+$/.test(sentence.word(at + 1));
  return isVerb ? null : one(MONTHS.get(word));
};
const year: Slot = (sentence, at) =>
  /^20[1-9]\d$/.test(sentence.word(at)) ? one(Number(sentence.word(at))) : null;
/** A number from one to another. */
const numberIn =
  (least: number, most: number): Slot =>
  (sentence, at) => {
    const found = number(sentence, at);
    const value = Number(found?.value);
    return value >= least && value <= most ? found : null;
  };

const anyOf = (words: Iterable<string>): string => [...words].join('|');
const NTH = `(?:(?:twenty|thirty) )?(?:${anyOf(NTHS.keys())})|\\d{1,2}(?: (?:st|nd|rd|th))?`;
const MONTH = `(?<month>${anyOf(MONTHS.keys())})`;
/** "26 classes" is no year. */
const YEAR = `20\\d\\d|2\\d(?! (?:classes|people|percent|days|visits|${anyOf(MONTHS.keys())})\\b)`;
const WRITTEN = [
  `(?<day>${NTH})(?: of| -)? ${MONTH}(?:(?: -)? (?<year>${YEAR}))?`,
  `${MONTH}(?: the)? (?<day>${NTH})(?: (?<year>20\\d\\d))?`,
  `(?<day>\\d{1,2})/(?<month>\\d{1,2})(?:/(?<year>\\d{4}|\\d{2}))?`,
  `(?<day>\\d{1,2})\\.(?<month>\\d{1,2})(?:\\.(?<year>\\d{4}|\\d{2})|\\.)`,
  `(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})`,
].map((text) => new RegExp(`^(?:${text})(?= |$)`));

/** "twenty first", "3 rd", "5". */
function dayOf(text: string): number {
  const [first = '', second = ''] = text.split(' ');
  const tens = second === '' || /^\d/.test(first) ? 0 : (NUMBERS.get(first) ?? 0);
  return tens + (NTHS.get(tens === 0 ? first : second) ?? Number.parseInt(first, 10));
}

/** "3 November", "Nov 3rd", "Friday the 13th of November 2026", "3/11", "2026-11-03". */
const date: Slot = (sentence, at) => {
  const named = weekday(sentence, at);
  const from = named === null ? at : at + 1 + (sentence.word(at + 1) === 'the' ? 1 : 0);
  const found = sentence.match(from, WRITTEN);
  if (found === undefined) return null;
  const { day = '', month: monthText = '', year: yearText } = found.groups;
  // "Best first, November" is of no first.
  if (/^\D/.test(day) && /^\S+,/.test(sentence.text.slice(sentence.tokens[from]?.start)))
    return null;
  const [first, second] = [dayOf(day), MONTHS.get(monthText) ?? Number(monthText)];
  // 11/22 is American.
  const [ofDay, inMonth] = second > 12 && first <= 12 ? [second, first] : [first, second];
  const inYear = yearText === undefined ? undefined : (Number(yearText) % 2000) + 2000;
  const isGuessed = inYear === undefined && /^\d+\//.test(found.text);
  const value: Make = (today) => {
    const isRight = (read: string | null) =>
      read !== null && (named === null || weekdayOf(read) === Number(named.value));
    const dates = [newest(today, ofDay, inMonth, inYear)];
    // Thursday 12/10 is American where only the tenth of December is a Thursday.
    if (isGuessed) dates.push(newest(today, inMonth, ofDay));
    const read = dates.find(isRight) ?? null;
    const note = isGuessed && read !== null ? { note: `Took the date as ${dateName(read)}.` } : {};
    return daysTime(read, read, { unit: 'day', ...note });
  };
  return { value, length: from - at + found.length };
};

/** Without a year the newest, except for one within {@link SOON_DAYS}. */
export function newest(today: string, day: number, month: number, year?: number): string | null {
  if (year !== undefined) return validDate(year, month, day);
  const now = Number(today.slice(0, 4));
  const latest = addDays(today, SOON_DAYS);
  const dates = [1, 0, -1, -2, -3, -4].map((by) => validDate(now + by, month, day));
  return dates.find((found) => found !== null && found <= latest) ?? null;
}

/** The newest day of a month with this number, and on this weekday where one is named. */
export function newestOfDay(latest: string, day: number, weekday?: number): string | null {
  for (let back = 0; back < 12; back += 1) {
    const { from, to } = spanOf('month', latest, -back);
    const found = addDays(from, day - 1);
    const isThere = day >= 1 && found <= to && found <= latest;
    if (isThere && (weekday === undefined || weekdayOf(found) === weekday)) return found;
  }
  return null;
}

const NTH_HERE = new RegExp(`^(?:${NTH})(?= |$)`);
function nthAt(sentence: Sentence, at: number) {
  const { text = '', length } = sentence.match(at, [NTH_HERE]) ?? {};
  return /^\d*$/.test(text) ? null : one(dayOf(text), length);
}

/** Spring is 3, by its first month. "Fall" is mostly a verb. */
const SEASONS = { spring: 3, summer: 6, autumn: 9, winter: 12 };
const season: Slot = (sentence, at) =>
  sentence.word(at) === 'fall' && /^(this|last|in|the)$/.test(sentence.word(at - 1))
    ? one(SEASONS.autumn)
    : unitOf(SEASONS)(sentence, at);

/** Which part of a month: 1 to 5, and 0 for the last. */
const nth: Slot = (sentence, at) => {
  if (/^(last|final)$/.test(sentence.word(at))) return one(0);
  const found = nthAt(sentence, at);
  return found !== null && found.value <= 5 ? found : null;
};

/** Behind "2nd" they make it a place. */
const OF_NTH = /(est|most|least)$|^(half|week|weeks|days|quarter|class|time)$/;

/** "the fifth", "14th of the month": a day of a month by its number alone. */
const nthPlain: Slot = (sentence, at) => {
  const found = nthAt(sentence, at);
  const next = at + (found?.length ?? 0);
  if (found === null || OF_NTH.test(sentence.word(next))) return null;
  const isOfMonth = sentence.word(next) === 'of' && sentence.word(next + 2) === 'month';
  return one(found.value, found.length + (isOfMonth ? 3 : 0));
};
const nthDay: Slot = (sentence, at) => {
  const found = nthPlain(sentence, at);
  return found !== null && (/^\d/.test(sentence.word(at)) || found.length > 3) ? found : null;
};

/** A word, or its plural, as what it stands for. */
const unitOf =
  (units: Readonly<Record<string, string | number>>): Slot =>
  (sentence, at) =>
    one(units[sentence.word(at).replace(/s$/, '')]);
/** "By week, 2 Nov to 6 Dec" is of no second week. */
const weekNumber: Slot = (sentence, at) => {
  const next = sentence.word(at + 1);
  return MONTHS.has(next) || /^(st|nd|rd|th|-)$/.test(next) ? null : numberIn(1, 53)(sentence, at);
};

/** Days in the units that are counted back from today. */
const length = unitOf({ d: 1, day: 1, w: 7, week: 7, fortnight: 14, month: 30, year: 365 });

const unit = unitOf({ week: 'week', month: 'month', quarter: 'quarter', year: 'year' });
const HELD_AGAINST = /^(against|versus|vs|with|than|in|to|or|and|the)$/;

export const SLOTS = {
  many: looks(
    (sentence, at) =>
      MANY.test(sentence.word(at)) ||
      (/^(morning|afternoon|evening|lunchtime)$/.test(sentence.word(at)) &&
        /^(class|session)(es|s)?$/.test(sentence.word(at + 1))),
  ),
  /** Nothing follows that a lone "last" could belong to. */
  end: looks((sentence, at) => /^(|for|in|by|on|and|at|per)$/.test(sentence.word(at))),
  /** "Up on last month", not "the classes we put on last month". */
  gained: looks((sentence, at) =>
    /^(up|down|better|worse|improved?|back|gained)$/.test(sentence.word(at - 1)),
  ),
  part: unitOf({ half: 'half', week: 7, fortnight: 14 }),
  /** "against the", "compared with the": up to the next part of a month. */
  between: (sentence: Sentence, at: number) => {
    const isHeld = (by: number) => HELD_AGAINST.test(sentence.word(at + by - 1));
    const length = [1, 2, 3, 4, 5, 6, 7].find(
      (by) => isHeld(by) && nth(sentence, at + by) !== null,
    );
    return length === undefined ? null : { value: null, length };
  },
  unit,
  /** Not "the best *week* so far". */
  unit_now: (sentence: Sentence, at: number) =>
    OF_BEST.test(sentence.word(at - 1)) ? null : unit(sentence, at),
  units: (sentence: Sentence, at: number) =>
    sentence.word(at).endsWith('s') ? unit(sentence, at) : null,
  week_or_month: unitOf({ week: 'week', month: 'month' }),
  length,
  lengths: (sentence: Sentence, at: number) =>
    sentence.word(at).endsWith('s') ? length(sentence, at) : null,
  number,
  several: numberIn(2, 9999),
  quarter: numberIn(1, 4),
  ordinal: nthAt,
  season,
  week: weekNumber,
  day_number: numberIn(0, 31),
  count,
  nth_day: nthDay,
  nth_plain: nthPlain,
  weekday,
  weekdays,
  month,
  year,
  date,
  nth,
};
