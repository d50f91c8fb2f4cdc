/** What is left of a box's earlier lives, and whether a box and the head office have the same rows. */

import { digestsOf, type RowRevision, unequalBuckets } from '../../chain/digest.ts';
import { isNewer, type Revision } from '../../chain/revision.ts';
import type { Session } from '../database/database.ts';
import { ROW_KINDS, ROW_NAMES } from './row-kinds.ts';

/**
 * Removes all rows of a gym that are of older epochs than the one in force: the box does not have them any more.
 *
 * @returns days whose classes have changed.
 */
export async function bury(session: Session, gym: number, epoch: number): Promise<string[]> {
  const days = await session.query<{ day: string }>(
    `SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM class_now
     WHERE gym = $1 AND day IS NOT NULL AND (epoch < $2 OR est_epoch < $2)`,
    [gym, epoch],
  );
  for (const table of ['trainer', 'correction', 'box_audit', 'room_day', 'parked_change']) {
    await session.query(`DELETE FROM ${table} WHERE gym = $1 AND epoch < $2`, [gym, epoch]);
  }
  await session.query('DELETE FROM class_now WHERE gym = $1 AND epoch < $2 AND est_epoch < $2', [
    gym,
    epoch,
  ]);
  await session.query(FORGET_ESTIMATES, [gym, epoch]);
  await session.query(FORGET_SESSIONS, [gym, epoch]);
  await session.query(
    `UPDATE gym SET settings = NULL, settings_is_deleted = true WHERE key = $1 AND settings_epoch < $2`,
    [gym, epoch],
  );
  await session.query(`${SET_CORRECTED} WHERE c.gym = $1 AND c.corrected IS NOT NULL`, [gym]);
  return days.map(({ day }) => day);
}

/** The correction that holds goes into the row of its class. */
export const SET_CORRECTED = `
UPDATE class_now c SET corrected = (
  SELECT r.attended FROM correction r
  WHERE r.gym = c.gym AND r.class = c.id AND NOT r.is_deleted AND r.withdrawn_utc_ms IS NULL
  ORDER BY r.number DESC LIMIT 1
)`;

const FORGET_ESTIMATES = `
UPDATE class_now SET est_epoch = 0, est_rev = 0, est_is_deleted = false, version = NULL, est_utc_ms = NULL,
  est_source = NULL, attended = NULL, low = NULL, high = NULL, quality = NULL, reasons = NULL, method = NULL
WHERE gym = $1 AND est_epoch < $2`;

const FORGET_SESSIONS = `
UPDATE class_now SET epoch = 0, rev = 0, is_deleted = false, day = NULL, starts_utc_ms = NULL
WHERE gym = $1 AND epoch < $2`;

/**
 * All live rows of a gym, those that are put aside too: the box has them as well. Of a row whose newer state is put aside,
 * that state alone.
 */
export async function gymRows(session: Session, gym: number): Promise<readonly RowRevision[]> {
  const newest = new Map<string, RowRevision & Revision>();
  for (const row of await session.query<RowRevision & Revision>(REVISIONS, [gym])) {
    const name = `${row.kind} ${row.key}`;
    if (isNewer(row, newest.get(name) ?? null)) newest.set(name, row);
  }
  return [...newest.values()];
}

export async function gymDigests(session: Session, gym: number): Promise<string[]> {
  return digestsOf(await gymRows(session, gym));
}

/** The buckets in which a box and the head office differ, 0..255. */
export async function unequalOf(
  session: Session,
  gym: number,
  digests: readonly string[],
): Promise<number[]> {
  return unequalBuckets(await gymDigests(session, gym), digests);
}

const REVISIONS = [
  `SELECT 'settings' AS kind, 'gym' AS key, settings_epoch AS epoch, settings_rev AS rev FROM gym
   WHERE gym.key = $1 AND settings_rev > 0 AND NOT settings_is_deleted`,
  ...ROW_NAMES.map((name) => {
    const { table, keySql, epoch, rev, isDeleted } = ROW_KINDS[name];
    return `SELECT '${name}', ${keySql}, ${epoch}, ${rev} FROM ${table} t WHERE gym = $1 AND ${rev} > 0 AND NOT ${isDeleted}`;
  }),
  'SELECT kind, key, epoch, rev FROM parked_change WHERE gym = $1 AND NOT is_deleted',
].join(' UNION ALL ');
