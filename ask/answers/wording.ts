/** Numbers, days and lists in words. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { WEEKDAYS } from '../../gym/figures/dimensions.ts';
import type { DateRange } from '../../gym/reports/period.ts';

/** 1 is January. */
export const MONTH_NAMES =
  ' January February March April May June July August September October November December'.split(
    ' ',
  );

/** `83.5%`. */
export function percent(rate: number | null): string {
  return rate === null ? 'unknown' : `${plain(hundredfold(rate), 1)}%`;
}

/** Rates have four digits: 0.0055 is 0.55 and not 0.5499…, which would be told as 0.5. */
function hundredfold(rate: number): number {
  return Math.round(rate * 1_000_000) / 10_000;
}

/** `1 class`, `1,204 people`; the plural is with an s where none is said. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${plain(count, 2)} ${count === 1 ? one : many}`;
}

export function classes(count: number): string {
  return counted(count, 'class', 'classes');
}

export function people(count: number): string {
  return counted(count, 'person', 'people');
}

/** `1,204.5`: at most `digits` behind the point. */
export function plain(value: number, digits: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits });
}

/** `£1,204.50`; a bare number where the currency is not known. */
export function money(amount: number | null, currency: string | null): string {
  if (amount === null) return 'unknown';
  return currency === null
    ? plain(amount, 2)
    : amount.toLocaleString('en-GB', { style: 'currency', currency });
}

/** 1 is Monday. */
export function weekdayName(weekday: number): string {
  return sentence(WEEKDAYS[weekday - 1] ?? '');
}

/** `Tue 17 Nov 2026`. */
export function dateText(date: string): string {
  return `${weekdayName(weekdayOf(date)).slice(0, 3)} ${dayText(date)} ${date.slice(0, 4)}`;
}

/** `17 Nov`. */
export function dayText(date: string): string {
  return `${Number(date.slice(8, 10))} ${MONTH_NAMES[Number(date.slice(5, 7))]?.slice(0, 3)}`;
}

/** `from Thu 8 Oct to Wed 18 Nov 2026`, `on Tue 17 Nov 2026`, `today (Wed 18 Nov 2026)`. */
export function rangeText(days: DateRange, today: string): string {
  const span = spanText(days, today);
  if (days.from !== days.to) return `from ${span}`;
  return span.includes('(') ? span : `on ${span}`;
}

/** `Thu 8 Oct to Wed 18 Nov 2026`, `Tue 17 Nov 2026`, `today (Wed 18 Nov 2026)`. */
export function spanText({ from, to }: DateRange, today: string): string {
  if (from !== to) {
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    return `${isOneYear ? dateText(from).slice(0, -5) : dateText(from)} to ${dateText(to)}`;
  }
  const word = [-1, 0, 1].findIndex((days) => from === addDays(today, days));
  const name = ['yesterday', 'today', 'tomorrow'][word];
  return name === undefined ? dateText(from) : `${name} (${dateText(from)})`;
}

/** `12 Oct to 22 Nov 2026`, `21 Nov 2026`. */
export function spanOf({ from, to }: DateRange): string {
  if (from === to) return `${dayText(to)} ${to.slice(0, 4)}`;
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : ` ${from.slice(0, 4)}`;
  return `${dayText(from)}${year} to ${dayText(to)} ${to.slice(0, 4)}`;
}

/** `A, B and C`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** `18:30` of an instant with the gym's offset. */
export function timeText(instant: string): string {
  return instant.slice(11, 16);
}

/** The first letter as a sentence has it. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
