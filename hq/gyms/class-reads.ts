/** Classes and trainers of gyms out of PostgreSQL, as the history of a box gives them: what views are made of. */

import type { InstantRange } from '../../gym/calendar/zone.ts';
import type { KnownStarts } from '../../gym/reports/period.ts';
import { CLASS_FIELDS, MERGED_NAMES } from '../../gym/sessions/class-fields.ts';
import type { Trainer } from '../../gym/sessions/session.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { byHand, type ClassReads } from '../../store/history/classes/reads.ts';
import type { Session } from '../database/database.ts';

export type GymReads = Pick<ClassReads, 'records' | 'starts' | 'trainers'>;

export type RecordRow = Omit<ClassRecord, 'gymId' | 'correction'> & {
  readonly corrected: number | null;
};

const FIELDS = MERGED_NAMES.filter((name) => name !== 'trainerId').map(
  (name) => `c.${CLASS_FIELDS[name].column} AS "${name}"`,
);

/** Of a class that is there, alias `c`. Figures behind an estimate stay in the box: its curve shows them. */
export const RECORD_COLUMNS = `  c.id, ${FIELDS.join(', ')}, c.source AS "sourceId",
  CASE WHEN c.trainer IS NOT NULL THEN json_build_object('id', c.trainer, 'name', coalesce(
    (SELECT t.name FROM trainer t WHERE t.gym = c.gym AND t.id = c.trainer AND NOT t.is_deleted), c.trainer)) END AS trainer,
  CASE WHEN c.est_seq > 0 AND NOT c.est_is_deleted THEN json_build_object(
    'source', c.est_source, 'attended', c.attended, 'low', c.low, 'high', c.high, 'quality', c.quality,
    'reasons', coalesce(c.reasons, '[]'), 'figures', json_build_object(), 'method', coalesce(c.method, '')) END AS estimate,
  c.corrected`;

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

const RECORDS = `SELECT ${RECORD_COLUMNS} FROM class_now c
WHERE c.gym = $1 AND c.starts_utc_ms >= $2 AND c.starts_utc_ms < $3 AND ${IS_THERE}
ORDER BY c.starts_utc_ms, c.id COLLATE "C"`;

const STARTS = `WITH ends AS (
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

export function recordOf(gymId: string, { corrected, ...row }: RecordRow): ClassRecord {
  return { ...row, gymId, correction: corrected === null ? null : byHand(corrected) };
}
