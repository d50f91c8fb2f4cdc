/** What stands behind the attendance of one class on one date: the counts, every estimate, every correction. */

import { MINUTE_MS, type MinuteCount } from '../attendance/by-minute.ts';
import type { Attendance, ClassSession } from '../sessions/session.ts';

/** One estimate of who was there. */
export interface EstimateVersion extends Attendance {
  /** When it was made; null for one of a class that is not over, which is made again and again. */
  readonly computedUtcMs: number | null;
  /** What it was made of, by the names of `AttendanceFigures`; none of them is certain to be there. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** Version of the method, and a digest of the settings. */
  readonly method: string;
}

/** What a person said of it. */
export interface SessionCorrection {
  readonly attended: number;
  readonly note: string | null;
  /** The id of a key, or `command line`. */
  readonly by: string;
  readonly madeUtcMs: number;
  /** Null while it holds. */
  readonly withdrawnUtcMs: number | null;
}

export interface SessionEvidence {
  readonly session: ClassSession;
  /** Minutes from {@link CURVE_MARGIN_MINUTES} before the start to as many after the end, or to now; none before. */
  readonly minutes: readonly MinuteCount[];
  /** Oldest first; the last one holds. */
  readonly versions: readonly EstimateVersion[];
  /** Oldest first. */
  readonly corrections: readonly SessionCorrection[];
}

/** Minutes of the curve before the start and after the end. Source: the samples that are taken often around a class. */
export const CURVE_MARGIN_MINUTES = 10;

export interface CurveSpan {
  readonly fromUtcMs: number;
  readonly toUtcMs: number;
  /** Minutes, 0..1460. */
  readonly length: number;
}

/** What the curve of a class covers as of `nowUtcMs`. */
export function curveSpan(
  { startsUtcMs, endsUtcMs }: Pick<ClassSession, 'startsUtcMs' | 'endsUtcMs'>,
  nowUtcMs: number,
): CurveSpan {
  const marginMs = CURVE_MARGIN_MINUTES * MINUTE_MS;
  const fromUtcMs = startsUtcMs - marginMs;
  const lastUtcMs = Math.max(fromUtcMs, Math.min(endsUtcMs + marginMs, nowUtcMs));
  const length = Math.ceil((lastUtcMs - fromUtcMs) / MINUTE_MS);
  return { fromUtcMs, toUtcMs: lastUtcMs, length };
}
