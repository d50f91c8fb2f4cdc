/**
 * A calendar as components, their lines and properties (RFC 5545, 3.1). It is cut by lines, so that a malformed component
 * does not take the rest with it; ical.js reads the syntax of a property.
 */

import ICAL from 'ical.js';
import { type FaultLog, RowFault, scheduleUnreadable } from '../faults.ts';

export interface ContentLine {
  /** 1-based line that it begins on. */
  readonly line: number;
  /** Of the property, in upper case; empty for a line that is none. */
  readonly name: string;
  readonly text: string;
}

export interface CalendarComponent {
  readonly name: 'VEVENT' | 'VTIMEZONE';
  /** Of its BEGIN. */
  readonly line: number;
  /** Without its own BEGIN and END, with those of components within. */
  readonly lines: readonly ContentLine[];
}

const BORDER = /^(BEGIN|END):\s*(VCALENDAR|VEVENT|VTIMEZONE)\s*$/;

/** Throws `schedule_unreadable` for what does not begin as a calendar. */
export function cutCalendar(text: string, faults: FaultLog) {
  const borderOf = (line: ContentLine) => BORDER.exec(line.text.toUpperCase())?.slice(1) ?? [];
  const all = unfoldLines(text);
  const begin = all.findIndex((line) => borderOf(line).join() === 'BEGIN,VCALENDAR');
  if (begin < 0) {
    throw scheduleUnreadable('a calendar that begins with BEGIN:VCALENDAR', 'something else');
  }
  /** Of the calendar itself. */
  const lines: ContentLine[] = [];
  const components: CalendarComponent[] = [];
  let open: (CalendarComponent & { readonly lines: ContentLine[] }) | null = null;
  /** A component ends at the next one at the latest: the one before lacks its END. */
  const close = (got: string) => {
    if (open !== null) faults.skipped(open.line, open.name, `END:${open.name}`, got);
    open = null;
  };
  /** Whether its END is there: a file without it was cut off on its way. */
  let isWhole = false;
  for (const line of all.slice(begin + 1)) {
    const [side, name] = borderOf(line) as [string?, (CalendarComponent['name'] | 'VCALENDAR')?];
    if (name === 'VCALENDAR' || side === 'BEGIN') close(`${side}:${name}`);
    if (name === 'VCALENDAR') isWhole = side === 'END';
    else if (name !== undefined && side === 'BEGIN') open = { name, line: line.line, lines: [] };
    else if (open !== null && open.name === name) {
      components.push(open);
      open = null;
    } else (open?.lines ?? lines).push(line);
  }
  close('the end of the file');
  return { lines, components, isWhole };
}

function unfoldLines(text: string): ContentLine[] {
  const found: { line: number; parts: string[] }[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const last = found.at(-1);
    if (/^[ \t]/.test(raw) && last !== undefined) last.parts.push(raw.slice(1));
    else if (raw.trim() !== '') found.push({ line: index + 1, parts: [raw] });
  }
  return found.map(({ line, parts }) => {
    const whole = parts.join('');
    const name = /^([A-Z0-9-]+)\s*[;:]/i.exec(whole)?.[1]?.toUpperCase() ?? '';
    return { line, name, text: whole };
  });
}

export interface Property extends ContentLine {
  /** Names in lower case. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** As jCal has them (RFC 7265). */
  readonly values: readonly unknown[];
}

/** Null for a line that breaks the syntax of its property. */
export function readProperty(line: ContentLine): Property | null {
  try {
    const [, parameters, , ...values] = ICAL.parse.property(line.text) as unknown[];
    return { ...line, parameters: Object(parameters), values };
  } catch {
    // It throws a plain error for every kind of broken syntax.
    return null;
  }
}

/** Of what the time of a class depends on. Throws {@link RowFault} for a line that breaks the syntax of its property. */
export function vitalProperty(line: ContentLine): Property {
  const property = readProperty(line);
  if (property === null) throw brokenProperty(line);
  return property;
}

export function brokenProperty(
  { line, name, text }: ContentLine,
  expected = `a ${name} by RFC 5545`,
): RowFault {
  return new RowFault(name, expected, text, line);
}

/** Value of the first property of that name; null for none, and for one that is broken. */
export function textAt(lines: readonly ContentLine[], name: string): string | null {
  const line = lines.find((one) => one.name === name);
  const value = line && readProperty(line)?.values[0];
  return value === undefined || value === null ? null : String(value);
}

/** A parameter that is a single text. */
export function parameterOf({ parameters }: Property, name: string): string | null {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
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

const UTC_CLOCK: WallClock = (wall) => Date.parse(`${wall}Z`);

/** All times of a property. Throws {@link RowFault} where one of them is not in the calendar. */
export function timesOf(property: Property, clockOf: ClockOf): CalendarTime[] {
  return property.values.map((value) => {
    // A period is a begin and an end; its begin is the time of the instance.
    const [text = '', date, time, zulu] = wallOf(Array.isArray(value) ? value[0] : value) ?? [];
    if (text === '') throw brokenProperty(property);
    const wall = `${date}T${time ?? '00:00:00'}`;
    const named = parameterOf(property, 'tzid');
    const clock = zulu === 'Z' ? UTC_CLOCK : clockOf(named, property.line);
    return { wall, isDate: time === undefined, utcMs: clock(wall), clock };
  });
}

/** Date, time and mark of a jCal date or time; null for what is not in the calendar or on the clock. */
export function wallOf(value: unknown): RegExpExecArray | null {
  // A leap second is the last one of its minute.
  const text = String(value).replace(/:60(?=Z?$)/, ':59');
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/.exec(text);
  const wall = `${found?.[1]}T${found?.[2] ?? '00:00:00'}`;
  const at = Date.parse(`${wall}Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(wall) ? found : null;
}
