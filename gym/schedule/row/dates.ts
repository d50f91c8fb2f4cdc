/** Dates and days of the week as people and programs write them. Which of `03/04` is the month is decided for a whole file. */

import type { CalendarDate } from '../../calendar/zone.ts';
import type { FaultLog } from '../entry-list.ts';
import { foldText } from './text.ts';

/** Whether the day or the month comes first where both are numbers. */
export type DateOrder = 'dmy' | 'mdy';

/** A date that a text begins with, and the text after it. */
export interface LeadingDate {
  readonly date: CalendarDate;
  readonly rest: string;
}

const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+(?=[\dA-Za-z])/i;
const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const BASIC = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/;
const DAY_FIRST = /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/;
const MONTH_FIRST = /^(?<month>\d{1,2})([-/])(?<day>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/;
const DAY_NAME =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<name>\p{L}{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})(?!\d)/u;
const NAME_DAY =
  /^(?<name>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)/u;
/** The first that fits decides. Dots stand between days and months, in this order, everywhere. */
const FORMS = {
  dmy: [YEAR_FIRST, BASIC, DAY_FIRST, DAY_NAME, NAME_DAY],
  mdy: [YEAR_FIRST, BASIC, MONTH_FIRST, DAY_FIRST, DAY_NAME, NAME_DAY],
} as const;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date at the begin of a text, `2026-03-29`; null where there is none or it is not in the calendar. */
export function leadingDate(text: string, order: DateOrder): LeadingDate | null {
  const clean = text.trim().replace(WEEKDAY, '');
  const form = FORMS[order].find((each) => each.test(clean));
  const found = form?.exec(clean);
  if (!found?.groups) return null;
  const { year = '', month, day, name = '' } = found.groups;
  const number = month ?? MONTHS.indexOf(foldText(name).slice(0, 3)) + 1;
  const date = calendarDate(
    Number(year.length === 2 ? `20${year}` : year),
    Number(number),
    Number(day),
  );
  return date === null ? null : { date, rest: clean.slice(found[0].length).trim() };
}

/** What a text says of the order of its column; null where it fits both or is not written with numbers. */
function orderSaidBy(text: string): DateOrder | null {
  const [found, first, mark, second] = DAY_FIRST.exec(text.trim().replace(WEEKDAY, '')) ?? [];
  if (found === undefined) return null;
  if (mark === '.' || Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : null;
}

function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}

/**
 * Zones of the countries that write the month first: the United States with their islands, Canada (where both are in
 * use; exports of the US systems that gyms use there write the month first) and the Philippines. Source: CLDR date
 * patterns en-US, fil-PH; zone.tab of the IANA data base for the names.
 */
const MONTH_FIRST_ZONES = new RegExp(
  `^(?:US/.*|Canada/.*|EST|MST|HST|EST5EDT|CST6CDT|MST7MDT|PST8PDT|Asia/Manila|Pacific/(?:Honolulu|Guam|Saipan|Pago_Pago|Midway|Wake|Johnston)|America/(?:${[
    'New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Boise|Detroit|Indianapolis|Louisville|Menominee|Nome|Sitka',
    'Juneau|Yakutat|Metlakatla|Adak|Shiprock|Fort_Wayne|Knox_IN|(?:Indiana|Kentucky|North_Dakota)/.*|Puerto_Rico',
    'St_Thomas|Virgin|Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|St_Johns|Regina|Moncton|Goose_Bay',
    'Glace_Bay|Iqaluit|Rankin_Inlet|Resolute|Yellowknife|Inuvik|Whitehorse|Dawson|Dawson_Creek|Fort_Nelson',
    'Cambridge_Bay|Swift_Current|Thunder_Bay|Nipigon|Rainy_River|Pangnirtung|Creston|Blanc-Sablon|Atikokan',
  ].join('|')}))$`,
);

/**
 * The order that the dates of a file have. Where they disagree the majority decides, and the rows that do not fit are
 * faults of their own. Where no date decides, the zone's country does, and the file gets a fault.
 */
export function decideDateOrder(
  texts: readonly string[],
  timezone: string,
  faults: FaultLog,
): DateOrder {
  const said = texts.map(orderSaidBy);
  const dayFirst = said.filter((order) => order === 'dmy').length;
  const monthFirst = said.filter((order) => order === 'mdy').length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dmy' : 'mdy';
  const order = MONTH_FIRST_ZONES.test(timezone) ? 'mdy' : 'dmy';
  // Day and month could be exchanged.
  const doubtful = texts.find(
    (text, at) =>
      said[at] === null && leadingDate(text, 'dmy')?.date !== leadingDate(text, 'mdy')?.date,
  );
  if (doubtful !== undefined) {
    faults.ignored({
      line: null,
      field: 'date',
      expected: 'dates of which one tells the day from the month',
      got: `${doubtful}, taken as ${order === 'dmy' ? 'day/month' : 'month/day'} as usual in ${timezone}`,
    });
  }
  return order;
}

/** The first language wins: some short forms mean different days in two languages. */
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
