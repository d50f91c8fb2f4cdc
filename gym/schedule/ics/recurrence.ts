/**
 * Recurrence rules (RFC 5545, 3.3.10) as far as classes recur: by days, weeks, months and years. rrule-temporal finds the
 * dates. It gets times on the wall as if they were UTC: in a zone it drops a time that a change of the clock skips. It
 * has no limit for a whole file, so the work is charged to the budget of the file before it begins.
 */

import { RRuleTemporal } from 'rrule-temporal';
import type { InstantRange } from '../../calendar/zone.ts';
import { type CalendarTime, isReal } from './calendar.ts';

const DAY_MS = 86_400_000;
/** On either side of the window: zones and changes of the clock move a date by one. */
const MARGIN_MS = 2 * DAY_MS;

/** Work that one file may still cost, in periods and instances. */
export interface Budget {
  left: number;
}

const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 } as const;
type Frequency = keyof typeof PERIOD_DAYS;

const ALWAYS = 'DAILY WEEKLY MONTHLY YEARLY';
/** Numbers of a rule: the least and the most without a sign, and the frequencies that they mean something in. */
const LISTS = {
  interval: [1, 10_000, ALWAYS],
  count: [1, 100_000, ALWAYS],
  byMonth: [1, 12, ALWAYS],
  byMonthDay: [1, 31, 'DAILY MONTHLY YEARLY'],
  byYearDay: [1, 366, 'DAILY YEARLY'],
  byWeekNo: [1, 53, 'YEARLY'],
  bySetPos: [1, 366, ALWAYS],
  byHour: [0, 23, ALWAYS],
  byMinute: [0, 59, ALWAYS],
} as const;
const DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;
/** ical.js counts weekdays from Sunday, which is 1. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

type Lists = Partial<Record<Exclude<keyof typeof LISTS, 'interval' | 'count'>, number[]>>;

/** As rrule-temporal has it. */
export type Rule = Lists & {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  readonly wkst: string;
  readonly byDay?: string[];
  /** Last instant that an instance may start at; null is for ever. */
  readonly untilUtcMs: number | null;
};

/** @param value jCal of the RRULE. @returns null for a rule that is none of these, or whose numbers make no sense. */
export function readRule(value: unknown, start: CalendarTime): Rule | null {
  const parts = Object(value) as Readonly<Record<string, unknown>>;
  const freq = String(parts['freq']) as Frequency;
  const numbers = Object.hasOwn(PERIOD_DAYS, freq) ? listsOf(parts, freq) : null;
  if (numbers === null) return null;
  const { interval: [interval = 1] = [], count: [count] = [], ...lists } = numbers;
  const byDay = daysOf(freq, listOf(parts['byday']).map(String), lists, start);
  const untilUtcMs = untilOf(parts['until'], start);
  if (byDay === null || untilUtcMs === undefined) return null;
  return {
    freq,
    interval,
    ...(count !== undefined && { count }),
    wkst: WEEKDAYS[Number(parts['wkst']) - 1] ?? 'MO',
    ...lists,
    ...(byDay.length > 0 && { byDay }),
    untilUtcMs,
  };
}

/** Null where a number makes no sense. */
function listsOf(parts: Readonly<Record<string, unknown>>, freq: Frequency) {
  const lists: Partial<Record<keyof typeof LISTS, number[]>> = {};
  for (const [name, [least, most, where]] of Object.entries(LISTS)) {
    const list = listOf(parts[name.toLowerCase()]).map(Number);
    const isSound = (size: number) => Number.isInteger(size) && size >= least && size <= most;
    if (!list.every((number) => isSound(Math.abs(number)))) return null;
    if (list.length > 0 && where.includes(freq)) lists[name as keyof typeof LISTS] = list;
  }
  return lists;
}

/** The days of a rule; null for combinations that rrule-temporal gets wrong, and no calendar program writes. */
function daysOf(
  freq: Frequency,
  days: readonly string[],
  { byMonth, byMonthDay, byYearDay, byWeekNo }: Lists,
  start: CalendarTime,
): string[] | null {
  if (!days.every((day) => DAY.test(day))) return null;
  const weekdays = days.map((day) => day.slice(-2));
  if (freq === 'DAILY' || freq === 'WEEKLY') return weekdays;
  const chosenBy = [byMonthDay, byYearDay, byWeekNo].filter((list) => list !== undefined).length;
  if (chosenBy > 1 || (byYearDay !== undefined && days.length > 0)) return null;
  if (byWeekNo !== undefined && days.length === 0) {
    return [WEEKDAYS[new Date(`${start.wall}Z`).getUTCDay()] ?? 'MO'];
  }
  if (chosenBy === 1) return weekdays;
  const ordinals = days.filter((day) => day.length > 2);
  const isMixed = ordinals.length > 0 && ordinals.length < days.length;
  const isOfYear = freq === 'YEARLY' && byMonth === undefined;
  return isOfYear && (isMixed || /53/.test(ordinals.join())) ? null : [...days];
}

/** Undefined where it cannot be read. A date includes its whole day on the wall of the start. */
function untilOf(value: unknown, start: CalendarTime): number | null | undefined {
  if (value === undefined) return null;
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z?))?$/.exec(String(value));
  const wall = `${found?.[1]}T${found?.[2] ?? '23:59:59'}`;
  if (!isReal(wall)) return undefined;
  return found?.[3] === 'Z' ? Date.parse(`${wall}Z`) : start.clock(wall);
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

/** What an event and the clock of a zone have in common. */
export interface Recurrence {
  readonly start: CalendarTime;
  readonly rules: readonly Rule[];
  readonly addedTimes: readonly CalendarTime[];
}

/** The start, added times, and all instances that may start in the window; null where the budget ran out. */
export function instantsOf(
  { start, rules, addedTimes }: Recurrence,
  window: InstantRange,
  budget: Budget,
): ReadonlySet<number> | null {
  const instants = new Set([start, ...addedTimes].map(({ utcMs }) => utcMs));
  for (const { untilUtcMs, ...rule } of rules) {
    const lastUtcMs = untilUtcMs ?? Number.POSITIVE_INFINITY;
    const toUtcMs = Math.min(window.toUtcMs, lastUtcMs);
    const walls = wallsOf(rule, start, { fromUtcMs: window.fromUtcMs, toUtcMs }, budget);
    if (walls === null) return null;
    for (const instant of walls.map(start.clock)) if (instant <= lastUtcMs) instants.add(instant);
  }
  return instants;
}

type Pattern = Omit<Rule, 'untilUtcMs'>;

function wallsOf(
  rule: Pattern,
  { wall }: CalendarTime,
  window: InstantRange,
  budget: Budget,
): string[] | null {
  const startMs = Date.parse(`${wall}Z`);
  const fromMs = Math.max(startMs, window.fromUtcMs - MARGIN_MS);
  const toMs = window.toUtcMs + MARGIN_MS;
  if (fromMs > toMs) return [];
  // A count is counted from the start on.
  const cost = costOf(rule, toMs - (rule.count === undefined ? fromMs : startMs));
  budget.left -= cost;
  if (budget.left < 0) return null;
  const dtstart = { timeZoneId: 'UTC', toString: () => `${wall}+00:00[UTC]` };
  try {
    return new RRuleTemporal({ ...rule, maxIterations: 1e9, tzid: 'UTC', dtstart })
      .between(new Date(fromMs), new Date(toMs), true)
      .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 19));
  } catch {
    // Over a million candidates. To set another limit there costs ten times the work.
    return null;
  }
}

/** Periods and instances in so much time, at most. */
function costOf(rule: Pattern, spanMs: number): number {
  const { freq, interval, count, byDay, byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const size = (list: readonly unknown[] | undefined) => Math.max(1, list?.length ?? 0);
  const isOften = byDay?.some((day) => day.length === 2) === true;
  const ofMonth = byMonthDay?.length ?? size(byDay) * (isOften ? 5 : 1);
  const isMonthly = byMonth === undefined && (byMonthDay ?? byDay) !== undefined;
  const byWeek = byWeekNo && byWeekNo.length * size(byDay);
  const yearly = byYearDay?.length ?? byWeek ?? (isMonthly ? 12 : size(byMonth)) * ofMonth;
  const dates = { DAILY: 1, WEEKLY: size(byDay), MONTHLY: ofMonth, YEARLY: yearly }[freq];
  const periods = Math.ceil(spanMs / (PERIOD_DAYS[freq] * DAY_MS * interval)) + 1;
  // Where every period has an instance, the count is reached after so many.
  const filters = Object.keys(rule).filter((part) => /^by(?!Hour|Minute)/.test(part));
  const isWeekly = freq === 'WEEKLY' && filters.every((part) => part === 'byDay');
  const isDense = isWeekly || (freq === 'DAILY' && filters.length === 0);
  const most = Math.min(periods, ((isDense ? count : undefined) ?? periods) + 1);
  return most * (1 + dates * size(rule.byHour) * size(rule.byMinute));
}
