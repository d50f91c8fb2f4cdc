/**
 * A time zone by the rules that a calendar brings for it (RFC 5545, 3.6.5): when its clock was set, and by how much.
 * ical.js is not asked: it counts a rule out without a bound, and one of 315 bytes (`FREQ=SECONDLY`) cost 43 s and 1.2 GB.
 */

import type { InstantRange } from '../../../calendar/zone.ts';
import type { CalendarComponent } from '../components.ts';
import type { ContentLine } from '../lines.ts';
import { type Property, readProperty } from '../property.ts';
import { type Budget, occurrencesOf, readRule } from '../recurrence.ts';
import { type CalendarTime, isReal } from './wall.ts';
import type { WallClock } from './wall-clock.ts';

/** The years that classes can be in; see `EntryList`. */
const YEARS: InstantRange = { fromUtcMs: Date.UTC(1970, 0, 1), toUtcMs: Date.UTC(2100, 0, 1) };

/** Why the rules of a zone cannot be followed. */
export interface ZoneRefusal {
  readonly expected: string;
  readonly got: string;
}

const BROKEN: ZoneRefusal = {
  expected: 'STANDARD or DAYLIGHT with DTSTART, TZOFFSETFROM and TZOFFSETTO by RFC 5545',
  got: 'a time zone without one',
};
const TOO_FINE: ZoneRefusal = {
  expected: 'a clock that is set by rules of years or months',
  got: 'a finer rule',
};
const EXHAUSTED: ZoneRefusal = {
  expected: 'fewer rules of time zones: the limit of a file is reached',
  got: 'one that was not followed',
};

/** A change of the clock. */
interface Change {
  /** On the clock before the change. */
  readonly wallMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** @param budget of the zones of the whole file. */
export function readZone({ lines }: CalendarComponent, budget: Budget): WallClock | ZoneRefusal {
  const changes: Change[] = [];
  for (const part of partsOf(lines)) {
    const found = changesOf(part, budget);
    if ('expected' in found) return found;
    for (const change of found) changes.push(change);
  }
  changes.sort((one, other) => one.wallMs - one.fromMs - (other.wallMs - other.fromMs));
  const [first] = changes;
  return first === undefined ? BROKEN : clockOf(changes, first.fromMs);
}

/**
 * A time that a change skips is read with the offset before it, and one that comes twice is the first (RFC 5545,
 * 3.3.5): either way a change counts from the later of its two walls on.
 */
function clockOf(changes: readonly Change[], beforeMs: number): WallClock {
  const starts = changes.map(({ wallMs, fromMs, toMs }) => wallMs + Math.max(0, toMs - fromMs));
  return (wall) => {
    const atMs = Date.parse(`${wall}Z`);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return atMs - (changes[low - 1]?.toMs ?? beforeMs);
  };
}

/** The lines of each STANDARD and DAYLIGHT, without their borders. */
function partsOf(lines: readonly ContentLine[]): ContentLine[][] {
  const parts: ContentLine[][] = [];
  let open: ContentLine[] | null = null;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line.text)) {
      open = [];
      parts.push(open);
    } else if (/^END:/i.test(line.text)) {
      open = null;
    } else {
      open?.push(line);
    }
  }
  return parts;
}

function changesOf(lines: readonly ContentLine[], budget: Budget): Change[] | ZoneRefusal {
  const properties = lines.map(readProperty).filter((property) => property !== null);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const [fromMs, toMs] = [offsetOf(all('TZOFFSETFROM')[0]), offsetOf(all('TZOFFSETTO')[0])];
  const start = all('DTSTART').flatMap(wallsOf)[0];
  if (fromMs === null || toMs === null || start === undefined) return BROKEN;
  const walls = new Set([start, ...all('RDATE').flatMap(wallsOf)]);
  const time = timeOn(start, fromMs);
  for (const property of all('RRULE')) {
    const rule = readRule(property.values[0], time);
    if (rule === null || !['YEARLY', 'MONTHLY'].includes(rule.freq)) return TOO_FINE;
    const found = occurrencesOf(rule, time, YEARS, budget);
    if (found === null) return EXHAUSTED;
    for (const wall of found) walls.add(wall);
  }
  return [...walls].map((wall) => ({ wallMs: Date.parse(`${wall}Z`), fromMs, toMs }));
}

function timeOn(wall: string, offsetMs: number): CalendarTime {
  const clock: WallClock = (other) => Date.parse(`${other}Z`) - offsetMs;
  return { wall, isDate: false, utcMs: clock(wall), clock };
}

function wallsOf({ values }: Property): string[] {
  return values
    .map((value) => String(Array.isArray(value) ? value[0] : value).replace(/Z$/, ''))
    .map((text) => (text.includes('T') ? text : `${text}T00:00:00`))
    .filter(isReal);
}

/** `+01:00`, `-053000`: ms; null for what is none. */
function offsetOf(property: Property | undefined): number | null {
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(String(property?.values[0]));
  if (found === null) return null;
  const [, sign, hours, minutes, seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === '-' ? -size : size) * 1000;
}
