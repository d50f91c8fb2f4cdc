/** What the history stores of classes, as it is told. */

import type { RoomIdOf } from '../../../gym/schedule/rooms.ts';
import type {
  AttendanceSource,
  Quality,
  QualityReason,
  ScheduledClass,
} from '../../../gym/sessions/session.ts';

/** What was found out about who was in a class, by the estimator or by a person. */
export interface StoredAttendance {
  readonly source: Exclude<AttendanceSource, 'import'>;
  readonly attended: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly quality: Quality;
  readonly reasons: readonly QualityReason[];
  /** What the estimate was made of, for those who ask how: percentiles, staff, coverage. JSON numbers or null. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** Version of the method and a digest of the settings: a record of another method is estimated again. */
  readonly method: string;
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

/** One change that an import makes, or would make. */
export interface ImportChange {
  readonly kind: 'add' | 'change' | 'cancel' | 'move' | 'remove';
  /** Null for a class that is not there yet. */
  readonly classId: string | null;
  readonly name: string;
  readonly startsUtcMs: number;
  /** Names of the fields that differ, with their values before and after, for people. */
  readonly fields: readonly {
    readonly field: string;
    readonly before: string;
    readonly after: string;
  }[];
}

export interface ImportPlan {
  /** At most 1,000; the counts are of all. */
  readonly changes: readonly ImportChange[];
  readonly counts: Readonly<Record<ImportChange['kind'] | 'unchanged', number>>;
  /** Rooms that the entries name, with the id of the configured room or null. */
  readonly rooms: readonly { readonly name: string; readonly roomId: string | null }[];
  /** Trainers that are one person with another, or whose name was turned round: as written, and as they are called now. */
  readonly joins: readonly { readonly name: string; readonly into: string }[];
  /** The same for the same changes, all of them: what a person has seen is what is done. */
  readonly digest: string;
  /** Of the list of imports; null for one that says nothing new. */
  readonly importNumber: number | null;
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
  readonly counts: ImportPlan['counts'];
  /** Null while it holds. */
  readonly undoneUtcMs: number | null;
  /** Whether it can still be taken back: the state before is stored for the newest imports only. */
  readonly isKept: boolean;
}

/** What one source says of the bookings of a class; null is what it does not speak of. */
export interface SourceBookings {
  readonly sourceId: string;
  readonly isCancelled: boolean | null;
  readonly capacity: number | null;
  readonly booked: number | null;
  readonly checkedIn: number | null;
  readonly noShows: number | null;
  readonly lateCancels: number | null;
  readonly waitlisted: number | null;
}

/** What taking an import back did. */
export interface UndoReport {
  readonly import: ImportRecord;
  readonly counts: ImportPlan['counts'];
  /** Classes that later imports spoke of, which stay as they are: at most 100; the count is of all. */
  readonly stayed: readonly {
    readonly classId: string;
    readonly name: string;
    readonly startsUtcMs: number;
  }[];
  readonly stayedCount: number;
  /** Numbers of those imports. */
  readonly later: readonly number[];
}

export interface CorrectionRecord {
  readonly attended: number;
  readonly note: string | null;
  /** Who said so: the id of a key, or `command line`. */
  readonly by: string;
  readonly madeUtcMs: number;
  /** Null while it is in force. */
  readonly withdrawnUtcMs: number | null;
  /** Who withdrew it, or made the correction that took its place. */
  readonly withdrawnBy: string | null;
}

/** A correction among those of its gym. */
export interface ListedCorrection extends CorrectionRecord {
  readonly classId: string;
  /** Of the class. */
  readonly name: string;
  readonly startsUtcMs: number;
}

/** A person's count of a class, for calibration: it changes no figure of the class itself. */
export interface TrueCount {
  readonly classId: string;
  /** Of the class. */
  readonly name: string;
  readonly startsUtcMs: number;
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
  /** {@link ImportPlan.digest} of a preview: another plan changes nothing and rejects with `preview_outdated`. */
  readonly seen?: string;
  /** Where it comes from, for people: the name of a file or of a feed. Default: the source. */
  readonly origin?: string;
}
