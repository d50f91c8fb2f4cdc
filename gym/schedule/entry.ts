/** What reading a schedule takes and gives. Plain data: it crosses to a thread. */

import type { InstantRange } from '../calendar/zone.ts';
import type { ClassNumbers } from '../sessions/class-values.ts';

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
  /** Whether the entry was left out (`skipped`) or taken without the field (`ignored`). */
  readonly effect: 'skipped' | 'ignored';
}

/** Why a row is left out: the fault without its place. */
export type RowFault = Pick<ImportFault, 'field' | 'expected' | 'got'>;

/** A row that was passed over, and why: `a row of totals`. */
export interface PassedOver {
  readonly line: number;
  readonly what: string;
}

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
