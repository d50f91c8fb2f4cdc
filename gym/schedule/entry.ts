/** What reading a schedule takes and gives, and how much of it is read. Plain data: it crosses to a thread. */

import { TurnoutError } from '../../errors.ts';
import type { InstantRange } from '../calendar/zone.ts';
import type { ClassNumbers } from '../sessions/class-fields.ts';

/**
 * What an import says about one class on one date, before it is known to the installation. Fields that a source does not
 * speak of are null and change nothing that another import has said.
 */
export interface ScheduleEntry extends ClassNumbers {
  /** Unique in its source and stable from one export to the next. */
  readonly externalId: string;
  readonly name: string;
  /** Id is the source's own where it has one. */
  readonly trainer: { readonly externalId: string | null; readonly name: string } | null;
  readonly isSubstitute: boolean;
  /** As the source writes it; matched to a configured room by id, name or the mapping of the source. */
  readonly room: string | null;
  readonly startsUtcMs: number;
  /** Always after `startsUtcMs`, at most 24 h. */
  readonly endsUtcMs: number;
  readonly isCancelled: boolean;
}

/** What could not be taken, and its place in the file. */
export interface ImportFault {
  /** 1-based line of the text (CSV, ICS) or number of the entry (JSON); null where it is of the whole file. */
  readonly line: number | null;
  /** Column, property or key. */
  readonly field: string | null;
  readonly expected: string;
  readonly got: string;
  /** Whether the entry was left out (`skipped`) or taken without the field, or with what is said (`ignored`). */
  readonly effect: 'skipped' | 'ignored';
}

/** A row that was passed over, and why: `a row of totals`. */
export type PassedOver = { readonly line: number; readonly what: string };

/** What a file or a feed says. */
export interface ParsedSchedule {
  /** Unique by `externalId`, by start. */
  readonly entries: readonly ScheduleEntry[];
  /** The place of each of `entries`, in their order: line of a text, row of a sheet, number of an entry. */
  readonly lines?: readonly number[];
  /** At most 1,000; `faultCount` counts all. */
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** What the text turned out to be. */
  readonly format: ScheduleFormat | 'xlsx';
  /** The export it was recognised as: `mindbody`, `momence` … `generic`. */
  readonly shape: string;
  /** Rows of a table, events of a calendar or entries of a list. Left out by tests that read none. */
  readonly rows?: number;
  /** Rows that are no classes and no faults, such as totals: at most 1,000; `passedOverCount` counts all. */
  readonly passedOver?: readonly PassedOver[];
  readonly passedOverCount?: number;
  /** Column of each field that was understood, as the table names it. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Columns of a table, in its order; at most 200. */
  readonly header?: readonly string[];
  /** Columns of a table that no field was found for, as the table names them; at most 50. */
  readonly unusedColumns?: readonly string[];
  /**
   * Stretch of time in which the source is complete: a class known of this source within it that is not among the
   * entries is gone. Null where the source never says so (a CSV of some classes).
   */
  readonly completeUtcMs: InstantRange | null;
}

export type ScheduleFormat = 'ics' | 'csv' | 'json';

/** What has to be known to read a schedule besides its bytes. */
export interface ParseOptions {
  /** `auto` looks at the text itself. */
  readonly format: 'auto' | ScheduleFormat;
  /** IANA name of the gym's zone: of times that name none. */
  readonly timezone: string;
  /** ISO 4217: amounts in another are left out. By default any is taken. */
  readonly currency?: string | null;
  /**
   * Column or key by field, for CSV and JSON; overrides what names say by themselves. Fields: see
   * `config/schema/schedule-fields.ts`. Others are refused by `config check`, and ignored with a fault here. An empty name is no
   * column: the field is not read.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether a table whose columns say too little is shown with them, as a fault, and is no error. */
  readonly showsColumns?: boolean;
  /** Name or number (from 1) of the sheet of a workbook; default: the first. */
  readonly sheet?: string | null;
  /** Events of calendars that start, or were planned, outside are left out. Rows of CSV and JSON are all taken. */
  readonly window: InstantRange;
  /** Whether events that stand alone, without a rule, are taken whatever their date; by default the window holds for them. */
  readonly takesAllSingles?: boolean;
  /** What has begun by then is never said to be gone: see `ParsedSchedule.completeUtcMs`. */
  readonly nowUtcMs: number;
}

/** Marks our own calendars: in them a name is never taken apart to find a trainer. */
export const OWN_PRODUCT = '-//Turnout//Schedule//EN';

/* How much of a schedule is read. All chosen here: ten times what a chain of 20 gyms exports for a year. */

/**
 * Largest import, bytes: of a file, of what is piped in, of a feed, of what a command sends, and of a text
 * that is parsed. What is larger is refused where it comes in, with {@link scheduleTooLarge}.
 */
export const MAX_SCHEDULE_BYTES = 32 * 1024 * 1024;
/** Largest workbook once it is unpacked, bytes. Chosen here: twice the largest text, since XML says everything twice. */
export const MAX_UNPACKED_BYTES = 2 * MAX_SCHEDULE_BYTES;
/** Parts of a workbook: a book has some for each sheet. */
export const MAX_WORKBOOK_PARTS = 2_000;
export const MAX_ENTRIES = 100_000;
/** Rows of a table that are read: an export may say each class twice. */
export const MAX_ROWS = 2 * MAX_ENTRIES;
/** Cells of a table that are read. Chosen here: 100,000 classes with 100 columns. */
export const MAX_CELLS = 10_000_000;
/** Values of a JSON file, counted by what stands before them. Chosen here: 100,000 classes with 50 values. */
export const MAX_VALUES = 5_000_000;
/** Cells of the rectangle that a sheet spans, of which a workbook need not write one. Chosen here: a million rows of 16. */
export const MAX_SHEET_CELLS = 2 ** 24;
/** Faults that are stored; all are counted. */
export const MAX_FAULTS = 1_000;
/** Longest class, ms. */
export const MAX_CLASS_MS = 24 * 3_600_000;
/** Length of a class whose export says neither end nor duration, ms: the most common one. */
export const DEFAULT_CLASS_MS = 3_600_000;

export type WorkBudget = ReturnType<typeof workBudget>;

/**
 * Time of work and memory that reading one file may cost; the heap is that of JavaScript. So much for the first MiB, and for
 * each further one: chosen here, the largest exports take a third of the heap, and of the time a sixth where nothing else runs.
 */
export function workBudget(sizeBytes: number) {
  const further = Math.max(0, Math.ceil(sizeBytes / 2 ** 20) - 1);
  return { workMs: 10_000 + further * 2_000, heapMib: 256 + further * 24 };
}

/** @param sizeBytes null where it is not read to its end. */
export function scheduleTooLarge(sizeBytes: number | null): TurnoutError {
  const got = String(sizeBytes ?? 'more');
  return tooLarge(`at most ${MAX_SCHEDULE_BYTES} bytes`, got, 'export fewer weeks at a time');
}

/** For a file of little content that would take much memory. */
export function tooManyParts(expected: string, got = 'more'): TurnoutError {
  return tooLarge(expected, got, 'export fewer weeks at a time, or fewer columns');
}

export function tooLarge(expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('schedule_too_large', { where: 'schedule', expected, got, hint });
}

/* What of a file could not be taken, and what of it was met and passed over. */

/** Why a row or an event is left out: thrown where that is found, and taken up by {@link FaultLog.attempt}. */
export class RowFault extends Error {
  readonly fault: readonly [field: string, expected: string, got: string];
  /** Left out where it is that of the row. */
  readonly line: number | undefined;

  constructor(field: string, expected: string, got: string | null, line?: number) {
    // A table may have 200,000 of them, and nobody looks at where one was thrown.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(expected);
    Error.stackTraceLimit = stackTraceLimit;
    this.fault = [field, expected, got ?? ''];
    this.line = line;
  }
}

/** Longest piece of a file that is shown, characters. Chosen here: one line of a terminal. */
const MAX_SHOWN = 80;

/** Faults of one file. */
export class FaultLog {
  readonly #faults: ImportFault[] = [];
  readonly #passedOver: PassedOver[] = [];
  #passedOverCount = 0;
  #faultCount = 0;
  #isLengthNoted = false;
  /** Rows, events or entries of a list that were met, whatever becomes of them. */
  rows = 0;
  /** Whether anything was left out: what is missing from such a file may still take place. */
  hasSkipped = false;

  /** What is read of a row, as a list of one; none where it is left out. */
  attempt<Read>(line: number, read: () => Read): Read[] {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.skipped(error.line ?? line, ...error.fault);
      return [];
    }
  }

  /** The entry or component was left out. */
  skipped(...fault: FaultFacts): void {
    this.hasSkipped = true;
    this.#add('skipped', fault);
  }

  /** The entry was left out because another is the same class: nothing is missing. */
  replaced(...fault: FaultFacts): void {
    this.#add('skipped', fault);
  }

  /** The entry was taken without the field, or a guess was made. */
  ignored(...fault: FaultFacts): void {
    this.#add('ignored', fault);
  }

  /** Nothing says how long a class is: told once. */
  noteDefaultLength(): void {
    const expected = 'an end or a duration of every class';
    const got = `classes without one, taken as ${DEFAULT_CLASS_MS / 60_000} min`;
    if (!this.#isLengthNoted) this.ignored(null, 'end', expected, got);
    this.#isLengthNoted = true;
  }

  /** It is no class, and nothing is wrong with it. */
  passedOver(row: PassedOver): void {
    this.#passedOverCount += 1;
    if (this.#passedOver.length < MAX_FAULTS) this.#passedOver.push(row);
  }

  /** What is told of the file: at most {@link MAX_FAULTS} faults, those of the whole file, then by line. */
  summary() {
    return {
      faults: this.#faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      faultCount: this.#faultCount,
      rows: this.rows,
      passedOver: this.#passedOver,
      passedOverCount: this.#passedOverCount,
    };
  }

  #add(effect: ImportFault['effect'], [line, field, expected, got]: FaultFacts): void {
    this.#faultCount += 1;
    if (this.#faults.length >= MAX_FAULTS) return;
    this.#faults.push({ line, field, expected, got: shown(got), effect });
  }
}

/** As in {@link ImportFault}. */
type FaultFacts = [line: number | null, field: string | null, expected: string, got: string];

/** One line of printable text. */
function shown(text: string): string {
  const line = text.replace(/\p{C}+/gu, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}

/** Of a file that is no schedule, or none that can be read. */
export function scheduleUnreadable(expected: string, got: string, hint?: string): TurnoutError {
  return new TurnoutError('schedule_unreadable', { where: 'schedule', expected, got, hint });
}
