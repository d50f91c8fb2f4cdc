/**
 * What a TZID of a calendar means: a zone of the IANA data base, or the rules that the calendar brings for it (RFC 5545,
 * 3.6.5). ical.js is not asked for those: of a time that comes twice it takes the second.
 */

import { findIana } from 'windows-iana';
import { instantOf, offsetMs } from '../../calendar/zone.ts';
import { type FaultLog, RowFault } from '../faults.ts';
import {
  type CalendarComponent,
  type ClockOf,
  type ContentLine,
  textAt,
  timesOf,
  vitalProperty,
  type WallClock,
} from './calendar.ts';
import { type Budget, instantsOf, readRule } from './recurrence.ts';

/**
 * Looks names up, best first: a name of the IANA data base, one with a prefix as Mozilla and Evolution write it, the
 * IANA name that the calendar's own definition carries, a name of Windows, the rules of the definition. A name that
 * means nothing is one fault, and is taken as the gym's zone.
 */
export function zonesOf(
  components: readonly CalendarComponent[],
  gymTimezone: string,
  budget: Budget,
  faults: FaultLog,
): ClockOf {
  const gymClock: WallClock = (wall) => instantOf(gymTimezone, wall);
  const zones = components.filter(({ name }) => name === 'VTIMEZONE');
  const find = (name: string, line: number): WallClock => {
    const zone = zones.findLast(({ lines }) => textAt(lines, 'TZID') === name);
    const location = zone === undefined ? null : textAt(zone.lines, 'X-LIC-LOCATION');
    // `/mozilla.org/20050126_1/Europe/London`
    const bare = name.startsWith('/') ? name.split('/').slice(-2).join('/') : null;
    const iana = [name, bare, location, findIana(name)[0]].find(isIana);
    if (iana !== undefined) return (wall) => instantOf(iana, wall);
    try {
      if (zone !== undefined) return readZone(zone.lines, budget);
      const expected =
        'a time zone of the IANA database, of Windows, or one that the calendar defines';
      throw new RowFault('TZID', expected, name);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const got = `${error.got}, taken as ${gymTimezone}`;
      faults.ignored(zone?.line ?? line, 'TZID', error.expected, got);
      return gymClock;
    }
  };
  const clocks = new Map<string, WallClock>();
  return (name, line) => {
    if (name === null) return gymClock;
    const clock = clocks.get(name) ?? find(name, line);
    clocks.set(name, clock);
    return clock;
  };
}

function isIana(name: string | null | undefined): name is string {
  try {
    return typeof name === 'string' && Number.isFinite(offsetMs(name, 0));
  } catch {
    // Temporal throws a RangeError for a name that it does not know.
    return false;
  }
}

/** The years that classes can be in. */
const YEARS = { fromUtcMs: Date.UTC(1970, 0, 1), toUtcMs: Date.UTC(2100, 0, 1) };

/**
 * A time that a change skips is read with the offset before it, and one that comes twice is the first (RFC 5545,
 * 3.3.5): either way a change counts from the later of its two walls on.
 */
function readZone(lines: readonly ContentLine[], budget: Budget): WallClock {
  // Of each STANDARD and DAYLIGHT.
  const begins = lines.flatMap(({ name }, at) => (name === 'BEGIN' ? [at] : []));
  const changes = begins
    .flatMap((at, index) => changesOf(lines.slice(at, begins[index + 1]), budget))
    .sort((one, other) => one.atUtcMs - other.atUtcMs);
  const [first] = changes;
  if (first === undefined) throw brokenZone();
  return (wall) => {
    const atMs = Date.parse(`${wall}Z`);
    const last = changes.findLast(
      ({ atUtcMs, fromMs, toMs }) => atUtcMs + Math.max(fromMs, toMs) <= atMs,
    );
    return atMs - (last?.toMs ?? first.fromMs);
  };
}

function changesOf(lines: readonly ContentLine[], budget: Budget) {
  const [fromMs, toMs] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    offsetOf(textAt(lines, name)),
  );
  const all = (name: string) => lines.filter((line) => line.name === name).map(vitalProperty);
  const clock: WallClock = (wall) => Date.parse(`${wall}Z`) - (fromMs ?? 0);
  const times = (name: string) => all(name).flatMap((one) => timesOf(one, () => clock));
  const [start] = times('DTSTART');
  if (fromMs == null || toMs == null || start === undefined) throw brokenZone();
  const rules = all('RRULE').map((rule) => readRule(rule, start));
  if (rules.some(({ freq }) => !/YEARLY|MONTHLY/.test(freq))) {
    const expected = 'a clock that is set by rules of years or months';
    throw new RowFault('TZID', expected, 'a finer rule');
  }
  const instants = instantsOf({ start, rules, addedTimes: times('RDATE') }, YEARS, budget);
  return [...instants].map((atUtcMs) => ({ atUtcMs, fromMs, toMs }));
}

function brokenZone(): RowFault {
  const expected = 'STANDARD or DAYLIGHT with DTSTART, TZOFFSETFROM and TZOFFSETTO by RFC 5545';
  return new RowFault('TZID', expected, 'a time zone without one');
}

/** `+01:00`, `-053000`: ms; null for what is none. */
function offsetOf(text: string | null): number | null {
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text ?? '');
  if (found === null) return null;
  const [, sign, hours, minutes, seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === '-' ? -size : size) * 1000;
}
