/** Days as they are written: "3 November", "3/11", "the 5th", "halloween". */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import {
  dateName,
  daysTime,
  MONTHS,
  NTHS,
  NUMBERS,
  type Time,
  validDate,
  WEEKDAYS,
} from './calendar.ts';
import type { Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

export type Make = (today: string) => Time;

/** How far ahead a date without a year is taken to be to come, days. Chosen here. */
const SOON_DAYS = 31;

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
/** Not "the best *3* days". */
const count: Slot = (sentence, at) =>
  /(est|most|least|top|bottom|worst)$/.test(sentence.word(at - 1)) ? null : number(sentence, at);
/** Behind a weekday they make it one of every week. */
const MANY =
  /^(mornings|afternoons|evenings|nights|lunchtimes|classes|sessions|class|session|attendance|bookings|numbers)$/;
const isMany = (sentence: Sentence, at: number): boolean =>
  /days$/.test(sentence.word(at)) || MANY.test(sentence.word(at + 1));
const weekday: Slot = (sentence, at) =>
  isMany(sentence, at) ? null : one(WEEKDAYS.get(sentence.word(at)));
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
  /^20\d\d$/.test(sentence.word(at)) ? one(Number(sentence.word(at))) : null;

/** Days that have a name and a fixed date; "eve" has been written out as "evening" by then. */
const FEAST_DAYS =
  'new year evening 31/12, new year day 1/1, new years 1/1, valentine day 14/2, valentines 14/2, halloween 31/10, bonfire night 5/11, guy fawkes 5/11, may day 1/5, armistice day 11/11, christmas evening 24/12, christmas day 25/12, christmas 25/12, xmas evening 24/12, xmas day 25/12, xmas 25/12, boxing day 26/12, black friday 29/11';
const FEAST = new Map(
  FEAST_DAYS.split(', ').map((line) => {
    const [, name = '', date = ''] = /^(.*) (\S+)$/.exec(line) ?? [];
    return [name, date] as const;
  }),
);
const BLACK_FRIDAY = 'black friday';

/** The day after the fourth Thursday of November, the last one up to today. */
function lastBlackFriday(today: string): string {
  const year = Number(today.slice(0, 4));
  const [ofYear = '', before = ''] = [year, year - 1].map((one) => {
    const first = `${one}-11-01`;
    return addDays(first, ((11 - weekdayOf(first)) % 7) + 22);
  });
  return ofYear <= today ? ofYear : before;
}

/** Their words, for spelling. */
export const FEASTS: ReadonlySet<string> = new Set(
  [...FEAST.keys()].flatMap((name) => name.split(' ')).flatMap((word) => [word, `${word}s`]),
);

const anyOf = (words: Iterable<string>): string => [...words].join('|');
const NTH = `(?:(?:twenty|thirty) )?(?:${anyOf(NTHS.keys())})|\\d{1,2}(?: (?:st|nd|rd|th))?`;
const MONTH = `(?<month>${anyOf(MONTHS.keys())})`;
/** "26 classes" is no year. */
const YEAR = `20\\d\\d|2\\d(?! (?:classes|people|percent|days|visits|${anyOf(MONTHS.keys())})\\b)`;
const WRITTEN = [
  `(?<day>${NTH})(?: of| -)? ${MONTH}(?:(?: -)? (?<year>${YEAR}))?`,
  `${MONTH}(?: the)? (?<day>${NTH})(?: (?<year>20\\d\\d))?`,
  `(?<day>\\d{1,2})/(?<month>\\d{1,2})(?:/(?<year>\\d{4}|\\d{2}))?`,
  `(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4}|\\d{2})`,
  `(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})`,
  `(?<feast>${anyOf(FEAST.keys())})s?`,
].map((text) => new RegExp(`^(?:${text})(?= |$)`));
/** Words of the longest of these. */
const LONGEST = 7;

/** "twenty first", "3 rd", "5". */
function dayOf(text: string): number {
  const [first = '', second = ''] = text.split(' ');
  const tens = second === '' || /^\d/.test(first) ? 0 : (NUMBERS.get(first) ?? 0);
  return tens + (NTHS.get(tens === 0 ? first : second) ?? Number.parseInt(first, 10));
}

/** "3 November", "Nov 3rd", "Friday the 13th of November 2026", "3/11", "2026-11-03", "halloween". */
const date: Slot = (sentence, at) => {
  const named = weekday(sentence, at);
  const from = named === null ? at : at + 1 + (sentence.word(at + 1) === 'the' ? 1 : 0);
  const words = Array.from({ length: LONGEST }, (_, i) => sentence.word(from + i))
    .join(' ')
    .trim();
  const found = WRITTEN.map((pattern) => pattern.exec(words)).find((match) => match !== null);
  if (found?.groups === undefined) return null;
  const { feast, day = '', month: monthText = '', year: yearText } = found.groups;
  const [fixed, ofMonth] = (FEAST.get(feast ?? '') ?? '').split('/').map(Number);
  const numbers = [fixed || dayOf(day), ofMonth ?? MONTHS.get(monthText) ?? Number(monthText)];
  const [first = 0, second = 0] = numbers;
  // 11/22 is American.
  const [ofDay, inMonth] = second > 12 && first <= 12 ? [second, first] : [first, second];
  const inYear = yearText === undefined ? null : (Number(yearText) % 2000) + 2000;
  const isGuessed = inYear === null && /^\d+\//.test(words);
  const value: Make = (today) => {
    const read =
      feast === BLACK_FRIDAY ? lastBlackFriday(today) : newest(ofDay, inMonth, inYear, today);
    const isRight = read !== null && (named === null || weekdayOf(read) === Number(named.value));
    const isNoted = isGuessed && read !== null;
    return daysTime(isRight ? read : null, read, {
      unit: 'day',
      ...(isNoted && { note: `Took the date as ${dateName(read)}.` }),
    });
  };
  return { value, length: from - at + found[0].split(' ').length };
};

/** Without a year the newest, except for one within {@link SOON_DAYS}. */
function newest(day: number, month: number, year: number | null, today: string): string | null {
  const now = Number(today.slice(0, 4));
  if (year !== null) return validDate(year, month, day);
  const latest = addDays(today, SOON_DAYS);
  const dates = [1, 0, -1, -2, -3, -4].map((by) => validDate(now + by, month, day));
  return dates.find((found) => found !== null && found <= latest) ?? null;
}

/** The newest day of a month with this number. */
export function newestOfDay(day: number, latest: string): string | null {
  const [year = 0, month = 1] = latest.split('-').map(Number);
  for (let back = 0; back < 12; back += 1) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const found = validDate(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (found !== null && found <= latest) return found;
  }
  return null;
}

const NTH_HERE = new RegExp(`^(?:${NTH})(?= |$)`);
function nthAt(sentence: Sentence, at: number): { value: number; length: number } | null {
  const words = [0, 1]
    .map((i) => sentence.word(at + i))
    .join(' ')
    .trim();
  const [found] = NTH_HERE.exec(words) ?? [];
  const isPlain = found === undefined || /^\d+$/.test(found);
  return isPlain ? null : { value: dayOf(found), length: found.split(' ').length };
}

/** Which part of a month: 1 to 5, and 0 for the last. */
const nth: Slot = (sentence, at) => {
  if (/^(last|final)$/.test(sentence.word(at))) return { value: 0, length: 1 };
  const found = nthAt(sentence, at);
  return found !== null && found.value <= 5 ? found : null;
};

/** Only looks: nothing follows that a lone "last" could belong to. */
const end: Slot = (sentence, at) =>
  at >= sentence.tokens.length || /^(for|in|by|on|and|at|per)$/.test(sentence.word(at))
    ? { value: null, length: 0 }
    : null;

/** "the fifth", "14th of the month": a day of a month by its number alone. */
const nthPlain: Slot = (sentence, at) => {
  const found = nthAt(sentence, at);
  const next = at + (found?.length ?? 0);
  // "2nd highest" is a place.
  if (
    found === null ||
    /(est|most|least)$|^(half|week|weeks|days|quarter|class|time)$/.test(sentence.word(next))
  )
    return null;
  const isOfMonth = sentence.word(next) === 'of' && sentence.word(next + 2) === 'month';
  return { value: found.value, length: found.length + (isOfMonth ? 3 : 0) };
};
const nthDay: Slot = (sentence, at) => {
  const found = nthPlain(sentence, at);
  return found !== null && (/^\d/.test(sentence.word(at)) || found.length > 3) ? found : null;
};

/** Only looks. */
const many: Slot = (sentence, at) =>
  MANY.test(sentence.word(at)) ? { value: null, length: 0 } : null;

export const SLOTS = {
  many,
  number,
  count,
  nth_day: nthDay,
  nth_plain: nthPlain,
  weekday,
  weekdays,
  month,
  year,
  date,
  nth,
  end,
};
