/** Numbers, days and lists in words. */

import { addDays } from '../../gym/calendar/zone.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import { date } from '../../web/words/format.ts';

/** `83.5%`. */
export function percent(rate: number | null): string {
  return rate === null ? 'unknown' : `${plain(hundredfold(rate), 1)}%`;
}

/** Rates have four digits: 0.0055 is 0.55 and not 0.5499…, which would be told as 0.5. */
function hundredfold(rate: number): number {
  return Math.round(rate * 1_000_000) / 10_000;
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

/** `Tue 17 Nov 2026`. */
export function dateText(day: string): string {
  return `${date(day, 'weekday').slice(0, 3)} ${dayText(day)} ${day.slice(0, 4)}`;
}

/** `17 Nov`, with three letters of every month. */
export function dayText(day: string): string {
  return date(day, 'year').replace(/^(\d+ ...).*/, '$1');
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
