/**
 * What a TZID of a calendar means: a zone of the IANA data base, or the rules that the calendar brings for it (RFC 5545,
 * 3.6.5). ical.js is not asked for those: it counts a rule out without a bound, and one of 315 bytes (`FREQ=SECONDLY`)
 * cost 43 s and 1.2 GB.
 */

import { findIana } from 'windows-iana';
import { type InstantRange, offsetMs } from '../../calendar/zone.ts';
import type { RowFault } from '../entry.ts';
import type { FaultLog } from '../entry-list.ts';
import { wallInstant } from '../times.ts';
import {
  type CalendarComponent,
  type ClockOf,
  type ContentLine,
  type Property,
  readProperty,
  textAt,
  timesOf,
  type WallClock,
} from './calendar.ts';
import { type Budget, instantsOf, type Rule, readRule } from './recurrence.ts';

/** Periods and changes of the clock that the zones of one file may cost: some 300 zones that change twice a year. */
const BUDGET_STEPS = 100_000;

/**
 * Looks names up, best first: a name of the IANA data base, one with a prefix as Mozilla and Evolution write it, the
 * IANA name that the calendar's own definition carries, a name of Windows, the rules of the definition. A name that
 * means nothing is one fault, and is taken as the gym's zone.
 */
export function zonesOf(
  components: readonly CalendarComponent[],
  gymTimezone: string,
  faults: FaultLog,
): ClockOf {
  const budget: Budget = { left: BUDGET_STEPS };
  const definitions = new Map<string, CalendarComponent>();
  for (const component of components) {
    const name = component.name === 'VTIMEZONE' ? textAt(component, 'TZID') : null;
    if (name !== null) definitions.set(name, component);
  }
  const find = (name: string, line: number): WallClock => {
    const definition = definitions.get(name);
    const location = definition && textAt(definition, 'X-LIC-LOCATION');
    const iana = [name, prefixless(name), location, findIana(name)[0]].find(
      (candidate) => typeof candidate === 'string' && isIana(candidate),
    );
    if (typeof iana === 'string') return ianaClock(iana);
    const found =
      definition === undefined ? { ...UNKNOWN, got: name } : readZone(definition, budget);
    if (typeof found === 'function') return found;
    const got = `${found.got}, taken as ${gymTimezone}`;
    faults.ignored(definition?.line ?? line, 'TZID', found.expected, got);
    return ianaClock(gymTimezone);
  };
  const clocks = new Map<string, WallClock>();
  return (name, line) => {
    if (name === null) return ianaClock(gymTimezone);
    const clock = clocks.get(name) ?? find(name, line);
    clocks.set(name, clock);
    return clock;
  };
}

function ianaClock(timezone: string): WallClock {
  return (wall) => wallInstant(timezone, wall);
}

/** `/mozilla.org/20050126_1/Europe/London` */
function prefixless(name: string): string | null {
  return name.startsWith('/') ? name.split('/').slice(-2).join('/') : null;
}

function isIana(name: string): boolean {
  try {
    offsetMs(name, 0);
    return true;
  } catch {
    // Temporal throws a RangeError for a name that it does not know.
    return false;
  }
}

/** The years that classes can be in; see `EntryList`. */
const YEARS: InstantRange = { fromUtcMs: Date.UTC(1970, 0, 1), toUtcMs: Date.UTC(2100, 0, 1) };

/** Why the rules of a zone cannot be followed. */
type ZoneRefusal = Pick<RowFault, 'expected' | 'got'>;

const UNKNOWN = {
  expected: 'a time zone of the IANA database, of Windows, or one that the calendar defines',
};
const BROKEN: ZoneRefusal = {
  expected: 'STANDARD or DAYLIGHT with DTSTART, TZOFFSETFROM and TZOFFSETTO by RFC 5545',
  got: 'a time zone without one',
};

interface Change {
  readonly atUtcMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A time that a change skips is read with the offset before it, and one that comes twice is the first (RFC 5545,
 * 3.3.5): either way a change counts from the later of its two walls on.
 *
 * @param budget of the zones of the whole file.
 */
function readZone({ lines }: CalendarComponent, budget: Budget): WallClock | ZoneRefusal {
  const changes: Change[] = [];
  for (const part of partsOf(lines)) {
    const found = changesOf(part, budget);
    if ('expected' in found) return found;
    for (const change of found) changes.push(change);
  }
  changes.sort((one, other) => one.atUtcMs - other.atUtcMs);
  const [first] = changes;
  if (first === undefined) return BROKEN;
  const starts = changes.map(({ atUtcMs, fromMs, toMs }) => atUtcMs + Math.max(fromMs, toMs));
  return (wall) => {
    const atMs = Date.parse(`${wall}Z`);
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return atMs - (changes[low - 1]?.toMs ?? first.fromMs);
  };
}

/** The lines of each STANDARD and DAYLIGHT. */
function partsOf(lines: readonly ContentLine[]): ContentLine[][] {
  const parts: ContentLine[][] = [];
  for (const line of lines) {
    if (/^BEGIN:/i.test(line.text)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function changesOf(lines: readonly ContentLine[], budget: Budget): Change[] | ZoneRefusal {
  const properties = lines.map(readProperty).filter((property) => property !== null);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const [fromMs, toMs] = [offsetOf(all('TZOFFSETFROM')[0]), offsetOf(all('TZOFFSETTO')[0])];
  if (fromMs === null || toMs === null) return BROKEN;
  const clock: WallClock = (wall) => Date.parse(`${wall}Z`) - fromMs;
  const times = (name: string) => all(name).flatMap((one) => timesOf(one, () => clock) ?? []);
  const [start] = times('DTSTART');
  if (start === undefined) return BROKEN;
  const rules = all('RRULE').map(({ values }) => readRule(values[0], start));
  const coarse = rules.filter(
    (rule): rule is Rule => rule !== null && /YEARLY|MONTHLY/.test(rule.freq),
  );
  if (coarse.length < rules.length) {
    return { expected: 'a clock that is set by rules of years or months', got: 'a finer rule' };
  }
  const recurrence = { start, rules: coarse, addedTimes: times('RDATE') };
  const instants = instantsOf(recurrence, YEARS, budget);
  if (instants === null) {
    const expected = 'fewer rules of time zones: the limit of a file is reached';
    return { expected, got: 'one that was not followed' };
  }
  return [...instants].map((atUtcMs) => ({ atUtcMs, fromMs, toMs }));
}

/** `+01:00`, `-053000`: ms; null for what is none. */
function offsetOf(property: Property | undefined): number | null {
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(String(property?.values[0]));
  if (found === null) return null;
  const [, sign, hours, minutes, seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === '-' ? -size : size) * 1000;
}
