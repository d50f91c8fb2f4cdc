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

/** Null for what does not begin as a calendar. */
export function cutCalendar(text: string, faults: FaultLog): Calendar | null {
  const lines = unfoldLines(text);
  const begin = lines.findIndex((line) => /^BEGIN:\s*VCALENDAR\s*$/i.test(line.text));
  if (begin < 0) return null;
  const cutter = new Cutter(faults);
  for (const line of lines.slice(begin + 1)) cutter.take(line);
  return cutter.finish();
}

class Cutter {
  readonly #faults: FaultLog;
  readonly #lines: ContentLine[] = [];
  readonly #components: CalendarComponent[] = [];
  #open: { name: string; line: number; lines: ContentLine[]; within: string[] } | null = null;
  #isWhole = false;

  constructor(faults: FaultLog) {
    this.#faults = faults;
  }

  take(line: ContentLine): void {
    const border = BORDER.exec(line.text);
    if (border === null) {
      (this.#open?.lines ?? this.#lines).push(line);
      return;
    }
    const name = border[2]?.toUpperCase() ?? '';
    if (border[1]?.toUpperCase() === 'BEGIN') this.#begin(name, line);
    else this.#end(name, line);
  }

  finish(): Calendar {
    this.#unclosed('the end of the file');
    return { lines: this.#lines, components: this.#components, isWhole: this.#isWhole };
  }

  #begin(name: string, line: ContentLine): void {
    // Events hold no events: the one before lacks its END.
    if (name === 'VEVENT' || name === 'VCALENDAR') this.#unclosed(`BEGIN:${name}`);
    if (name === 'VCALENDAR') {
      this.#isWhole = false;
    } else if (this.#open === null) {
      this.#open = { name, line: line.line, lines: [], within: [] };
    } else {
      this.#open.within.push(name);
      this.#open.lines.push(line);
    }
  }

  #end(name: string, line: ContentLine): void {
    const open = this.#open;
    if (name === 'VCALENDAR') {
      this.#unclosed('END:VCALENDAR');
      this.#isWhole = true;
    } else if (open?.within.includes(name)) {
      open.within.splice(open.within.lastIndexOf(name));
      open.lines.push(line);
    } else if (open?.name === name) {
      this.#components.push({ name, line: open.line, lines: open.lines });
      this.#open = null;
    }
  }

  #unclosed(got: string): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    this.#faults.skipped({ line: open.line, field: open.name, expected: `END:${open.name}`, got });
  }
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
  /** Lower case: `text`, `date`, `date-time`, `period`, `recur`, `duration`. */
  readonly type: string;
  readonly values: readonly unknown[];
  readonly text: string;
}

const NAME = /^([A-Z0-9-]+)\s*[;:]/i;

/** Upper-case name of the property of a line; null for a line that is none. */
export function propertyName(text: string): string | null {
  return NAME.exec(text)?.[1]?.toUpperCase() ?? null;
}

/** Null for a line that breaks the syntax of its property. */
export function readProperty({ line, text }: ContentLine): Property | null {
  const jcal = parsedLine(text);
  if (!Array.isArray(jcal)) return null;
  const [name, parameters, type, ...values]: unknown[] = jcal;
  if (typeof name !== 'string' || typeof type !== 'string') return null;
  const isRecord = typeof parameters === 'object' && parameters !== null;
  return {
    line,
    name: name.toUpperCase(),
    parameters: isRecord ? { ...parameters } : {},
    type,
    values,
    text,
  };
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
