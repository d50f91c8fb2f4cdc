/** Classes ranked by how full they are, over six weeks, and which of them are dead. */

import type { AttendanceBasis } from './figures.ts';
import type { ReportHead } from './head.ts';
import type { DateRange } from './period.ts';
import type { ClassIdentity } from './series.ts';
import type { NoShowsBasis } from './session-facts.ts';
import type { Verdict, VerdictReason } from './verdict.ts';

export interface ReportWindow extends DateRange {
  readonly days: number;
}

export interface ClassRow extends ClassIdentity {
  /** Occurrences that took place: ended, not cancelled. */
  readonly occurrences: number;
  readonly cancelledOccurrences: number;
  readonly attendanceBasis: AttendanceBasis | null;
  readonly averageAttendance: number | null;
  /** The n of `averageAttendance`. */
  readonly gradedOccurrences: number;
  readonly fillRate: number | null;
  /** The n of `fillRate`. */
  readonly ratedOccurrences: number;
  readonly verdict: Verdict;
  /** Most important first. */
  readonly verdictReasons: readonly VerdictReason[];
}

export interface PerformanceRow extends ClassRow {
  /** 1.. among all classes of the window. */
  readonly rank: number;
  /** Sums over the rated (capacity) and the graded (attended) occurrences. */
  readonly capacity: number | null;
  readonly attended: number | null;
  readonly noShowRate: number | null;
  readonly noShowsBasis: NoShowsBasis | null;
  /** The n of `noShowRate`. */
  readonly noShowOccurrences: number;
  /** Fill of the second half of the window less that of the first; null where a half has none. */
  readonly trend: number | null;
}

export interface PerformanceReport extends ReportHead {
  readonly window: ReportWindow;
  readonly limit: number;
  /** Classes that took place or were cancelled within the window, whatever `limit`. */
  readonly totalClasses: number;
  /** Fullest first, then by attendance, then by name; unknown fill last. At most `limit`. */
  readonly ranking: readonly PerformanceRow[];
  /** Emptiest first, at most 100. */
  readonly deadClasses: readonly PerformanceRow[];
  /** All dead ones. */
  readonly deadCount: number;
}
