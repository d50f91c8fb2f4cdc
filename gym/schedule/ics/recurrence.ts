/**
 * Recurrence rules (RFC 5545, 3.3.10) as far as classes recur: by days, weeks, months and years. ical.js reads them, and
 * rrule-temporal finds the dates. It gets times on the wall as if they were UTC: in a zone it drops a time that a change
 * of the clock skips. It has no limit for a whole file, so the work is charged to the budget of the file before it begins.
 */

import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import type { InstantRange } from '../../calendar/zone.ts';
import { RowFault } from '../faults.ts';
import { brokenProperty, type CalendarTime, type Property, wallOf } from './calendar.ts';

const DAY_MS = 86_400_000;
/** On either side of the window: zones and changes of the clock move a date by one. */
const MARGIN_MS = 2 * DAY_MS;

/** Work that one file may still cost, in periods and instances. */
export interface Budget {
  left: number;
}

const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 } as const;

interface Rule {
  readonly freq: keyof typeof PERIOD_DAYS;
  readonly parts: Parts;
  /** Without its UNTIL. */
  readonly text: string;
  /** Last instant that an instance may start at; infinite for ever. */
  readonly untilUtcMs: number;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A rule by its parts in lower case, as jCal has it. */
type Parts = Readonly<Record<string, unknown>>;

/** Throws {@link RowFault} for another rule, and for one that makes no sense. */
export function readRule(property: Property, start: CalendarTime): Rule {
  const { until, ...parts } = Object(property.values[0]) as Parts;
  const freq = String(parts['freq']) as Rule['freq'];
  const isKnown = Object.hasOwn(PERIOD_DAYS, freq) && !isMisread(parts);
  const untilUtcMs = untilOf(until, start);
  if (!isKnown || untilUtcMs === null) {
    throw brokenProperty(property, 'a rule of days, weeks, months or years');
  }
  const isOfWeeks = parts['byweekno'] !== undefined && parts['byday'] === undefined;
  const day = isOfWeeks && WEEKDAYS[new Date(`${start.wall}Z`).getUTCDay()];
  const whole = day ? { ...parts, byday: day } : parts;
  return { freq, parts, text: String(ICAL.Recur.fromData(whole)), untilUtcMs };
}

/** Combinations that rrule-temporal gets wrong, and no calendar program writes. */
function isMisread({ freq, byday, bymonth, bymonthday, byyearday, byweekno }: Parts): boolean {
  const chosenBy = [bymonthday, byyearday, byweekno, byyearday && byday];
  const days = [byday ?? []].flat().join();
  const isMixed = /\d/.test(days) && /(?:^|,)\D/.test(days.replaceAll('-', ''));
  return (
    chosenBy.filter((list) => list !== undefined).length > 1 ||
    (freq === 'YEARLY' && bymonth === undefined && isMixed)
  );
}

/** Null where it cannot be read. A date includes its whole day on the wall of the start. */
function untilOf(value: unknown, { clock }: CalendarTime): number | null {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  const [, date, time = '23:59:59', zulu] = wallOf(value) ?? [];
  if (date === undefined) return null;
  return zulu === 'Z' ? Date.parse(`${date}T${time}Z`) : clock(`${date}T${time}`);
}

/** What an event and the clock of a zone have in common. */
interface Recurrence {
  readonly start: CalendarTime;
  readonly rules: readonly Rule[];
  readonly addedTimes: readonly CalendarTime[];
}

/**
 * The start, added times, and all instances that may start in the window. Throws {@link RowFault} where the budget runs
 * out, and for a rule that has more candidates than rrule-temporal looks at, a million.
 */
export function instantsOf(
  { start, rules, addedTimes }: Recurrence,
  window: InstantRange,
  budget: Budget,
) {
  const instants = new Set([start, ...addedTimes].map(({ utcMs }) => utcMs));
  const startMs = Date.parse(`${start.wall}Z`);
  for (const rule of rules) {
    const from = Math.max(startMs, window.fromUtcMs - MARGIN_MS);
    const to = Math.min(window.toUtcMs, rule.untilUtcMs) + MARGIN_MS;
    if (from > to) continue;
    // A count is counted from the start on.
    budget.left -= costOf(rule, to - (rule.parts['count'] === undefined ? from : startMs));
    if (budget.left < 0) throw tooMany(rule);
    for (const wall of wallsOf(rule, start.wall, from, to)) {
      const instant = start.clock(wall);
      if (instant <= rule.untilUtcMs) instants.add(instant);
    }
  }
  return instants;
}

/** Periods and instances in so much time, at most. */
function costOf({ freq, parts }: Rule, spanMs: number): number {
  const size = (...names: string[]) =>
    names.reduce((product, name) => product * Math.max(1, [parts[name] ?? []].flat().length), 1);
  const days = String(parts['byday'] ?? '');
  const isOften = /(?:^|,)[A-Z]/.test(days) && parts['bymonthday'] === undefined;
  const ofMonth = size('byday', 'bymonthday') * (isOften ? 5 : 1);
  const ofYear = size('bymonth', 'byweekno', 'byyearday') * ofMonth;
  const isMonthly =
    parts['bymonth'] === undefined && (isOften || parts['bymonthday'] !== undefined);
  const dates = {
    DAILY: 1,
    WEEKLY: size('byday'),
    MONTHLY: ofMonth,
    YEARLY: ofYear * (isMonthly ? 12 : 1),
  }[freq];
  const spanDays = spanMs / DAY_MS;
  const periods = Math.ceil(spanDays / (PERIOD_DAYS[freq] * Number(parts['interval'] ?? 1))) + 1;
  const isDense = freq === 'DAILY' || freq === 'WEEKLY';
  const most = isDense ? Math.min(periods, Number(parts['count'] ?? periods) + 1) : periods;
  return most * (1 + dates * size('byhour', 'byminute', 'bysecond'));
}

function wallsOf({ text, ...rule }: Rule, start: string, fromMs: number, toMs: number): string[] {
  const dtstart = { timeZoneId: 'UTC', toString: () => `${start}+00:00[UTC]` };
  try {
    return new RRuleTemporal({ rruleString: text, maxIterations: 1e9, tzid: 'UTC', dtstart })
      .between(new Date(fromMs), new Date(toMs), true)
      .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 19));
  } catch {
    throw tooMany({ text, ...rule });
  }
}

function tooMany({ text }: Rule): RowFault {
  return new RowFault('RRULE', 'fewer and simpler series: the limit of a file is reached', text);
}
