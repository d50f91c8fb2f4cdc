/** What the history stores of classes, as it is told. */

import type { EstimateVersion } from '../../../gym/reports/session-report.ts';
import type { RoomIdOf } from '../../../gym/sessions/names.ts';
import type { AttendanceSource, ScheduledClass } from '../../../gym/sessions/session.ts';
import type { ChangeCounts } from './changes.ts';
import type { RowOf } from './rows.ts';

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

export const IMPORT = {
  number: 'number INTEGER PRIMARY KEY',
  gymId: 'gym TEXT NOT NULL',
  sourceKey: 'source INTEGER NOT NULL REFERENCES sources (key)',
  /** Name of the file, or host of the address, or the feed. */
  origin: 'origin TEXT NOT NULL',
  madeUtcMs: 'made_utc_ms INTEGER NOT NULL',
  /** Rows or events that were read. */
  rows: 'rows INTEGER NOT NULL',
  counts: 'counts TEXT NOT NULL',
  people: 'people TEXT NOT NULL',
  facts: 'facts INTEGER NOT NULL',
  isKept: 'is_kept INTEGER NOT NULL',
  /** Null while it holds. */
  undoneUtcMs: 'undone_utc_ms INTEGER',
  undoneBy: 'undone_by TEXT',
} as const;

type Listed = 'number' | 'origin' | 'madeUtcMs' | 'rows' | 'undoneUtcMs';
/** One import that changed something, as the history lists it. */
export type ImportRecord = Pick<RowOf<typeof IMPORT>, Listed> & {
  readonly sourceId: string;
  readonly counts: ChangeCounts;
  /** Whether it can still be taken back: the state before is stored for the newest imports only. */
  readonly isKept: boolean;
};

export const CORRECTION = {
  attended: 'attended INTEGER NOT NULL',
  note: 'note TEXT',
  by: 'made_by TEXT NOT NULL',
  madeUtcMs: 'made_utc_ms INTEGER NOT NULL',
  withdrawnUtcMs: 'withdrawn_utc_ms INTEGER',
  /** Who withdrew it, or made the correction that took its place. */
  withdrawnBy: 'withdrawn_by TEXT',
} as const;

export type CorrectionRecord = RowOf<typeof CORRECTION>;

/** A class, as a list names it. */
export interface NamedClass {
  readonly classId: string;
  readonly name: string;
  readonly startsUtcMs: number;
}

/** A person's count of a class, for calibration: it changes no figure of the class itself. */
export const TRUE_COUNT = {
  roomId: 'room TEXT NOT NULL',
  people: 'people INTEGER NOT NULL',
  madeUtcMs: 'made_utc_ms INTEGER NOT NULL',
} as const;

export type TrueCount = NamedClass & RowOf<typeof TRUE_COUNT>;

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

/** How the last reads of a feed went. */
export interface FeedState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly lastReadUtcMs: number | null;
  readonly lastSuccessUtcMs: number | null;
  /** Code and sentence of what is wrong now, without addresses; null where nothing is. */
  readonly fault: { readonly code: string; readonly detail: string } | null;
  /** Classes of the newest good read. */
  readonly entries: number;
  /** Places of it that could not be read. */
  readonly faultCount: number;
}
