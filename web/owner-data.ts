/** What the pages of an owner about counts and people are drawn from: true counts, and the audit log. */

/** How far off counts are, people. */
export interface CountErrorFigures {
  /** Mean absolute error. */
  readonly mean: number;
  /** Above 0 the counts are too high. */
  readonly bias: number;
  /** Share of classes that are off by one person at most, 0..1. */
  readonly within_one: number;
}

/** What true counts say of a room: as the owner API has it. */
export interface RoomFactors {
  readonly room: string;
  readonly name: string;
  /** Whether the configuration lets them correct the room. */
  readonly on: boolean;
  readonly state: 'none' | 'waiting' | 'too_few' | 'no_better' | 'better';
  readonly classes: number;
  readonly classes_needed: number;
  readonly factor: number;
  readonly cameras: readonly { readonly camera: string; readonly factor: number }[];
  readonly error_before: CountErrorFigures | null;
  readonly error_after: CountErrorFigures | null;
}

export interface CalibratedRoom extends RoomFactors {
  /** Newest first. Times are RFC 3339 with the gym's offset. */
  readonly counted: readonly {
    readonly session_id: string;
    readonly name: string;
    readonly starts_at: string;
    readonly people: number;
    readonly estimated: number | null;
    readonly corrected: number | null;
  }[];
}

export interface CalibrateData {
  readonly page: 'calibrate';
  /** Whether there is a configuration, in which a room can be switched. */
  readonly canSwitch: boolean;
  readonly fault: string | null;
  readonly rooms: readonly CalibratedRoom[];
}

/** A line of the audit log, with names in place of ids where they are known. */
export interface AuditRow {
  /** RFC 3339 with the gym's offset. */
  readonly at: string;
  readonly by: string;
  /** What was done, in words. */
  readonly what: string;
  readonly of: string;
  /** The page of what it is about; null for none. */
  readonly page: string | null;
}

export const AUDIT_KINDS = ['all', 'changes', 'looks'] as const;
export type AuditFilter = (typeof AUDIT_KINDS)[number];

export interface AuditData {
  readonly page: 'audit';
  readonly show: AuditFilter;
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  /** Whether older ones are left out. */
  readonly isCut: boolean;
}

/** What an owner has said of a class, and the form of it that was refused. */
export interface FindingsData {
  /** To choose from where the class has none of its own. */
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly correction: { readonly attended: number; readonly note: string | null } | null;
  readonly trueCount: number | null;
  readonly sent: SentFinding | null;
}

export interface SentFinding {
  readonly form: 'count' | 'correct';
  readonly fault: string;
  /** Whether it is stored when it is sent once more. */
  readonly isUnlikely: boolean;
  readonly fields: ReadonlyMap<string, string>;
}
