/**
 * Recurrence rules (RFC 5545, 3.3.10) as far as classes recur: by days, weeks, months and years. ical.js reads them, and
 * rrule-temporal finds the dates. It gets times on the wall as if they were UTC: in a zone it drops a time that a change
 * of the clock skips. What a file may cost is bounded by the thread that reads it.
 */

import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import type { InstantRange } from '../../calendar/zone.ts';
import { RowFault } from '../faults.ts';
import { brokenProperty, type CalendarTime, type Property, wallOf } from './calendar.ts';

const DAY_MS = 86_400_000;
/** On either side of the window: zones and changes of the clock move a date by one. */
const MARGIN_MS = 2 * DAY_MS;

interface Rule {
  readonly freq: string;
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
  const freq = String(parts['freq']);
  const isKnown = /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(freq) && !isMisread(parts);
  const untilUtcMs = untilOf(until, start);
  if (!isKnown || untilUtcMs === null) {
    throw brokenProperty(property, 'a rule of days, weeks, months or years');
  }
  const isOfWeeks = parts['byweekno'] !== undefined && parts['byday'] === undefined;
  const day = isOfWeeks && WEEKDAYS[new Date(`${start.wall}Z`).getUTCDay()];
  const whole = day ? { ...parts, byday: day } : parts;
  return { freq, text: String(ICAL.Recur.fromData(whole)), untilUtcMs };
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
 * The start, added times, and all instances that may start in the window. Throws {@link RowFault} for a rule that has more
 * candidates than rrule-temporal looks at, a million.
 */
export function instantsOf({ start, rules, addedTimes }: Recurrence, window: InstantRange) {
  const instants = new Set([start, ...addedTimes].map(({ utcMs }) => utcMs));
  for (const { text, untilUtcMs } of rules) {
    const from = Math.max(Date.parse(`${start.wall}Z`), window.fromUtcMs - MARGIN_MS);
    const to = Math.min(window.toUtcMs, untilUtcMs) + MARGIN_MS;
    for (const wall of from > to ? [] : wallsOf(text, start.wall, from, to)) {
      const instant = start.clock(wall);
      if (instant <= untilUtcMs) instants.add(instant);
    }
  }
  return instants;
}

function wallsOf(rule: string, start: string, fromMs: number, toMs: number): string[] {
  const dtstart = { timeZoneId: 'UTC', toString: () => `${start}+00:00[UTC]` };
  try {
    return new RRuleTemporal({ rruleString: rule, maxIterations: 1e9, tzid: 'UTC', dtstart })
      .between(new Date(fromMs), new Date(toMs), true)
      .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 19));
  } catch {
    throw new RowFault('RRULE', 'a series of fewer instances', rule);
  }
}
