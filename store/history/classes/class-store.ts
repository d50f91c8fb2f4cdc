/** What the history stores of classes, as it is told. */

import type { EstimateVersion, SessionCorrection } from '../../../gym/reports/session-report.ts';
import type { RoomIdOf } from '../../../gym/sessions/names.ts';
import type { AttendanceSource, ScheduledClass } from '../../../gym/sessions/session.ts';
import type { ChangeCounts } from './changes.ts';

/** What was found out about who was in a class, by the estimator or by a person. A record of another method is estimated again. */
export interface StoredAttendance extends Omit<EstimateVersion, 'source' | 'computedUtcMs'> {
  readonly source: Exclude<AttendanceSource, 'import'>;
}

/** A class as it is stored, with what was found out about who was there. */
export interface ClassRecord extends ScheduledClass {
  /** Source that speaks for name, time and room: whose mapping of room names applies. */
  readonly sourceId: string;
  /** The newest version that was estimated; null before the first. */
  readonly estimate: StoredAttendance | null;
  /** What a person said, which overrides the estimate; null where no one did, or it was withdrawn. */
  readonly correction: StoredAttendance | null;
}

/** One import that changed something, as the history lists it. */
export interface ImportRecord {
  readonly number: number;
  readonly sourceId: string;
  /** Name of the file, or host of the address, or the feed. */
  readonly origin: string;
  readonly madeUtcMs: number;
  /** Rows or events that were read. */
  readonly rows: number;
  readonly counts: ChangeCounts;
  /** Null while it holds. */
  readonly undoneUtcMs: number | null;
  /** Whether it can still be taken back: the state before is stored for the newest imports only. */
  readonly isKept: boolean;
}

export interface CorrectionRecord extends SessionCorrection {
  /** Who withdrew it, or made the correction that took its place. */
  readonly withdrawnBy: string | null;
}

/** A class, as a list names it. */
export interface NamedClass {
  readonly classId: string;
  readonly name: string;
  readonly startsUtcMs: number;
}

/** A person's count of a class, for calibration: it changes no figure of the class itself. */
export interface TrueCount extends NamedClass {
  readonly roomId: string;
  readonly people: number;
  readonly madeUtcMs: number;
}

export interface ImportOptions {
  /**
   * With it sources that write a room differently are known to mean the same one; without it only the names are
   * compared: the history knows no configuration.
   */
  readonly roomIdOf?: RoomIdOf;
  /** Ends the import, which then changes nothing and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The digest of a preview's plan: another plan changes nothing and rejects with `preview_outdated`. */
  readonly seen?: string;
  /** Where it comes from, for people: the name of a file or of a feed. Default: the source. */
  readonly origin?: string;
}
