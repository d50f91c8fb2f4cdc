/** Classes and trainers of gyms out of PostgreSQL, as the history of a box gives them: what views are made of. */

import type { InstantRange } from '../../gym/calendar/zone.ts';
import type { KnownStarts } from '../../gym/reports/period.ts';
import type { Quality, QualityReason, Trainer } from '../../gym/sessions/session.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';
import type { ClassReads } from '../../store/history/classes/reads.ts';
import type { Session } from '../database/database.ts';

export type GymReads = Pick<ClassReads, 'records' | 'starts' | 'trainers'>;

export interface RecordRow {
  readonly id: string;
  readonly name: string;
  readonly startsUtcMs: number;
  readonly endsUtcMs: number;
  readonly trainerId: string | null;
  readonly trainerName: string | null;
  readonly isSubstitute: boolean;
  readonly room: string | null;
  readonly source: string;
  readonly isCancelled: boolean;
  readonly capacity: number | null;
  readonly booked: number | null;
  readonly checkedIn: number | null;
  readonly lateCancels: number | null;
  readonly waitlisted: number | null;
  readonly revenueMilli: number | null;
  readonly hasEstimate: boolean;
  readonly estSource: string | null;
  readonly attended: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly quality: string | null;
  readonly reasons: readonly string[] | null;
  readonly method: string | null;
  readonly corrected: number | null;
}

/** Of a class that is there, alias `c`. */
export const RECORD_COLUMNS = `
  c.id, c.name, c.starts_utc_ms AS "startsUtcMs", c.ends_utc_ms AS "endsUtcMs", c.trainer AS "trainerId",
  (SELECT t.name FROM trainer t WHERE t.gym = c.gym AND t.id = c.trainer AND NOT t.is_deleted) AS "trainerName",
  c.is_substitute AS "isSubstitute", c.room, c.source, c.is_cancelled AS "isCancelled", c.capacity, c.booked,
  c.checked_in AS "checkedIn", c.late_cancels AS "lateCancels", c.waitlisted, c.revenue_milli AS "revenueMilli",
  c.est_seq > 0 AND NOT c.est_is_deleted AS "hasEstimate", c.est_source AS "estSource", c.attended, c.low, c.high,
  c.quality, c.reasons, c.method, c.corrected`;

/** A class that is gone, or of which only an estimate has come, is none. */
export const IS_THERE = 'c.seq > 0 AND NOT c.is_deleted';

/** Over the gyms that are known by their id at the head office. */
export function createGymReads(session: Session, keyOf: (gymId: string) => number): GymReads {
  return {
    records: async (gymId, { fromUtcMs, toUtcMs }: InstantRange) => {
      const rows = await session.query<RecordRow>(RECORDS, [keyOf(gymId), fromUtcMs, toUtcMs]);
      return rows.map((row) => recordOf(gymId, row));
    },
    starts: async (gymId) => {
      const [row] = await session.query<KnownStarts>(STARTS, [keyOf(gymId)]);
      return row ?? null;
    },
    trainers: async (gymId) => {
      const rows = await session.query<Trainer>(TRAINERS, [keyOf(gymId)]);
      return rows.sort(byName);
    },
  };
}

const RECORDS = `
SELECT ${RECORD_COLUMNS} FROM class_now c
WHERE c.gym = $1 AND c.starts_utc_ms >= $2 AND c.starts_utc_ms < $3 AND ${IS_THERE}
ORDER BY c.starts_utc_ms, c.id COLLATE "C"`;

const STARTS = `
WITH ends AS (
  SELECT min(c.starts_utc_ms) AS first, max(c.starts_utc_ms) AS last FROM class_now c WHERE c.gym = $1 AND ${IS_THERE}
)
SELECT ends.first AS "firstUtcMs", (
  SELECT json_agg(c.starts_utc_ms) FROM class_now c
  WHERE c.gym = $1 AND c.starts_utc_ms > ends.last - 604800000 AND ${IS_THERE}
) AS "lastUtcMs"
FROM ends WHERE ends.first IS NOT NULL`;

const TRAINERS = 'SELECT id, name FROM trainer WHERE gym = $1 AND NOT is_deleted';

/** As the history of a box orders them. */
function byName(one: Trainer, other: Trainer): number {
  return one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1);
}

export function recordOf(gymId: string, row: RecordRow): ClassRecord {
  return {
    id: row.id,
    gymId,
    startsUtcMs: row.startsUtcMs,
    endsUtcMs: row.endsUtcMs,
    name: row.name,
    isSubstitute: row.isSubstitute,
    room: row.room,
    isCancelled: row.isCancelled,
    capacity: row.capacity,
    booked: row.booked,
    checkedIn: row.checkedIn,
    lateCancels: row.lateCancels,
    waitlisted: row.waitlisted,
    revenueMilli: row.revenueMilli,
    trainer:
      row.trainerId === null ? null : { id: row.trainerId, name: row.trainerName ?? row.trainerId },
    sourceId: row.source,
    estimate: row.hasEstimate ? estimateOf(row) : null,
    correction: row.corrected === null ? null : byHand(row.corrected),
  };
}

function estimateOf(row: RecordRow): StoredAttendance {
  return {
    source: row.estSource as StoredAttendance['source'],
    attended: row.attended,
    low: row.low,
    high: row.high,
    quality: row.quality as Quality,
    reasons: (row.reasons ?? []) as readonly QualityReason[],
    // They stay in the box: its curve shows them.
    figures: {},
    method: row.method ?? '',
  };
}

/** As the history says it of a person's count. */
function byHand(attended: number): StoredAttendance {
  return {
    source: 'manual',
    attended,
    low: attended,
    high: attended,
    quality: 'A',
    reasons: ['corrected_by_hand'],
    figures: {},
    method: 'manual',
  };
}
