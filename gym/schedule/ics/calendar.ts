/**
 * A calendar as components, their lines and properties (RFC 5545, 3.1). It is cut by lines, so that a malformed component
 * does not take the rest with it; ical.js reads the syntax of a property.
 */

import ICAL from 'ical.js';
import type { FaultLog } from '../entry-list.ts';

export interface CalendarComponent {
  /** `VEVENT`, `VTIMEZONE`. */
  readonly name: string;
  /** Of its BEGIN. */
  readonly line: number;
  /** Without its own BEGIN and END, with those of components within. */
  readonly lines: readonly ContentLine[];
}

export interface Calendar {
  /** Lines of the calendar itself. */
  readonly lines: readonly ContentLine[];
  readonly components: readonly CalendarComponent[];
  /** Whether its END is there: a file without it was cut off on its way. */
  readonly isWhole: boolean;
}

const BORDER = /^(BEGIN|END):\s*([A-Z0-9-]+)\s*$/i;

type Open = CalendarComponent & { readonly lines: ContentLine[] };

/** Null for what does not begin as a calendar. */
export function cutCalendar(text: string, faults: FaultLog): Calendar | null {
  const all = unfoldLines(text);
  const begin = all.findIndex((line) => /^BEGIN:\s*VCALENDAR\s*$/i.test(line.text));
  if (begin < 0) return null;
  const lines: ContentLine[] = [];
  const components: CalendarComponent[] = [];
  /** The outer one first. Lines of those within are lines of the outer one. */
  const open: Open[] = [];
  let isWhole = false;
  for (const line of all.slice(begin + 1)) {
    const [, side = '', name = ''] = BORDER.exec(line.text.toUpperCase()) ?? [];
    // Events hold no events: the one before lacks its END.
    if (name === 'VCALENDAR' || (side === 'BEGIN' && name === 'VEVENT')) {
      noteUnclosed(open, `${side}:${name}`, faults);
    }
    if (name === 'VCALENDAR') isWhole = side === 'END';
    else if (side === '') (open[0]?.lines ?? lines).push(line);
    else components.push(...closedBy(line, side === 'BEGIN', name, open));
  }
  noteUnclosed(open, 'the end of the file', faults);
  return { lines, components, isWhole };
}

/** Takes a border. @returns the component that it ends, if any. */
function closedBy(line: ContentLine, isBegin: boolean, name: string, open: Open[]): Open[] {
  const outer = open.slice(0, 1);
  const at = open.findLastIndex((one) => one.name === name);
  if (isBegin || at > 0) outer[0]?.lines.push(line);
  if (isBegin) open.push({ name, line: line.line, lines: [] });
  else if (at >= 0) open.splice(at);
  return open.length === 0 ? outer : [];
}

function noteUnclosed(open: Open[], got: string, faults: FaultLog): void {
  const [outer] = open.splice(0);
  if (outer) faults.skipped(outer.line, outer.name, `END:${outer.name}`, got);
}

export interface ContentLine {
  /** 1-based line that it begins on. */
  readonly line: number;
  readonly text: string;
}

export function unfoldLines(text: string): ContentLine[] {
  const found: { line: number; parts: string[] }[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const last = found.at(-1);
    if ((raw.startsWith(' ') || raw.startsWith('\t')) && last !== undefined) {
      last.parts.push(raw.slice(1));
    } else if (raw.trim() !== '') {
      found.push({ line: index + 1, parts: [raw] });
    }
  }
  return found.map(({ line, parts }) => ({ line, text: parts.join('') }));
}

export interface Property {
  readonly line: number;
  /** Upper case. */
  readonly name: string;
  /** Names in lower case. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
  readonly text: string;
}

const NAME = /^([A-Z0-9-]+)\s*[;:]/i;

/** Upper-case name of the property of a line; null for a line that is none. */
export function propertyName(text: string): string | null {
  return NAME.exec(text)?.[1]?.toUpperCase() ?? null;
}

/** Value of the first property of that name that is a text; null for none. */
export function textAt(
  { lines }: { readonly lines: readonly ContentLine[] },
  name: string,
): string | null {
  const line = lines.find(({ text }) => propertyName(text) === name);
  const value = line === undefined ? undefined : readProperty(line)?.values[0];
  return typeof value === 'string' ? value : null;
}

/** Null for a line that breaks the syntax of its property. */
export function readProperty({ line, text }: ContentLine): Property | null {
  let jcal: unknown;
  try {
    jcal = ICAL.parse.property(text);
  } catch {
    // It throws a plain error for every kind of broken syntax.
    return null;
  }
  const [name, parameters, , ...values]: unknown[] = Array.isArray(jcal) ? jcal : [];
  if (typeof name !== 'string') return null;
  return { line, name: name.toUpperCase(), parameters: Object(parameters), values, text };
}

/** A parameter that is a single text. */
export function parameterOf(property: Property, name: string): string | null {
  const value = Object.hasOwn(property.parameters, name) ? property.parameters[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/* Dates and times (3.3.4 and 3.3.5) on the clocks that a calendar names. */

/** A clock on a wall: the instant of a time such as `2026-03-29T18:30:00`. */
export type WallClock = (wall: string) => number;

/** The clock of a TZID on a line; null is a floating time, which is the gym's. */
export type ClockOf = (name: string | null, line: number) => WallClock;

export interface CalendarTime {
  /** `2026-03-29T18:30:00` on the wall of its zone; midnight for a date. */
  readonly wall: string;
  readonly isDate: boolean;
  readonly utcMs: number;
  /** Of its zone, for the times that recur. */
  readonly clock: WallClock;
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/;

const UTC_CLOCK: WallClock = (wall) => Date.parse(`${wall}Z`);

/** All times of a property; null where one of them is not in the calendar. */
export function timesOf(property: Property, clockOf: ClockOf): CalendarTime[] | null {
  const times: CalendarTime[] = [];
  for (const value of property.values) {
    // A period is a begin and an end; its begin is the time of the instance.
    const time = timeOf(String(Array.isArray(value) ? value[0] : value), property, clockOf);
    if (time === null) return null;
    times.push(time);
  }
  return times.length === 0 ? null : times;
}

function timeOf(text: string, property: Property, clockOf: ClockOf): CalendarTime | null {
  const found = DATE_TIME.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, zulu] = found;
  const isDate = hour === undefined;
  // A leap second is the last one of its minute.
  const wall = `${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`;
  if (!isReal(wall)) return null;
  const clock = zulu === 'Z' ? UTC_CLOCK : clockOf(parameterOf(property, 'tzid'), property.line);
  return { wall, isDate, utcMs: clock(wall), clock };
}

/** Whether the date is in the calendar and the time on the clock. */
export function isReal(wall: string): boolean {
  const at = Date.parse(`${wall}Z`);
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 19) === wall;
}
