/** What an import says about one class on one date, before it is known to the installation. */

import type { ClassNumbers } from '../sessions/class-values.ts';

/** Fields that a source does not speak of are null and change nothing that another import has said. */
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

/** What could not be taken, and where it stands in the file. */
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

/** A row that was passed over, and why: `a row of totals`. */
export interface PassedOver {
  readonly line: number;
  readonly what: string;
}

/** What a file or a feed says. */
export interface ParsedSchedule {
  /** Unique by `externalId`, by start. */
  readonly entries: readonly ScheduleEntry[];
  /** Where each of `entries` stands, in their order: line of a text, row of a sheet, number of an entry. */
  readonly lines?: readonly number[];
  /** At most 1,000; `faultCount` counts all. */
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** What the text turned out to be. */
  readonly format: 'ics' | 'csv' | 'json' | 'xlsx';
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
  readonly completeUtcMs: { readonly fromUtcMs: number; readonly toUtcMs: number } | null;
}
