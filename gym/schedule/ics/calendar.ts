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

interface OpenComponent extends CalendarComponent {
  readonly lines: ContentLine[];
  /** Names of the components that are open in it. */
  readonly within: string[];
}

interface Cutting extends Calendar {
  readonly lines: ContentLine[];
  readonly components: CalendarComponent[];
  open: OpenComponent | null;
  isWhole: boolean;
}

/** Null for what does not begin as a calendar. */
export function cutCalendar(text: string, faults: FaultLog): Calendar | null {
  const lines = unfoldLines(text);
  const begin = lines.findIndex((line) => /^BEGIN:\s*VCALENDAR\s*$/i.test(line.text));
  if (begin < 0) return null;
  const cutting: Cutting = { lines: [], components: [], open: null, isWhole: false };
  for (const line of lines.slice(begin + 1)) take(line, cutting, faults);
  noteUnclosed(cutting.open, 'the end of the file', faults);
  return cutting;
}

function take(line: ContentLine, cutting: Cutting, faults: FaultLog): void {
  const [border, side = '', label = ''] = BORDER.exec(line.text) ?? [];
  const [isBegin, name] = [side.toUpperCase() === 'BEGIN', label.toUpperCase()];
  // Events hold no events: the one before lacks its END.
  if (name === 'VCALENDAR' || (isBegin && name === 'VEVENT')) {
    noteUnclosed(cutting.open, `${side.toUpperCase()}:${name}`, faults);
    cutting.open = null;
  }
  const { open } = cutting;
  if (name === 'VCALENDAR') {
    cutting.isWhole = !isBegin;
  } else if (open === null) {
    if (border === undefined) cutting.lines.push(line);
    if (isBegin) cutting.open = { name, line: line.line, lines: [], within: [] };
  } else if (border === undefined || isInner(open, isBegin, name)) {
    open.lines.push(line);
  } else if (open.name === name) {
    cutting.components.push(open);
    cutting.open = null;
  }
}

/** Whether a border is of a component within. */
function isInner({ within }: OpenComponent, isBegin: boolean, name: string): boolean {
  const at = within.lastIndexOf(name);
  if (isBegin) within.push(name);
  else if (at >= 0) within.splice(at);
  return isBegin || at >= 0;
}

function noteUnclosed(open: OpenComponent | null, got: string, faults: FaultLog): void {
  if (open === null) return;
  const { name, line } = open;
  faults.skipped({ line, field: name, expected: `END:${name}`, got });
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
  const jcal = parsedLine(text);
  if (!Array.isArray(jcal)) return null;
  const [name, parameters, , ...values]: unknown[] = jcal;
  if (typeof name !== 'string') return null;
  return { line, name: name.toUpperCase(), parameters: Object(parameters), values, text };
}

/** A parameter that is a single text. */
export function parameterOf(property: Property, name: string): string | null {
  const value = Object.hasOwn(property.parameters, name) ? property.parameters[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function parsedLine(text: string): unknown {
  try {
    return ICAL.parse.property(text);
  } catch {
    // It throws a plain error for every kind of broken syntax.
    return null;
  }
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
    const text: unknown = Array.isArray(value) ? value[0] : value;
    const time = typeof text === 'string' ? timeOf(text, property, clockOf) : null;
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
