/**
 * Cuts a calendar into its components by lines, so that one that is malformed does not take the rest with it. What
 * stands within an event or a zone is kept as its lines.
 */

import type { FaultLog } from '../faults.ts';
import { type ContentLine, unfoldLines } from './lines.ts';

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
