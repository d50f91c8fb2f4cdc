/** What has to be known to read a schedule besides its bytes. Plain data: it crosses to a thread. */

import type { InstantRange } from '../calendar/zone.ts';

export type ScheduleFormat = 'ics' | 'csv' | 'json';

export interface ParseOptions {
  /** `auto` looks at the text itself. */
  readonly format: 'auto' | ScheduleFormat;
  /** IANA name of the gym's zone: of times that name none. */
  readonly timezone: string;
  /**
   * Column or key by field, for CSV and JSON; overrides what names say by themselves. Fields: see
   * `gym/schedule/row/fields.ts`. Others are refused by `config check`, and ignored with a fault here. An empty name is no
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
