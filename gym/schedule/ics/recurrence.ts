/**
 * Recurrence rules (RFC 5545, 3.3.10) as far as classes recur: by days, weeks, months and years. rrule-temporal finds the
 * dates. It gets times on the wall as if they were UTC: in a zone it drops a time that a change of the clock skips. It
 * has no limit for a whole file, so the work is charged to the budget of the file before it begins.
 */

import { RRuleTemporal } from 'rrule-temporal';
import type { InstantRange } from '../../calendar/zone.ts';
import { type CalendarTime, isReal } from './wall.ts';

const DAY_MS = 86_400_000;
/** On either side of the window: zones and changes of the clock move a date by one. */
const MARGIN_MS = 2 * DAY_MS;
/** Work that one file may cost, in periods and instances. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Whether the work may be done. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 } as const;
type Frequency = keyof typeof PERIOD_DAYS;

/** Lists of numbers: the least and the most without a sign, and the frequencies that they mean something in. */
const LISTS = {
  byMonth: [1, 12, 'DAILY WEEKLY MONTHLY YEARLY'],
  byMonthDay: [1, 31, 'DAILY MONTHLY YEARLY'],
  byYearDay: [1, 366, 'DAILY YEARLY'],
  byWeekNo: [1, 53, 'YEARLY'],
  bySetPos: [1, 366, 'DAILY WEEKLY MONTHLY YEARLY'],
  byHour: [0, 23, 'DAILY WEEKLY MONTHLY YEARLY'],
  byMinute: [0, 59, 'DAILY WEEKLY MONTHLY YEARLY'],
} as const;
const DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;
/** ical.js counts weekdays from Sunday, which is 1. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

type Lists = Partial<Record<keyof typeof LISTS, number[]>>;

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
  if (typeof value !== 'object' || value === null) return null;
  const parts = new Map<string, unknown>(Object.entries(value));
  const freq = String(parts.get('freq')) as Frequency;
  if (!Object.hasOwn(PERIOD_DAYS, freq)) return null;
  const lists = listsOf(parts, freq);
  const byDay = lists && daysOf(freq, listOf(parts.get('byday')).map(String), lists, start);
  const interval = numbersOf(parts.get('interval'), 1, 10_000);
  const count = numbersOf(parts.get('count'), 1, 100_000);
  const untilUtcMs = untilOf(parts.get('until'), start);
  if (byDay === null || interval === null || count === null) return null;
  if (untilUtcMs === undefined) return null;
  return {
    freq,
    interval: interval[0] ?? 1,
    ...(count[0] !== undefined && { count: count[0] }),
    wkst: WEEKDAYS[Number(parts.get('wkst')) - 1] ?? 'MO',
    ...lists,
    ...(byDay.length > 0 && { byDay }),
    untilUtcMs,
  };
}

/** Null where a number makes no sense. */
function listsOf(parts: ReadonlyMap<string, unknown>, freq: Frequency): Lists | null {
  const lists: Lists = {};
  for (const [name, [least, most, where]] of Object.entries(LISTS)) {
    const list = numbersOf(parts.get(name.toLowerCase()), least, most);
    if (list === null) return null;
    if (list.length > 0 && where.includes(freq)) lists[name as keyof Lists] = list;
  }
  return lists;
}

function numbersOf(value: unknown, least: number, most: number): number[] | null {
  const list = listOf(value).map(Number);
  const isSound = (size: number) => Number.isInteger(size) && size >= least && size <= most;
  return list.every((number) => isSound(Math.abs(number))) ? list : null;
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

/** Walls of all instances that may start in the window, the start itself among them; null where the budget ran out. */
export function occurrencesOf(
  { untilUtcMs, ...rule }: Rule,
  start: CalendarTime,
  window: InstantRange,
  budget: Budget,
): string[] | null {
  const startMs = Date.parse(`${start.wall}Z`);
  const fromMs = Math.max(startMs, window.fromUtcMs - MARGIN_MS);
  const toMs = Math.min(window.toUtcMs, untilUtcMs ?? Number.POSITIVE_INFINITY) + MARGIN_MS;
  if (fromMs > toMs) return [start.wall];
  // A count is counted from the start on.
  if (!budget.spend(costOf(rule, toMs - (rule.count === undefined ? fromMs : startMs))))
    return null;
  const walls = datesOf(rule, start.wall, new Date(fromMs), new Date(toMs));
  const isOver = (wall: string) => untilUtcMs !== null && start.clock(wall) > untilUtcMs;
  return walls && [...new Set([start.wall, ...walls.filter((wall) => !isOver(wall))])];
}

type Pattern = Omit<Rule, 'untilUtcMs'>;

function datesOf(rule: Pattern, startWall: string, from: Date, to: Date): string[] | null {
  const dtstart = { timeZoneId: 'UTC', toString: () => `${startWall}+00:00[UTC]` };
  try {
    return new RRuleTemporal({ ...rule, maxIterations: 1e9, tzid: 'UTC', dtstart })
      .between(from, to, true)
      .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 19));
  } catch {
    // Over a million candidates. To set another limit there costs ten times the work.
    return null;
  }
}

/** Periods and instances in so much time, at most. */
function costOf(rule: Pattern, spanMs: number): number {
  const { freq, interval, count, byDay = [], byMonth } = rule;
  const size = (part: keyof Lists | 'byDay') => Math.max(1, rule[part]?.length ?? 0);
  const isOften = byDay.some((day) => day.length === 2);
  const ofMonth = rule.byMonthDay?.length ?? size('byDay') * (isOften ? 5 : 1);
  const isMonthly = byMonth === undefined && (rule.byMonthDay ?? rule.byDay) !== undefined;
  const ofYear = (isMonthly ? 12 : size('byMonth')) * ofMonth;
  const byWeek = rule.byWeekNo && rule.byWeekNo.length * size('byDay');
  const yearly = rule.byYearDay?.length ?? byWeek ?? ofYear;
  const dates = { DAILY: 1, WEEKLY: size('byDay'), MONTHLY: ofMonth, YEARLY: yearly }[freq];
  const periods = Math.ceil(spanMs / (PERIOD_DAYS[freq] * DAY_MS * interval)) + 1;
  // Where every period has an instance, the count is reached after so many.
  const filters = Object.keys(rule).filter((part) => /^by(?!Hour|Minute)/.test(part));
  const isWeekly = freq === 'WEEKLY' && filters.every((part) => part === 'byDay');
  const isDense = isWeekly || (freq === 'DAILY' && filters.length === 0);
  const most = isDense ? count : undefined;
  return Math.min(periods, (most ?? periods) + 1) * (1 + dates * size('byHour') * size('byMinute'));
}
