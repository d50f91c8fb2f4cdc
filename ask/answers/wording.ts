import { addDays } from '../../gym/calendar/zone.ts';
import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { NULL_REASONS, type RowFigures } from '../../gym/figures/measures.ts';
import { wordOf } from '../read/phrase.ts';

/** Figures, dates and times in words. Unknown is said as unknown: nothing here makes a 0 of it. */

const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;
/** Below it prose does not speak of a change. Chosen here: half of the last digit that is told. */
const UNSEEN = 0.0005;

/** `83.5%`. */
export function percent(rate: number | null): string {
  return rate === null ? 'unknown' : `${plain(hundredfold(rate), 1)}%`;
}

/** `83.5% full`. */
export function full(rate: number | null): string {
  return rate === null ? 'of unknown fill' : `${percent(rate)} full`;
}

/** `3 points up`: a change of a rate. */
export function points(difference: number): string {
  return pointsBy(difference, ['unchanged', 'up', 'down']);
}

/** `3 points higher`: of one beside another. */
export function pointsBeside(difference: number): string {
  return pointsBy(difference, ['the same', 'higher', 'lower']);
}

type Ways = readonly [none: string, up: string, down: string];

function pointsBy(difference: number, [none, up, down]: Ways): string {
  if (Math.abs(difference) < UNSEEN) return none;
  const size = plain(hundredfold(Math.abs(difference)), 1);
  return `${counted(Number(size), 'point')} ${difference > 0 ? up : down}`;
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
  return WEEKDAY_NAMES[weekday - 1] ?? 'Sunday';
}

/** 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** `Tue 17 Nov 2026`. */
export function dateText(date: string): string {
  return `${weekdayName(weekdayOf(date)).slice(0, 3)} ${dayText(date)} ${date.slice(0, 4)}`;
}

/** `17 Nov`. */
export function dayText(date: string): string {
  return `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''}`;
}

/** `8 Oct – 18 Nov 2026`, `18 Nov 2026`: above a picture. */
export function daysText({ from, to }: Days): string {
  const last = `${dayText(to)} ${to.slice(0, 4)}`;
  if (from === to) return last;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${dayText(from)}${isOneYear ? '' : ` ${from.slice(0, 4)}`} – ${last}`;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** `from Thu 8 Oct to Wed 18 Nov 2026`, `on Tue 17 Nov 2026`, `today (Wed 18 Nov 2026)`. */
export function rangeText(days: Days, today: string): string {
  const span = spanText(days, today);
  if (days.from !== days.to) return `from ${span}`;
  return span.includes('(') ? span : `on ${span}`;
}

/** `Thu 8 Oct to Wed 18 Nov 2026`, `Tue 17 Nov 2026`, `today (Wed 18 Nov 2026)`. */
export function spanText({ from, to }: Days, today: string): string {
  if (from !== to) {
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    return `${isOneYear ? dateText(from).slice(0, -5) : dateText(from)} to ${dateText(to)}`;
  }
  const word = [-1, 0, 1].findIndex((days) => from === addDays(today, days));
  const name = ['yesterday', 'today', 'tomorrow'][word];
  return name === undefined ? dateText(from) : `${name} (${dateText(from)})`;
}

/** `12 Oct to 22 Nov 2026`, `21 Nov 2026`. */
export function spanOf({ from, to }: Days): string {
  if (from === to) return `${dayText(to)} ${to.slice(0, 4)}`;
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : ` ${from.slice(0, 4)}`;
  return `${dayText(from)}${year} to ${dayText(to)} ${to.slice(0, 4)}`;
}

/** `A, B and C`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Days in a range, both ends included. */
export function daysIn({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** `18:30` of an instant with the gym's offset. */
export function timeText(instant: string): string {
  return instant.slice(11, 16);
}

/** The first letter as a sentence has it. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Figures in words: each with its unit, a rate of bookings with what it is of. Unknown is said as unknown, with the reason. */

/** `31`, `7.7%`, `£120.00`: without a unit where the sentence has the name. */
export function bare(measure: MeasureName, value: number, currency: string | null): string {
  switch (MEASURES[measure].unit) {
    case 'rate':
      return measure === 'trend' ? signedPoints(value) : percent(value);
    case 'money':
      return money(value, currency);
    case 'index':
      return plain(value, 2);
    default:
      return plain(value, 1);
  }
}

function signedPoints(value: number): string {
  const points = plain(Math.round(value * 10_000) / 100, 1);
  return `${value > 0 ? '+' : ''}${points} points`;
}

/** `31 no-shows`, `fill rate 64.1%`, `revenue unknown (no price)`. */
export function told(measure: MeasureName, row: RowFigures, currency: string | null): string {
  const value = row[measure] ?? null;
  if (value === null) return `${wordOf(measure)} unknown${whyNot(measure, row)}`;
  return `${boundOf(measure, value, row)}${named(measure, value, currency)}`;
}

/** No-shows that are not all of a roster are a lower bound: walk-ins hide some. */
function boundOf(measure: MeasureName, value: number, { basis }: RowFigures): string {
  const isBound = measure === 'no_shows' && value > 0 && basis?.no_shows !== 'roster';
  return isBound ? 'at least ' : '';
}

function whyNot(measure: MeasureName, { reasons }: RowFigures): string {
  const reason = reasons?.[measure];
  if (reason === undefined) return '';
  const why = NULL_REASONS[reason].replace(/\.$/, '');
  return ` (${why.slice(0, 1).toLowerCase()}${why.slice(1)})`;
}

function named(measure: MeasureName, value: number, currency: string | null): string {
  switch (measure) {
    case 'attended':
      return people(value);
    case 'sessions':
      return classes(value);
    case 'booked':
      return counted(value, 'booking');
    case 'no_shows':
      return counted(value, 'no-show');
    case 'walk_ins':
      return counted(value, 'walk-in');
    case 'late_cancels':
      return counted(value, 'late cancel');
    case 'waitlisted':
      return `${plain(value, 0)} on the waitlist`;
    case 'capacity':
      return counted(value, 'place');
    case 'empty_seats':
      return counted(value, 'empty place');
    case 'cancelled':
      return `${classes(value)} cancelled`;
    case 'over_capacity':
      return `${classes(value)} over capacity`;
    case 'held':
      return `${classes(value)} held`;
    case 'fill_rate':
      return `${percent(value)} full`;
    case 'average_attendance':
      return `${plain(value, 1)} people a class on average`;
    default:
      return `${wordOf(measure)} ${bare(measure, value, currency)}`;
  }
}

/** `, 7.7% of all (790 before, 22 up)`. */
export function beside(measure: MeasureName, row: RowFigures, currency: string | null): string {
  const part = row.share?.[measure] ?? null;
  return `${part === null ? '' : `, ${percent(part)} of all`}${beforeText(measure, row, currency)}`;
}

function beforeText(measure: MeasureName, row: RowFigures, currency: string | null): string {
  if (row.previous === undefined) return '';
  const before = row.previous[measure] ?? null;
  if (before === null) return ' (unknown before)';
  const change = row.change?.[measure] ?? null;
  const how = change === null ? '' : `, ${changeText(measure, change, currency)}`;
  return ` (${bare(measure, before, currency)} before${how})`;
}

function changeText(measure: MeasureName, change: number, currency: string | null): string {
  if (change === 0) return 'unchanged';
  const size =
    MEASURES[measure].unit === 'rate'
      ? counted(Number(plain(Math.round(Math.abs(change) * 10_000) / 100, 1)), 'point')
      : bare(measure, Math.abs(change), currency);
  return `${size} ${change > 0 ? 'up' : 'down'}`;
}
