/** Days of the week as people write them, in the languages of the calendars that ICU knows. */

import { foldText } from '../fold.ts';

/** First come, first kept: a short form that two languages have for two days is the first one's. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const DAY_MS = 86_400_000;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
/** Short forms of people that ICU has not. */
const OTHERS = { tues: 2, weds: 3, thur: 4, thurs: 4 } as const;

const DAYS = weekdayNames();

function weekdayNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day += 1) {
        const name = foldText(format.format(MONDAY + (day - 1) * DAY_MS));
        if (!names.has(name)) names.set(name, day);
      }
    }
  }
  for (const [name, day] of Object.entries(OTHERS)) names.set(name, day);
  return names;
}

/** 1 is Monday, 7 is Sunday; null for what is no day. `Mondays` and `montags` are days too. */
export function weekdayNamed(word: string): number | null {
  const folded = foldText(word);
  return DAYS.get(folded) ?? DAYS.get(folded.replace(/s$/, '')) ?? null;
}

/** The days of `Mon, Wed & Fri`, `Mo–Fr` or `Monday`; null where a word is none. */
export function readWeekdays(text: string): number[] | null {
  const days = new Set<number>();
  for (const part of text.split(/\s*(?:[,;/&+]|\b(?:and|und|et|y|e|en)\b)\s*/iu)) {
    const ends = weekdayNamed(part);
    if (ends !== null) {
      days.add(ends);
      continue;
    }
    const [first, last, ...more] = part
      .split(/\s*(?:-|–|—|\b(?:to|bis|a|au)\b)\s*/iu)
      .map(weekdayNamed);
    if (first == null || last == null || more.length > 0) return null;
    for (let day = first; ; day = (day % 7) + 1) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days.size === 0 ? null : [...days].toSorted();
}
