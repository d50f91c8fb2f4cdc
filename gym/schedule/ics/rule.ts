/** A recurrence rule (RFC 5545, 3.3.10) as far as classes recur: by days, weeks, months and years. */

import type { CalendarTime } from './zones/wall.ts';
import { isReal } from './zones/wall.ts';

export interface RuleDay {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** The how many-th of the month or year, from the end where negative; 0 is every. */
  readonly ordinal: number;
}

export interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly count: number | null;
  /** Last instant that an instance may start at; null is for ever. */
  readonly untilUtcMs: number | null;
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  readonly weeks: readonly number[];
  readonly days: readonly RuleDay[];
  readonly positions: readonly number[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAY = /^([+-]?\d{1,3})?(MO|TU|WE|TH|FR|SA|SU)$/;

/** @param value jCal of the RRULE. @returns null for a rule that is none of these, or whose numbers make no sense. */
export function readRule(value: unknown, start: CalendarTime): Rule | null {
  if (typeof value !== 'object' || value === null) return null;
  const parts = new Map(Object.entries(value));
  const frequency = frequencyOf(parts.get('freq'));
  const days = listOf(parts.get('byday')).map(dayOf);
  const until = untilOf(parts.get('until'), start);
  const numbers = numbersOf(parts);
  if (frequency === null || days.includes(null) || until === undefined || numbers === null) {
    return null;
  }
  return {
    frequency,
    ...numbers,
    untilUtcMs: until,
    weekStart: weekStartOf(parts.get('wkst')),
    days: days.filter((day) => day !== null),
  };
}

function frequencyOf(value: unknown): Rule['frequency'] | null {
  const known = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
  return known.find((frequency) => frequency === value) ?? null;
}

type Numbers = Omit<Rule, 'frequency' | 'untilUtcMs' | 'weekStart' | 'days'>;

function numbersOf(parts: ReadonlyMap<string, unknown>): Numbers | null {
  const within = (key: string, least: number, most: number) => {
    const numbers = listOf(parts.get(key)).map(Number);
    return numbers.every((n) => Number.isInteger(n) && Math.abs(n) >= least && Math.abs(n) <= most)
      ? numbers
      : null;
  };
  const interval = within('interval', 1, 10_000);
  const count = within('count', 1, 100_000);
  const months = within('bymonth', 1, 12);
  const monthDays = within('bymonthday', 1, 31);
  const yearDays = within('byyearday', 1, 366);
  const weeks = within('byweekno', 1, 53);
  const positions = within('bysetpos', 1, 366);
  const hours = within('byhour', 0, 23);
  const minutes = within('byminute', 0, 59);
  if (interval === null || count === null || months === null || monthDays === null) return null;
  if (yearDays === null || weeks === null || positions === null) return null;
  if (hours === null || minutes === null) return null;
  return {
    interval: interval[0] ?? 1,
    count: count[0] ?? null,
    months,
    monthDays,
    yearDays,
    weeks,
    positions,
    hours,
    minutes,
  };
}

/** Undefined where it cannot be read. A date includes its whole day on the wall of the start. */
function untilOf(value: unknown, start: CalendarTime): number | null | undefined {
  if (value === undefined) return null;
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z?))?$/.exec(String(value));
  if (found === null) return undefined;
  const wall = `${found[1]}T${found[2] ?? '23:59:59'}`;
  if (!isReal(wall)) return undefined;
  return found[3] === 'Z' ? Date.parse(`${wall}Z`) : start.clock(wall);
}

function weekStartOf(value: unknown): number {
  // ical.js counts weekdays from Sunday, which is 1.
  if (typeof value === 'number') return ((value + 5) % 7) + 1;
  const index = WEEKDAYS.indexOf(String(value));
  return index < 0 ? 1 : index + 1;
}

function dayOf(value: unknown): RuleDay | null {
  const found = DAY.exec(String(value));
  if (found === null) return null;
  return { weekday: WEEKDAYS.indexOf(found[2] ?? '') + 1, ordinal: Number(found[1] ?? 0) };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
