/** Settings of a gym: a part of its row. They come before classes, since the zone says on which date a class is. */

import type { SettingsData } from '../../chain/kinds.ts';
import type { GymConfig } from '../../config/config.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import type { Session } from '../database/database.ts';
import { remakeDays } from '../days/days.ts';
import { DIRECTORY_CHANNEL, gymOf, gymWithoutSettings } from '../gyms/directory.ts';

/** A gym whose row is locked. */
export interface LockedGym {
  readonly key: number;
  readonly id: string;
  readonly config: GymConfig;
}

interface GymRow extends Omit<LockedGym, 'config'> {
  readonly name: string;
  readonly settings: SettingsData | null;
}

/** Locks gyms, in an order that is the same for everyone: who else changes something of them waits. */
export async function lockGyms(session: Session, keys: readonly number[]): Promise<LockedGym[]> {
  const rows = await session.query<GymRow>(LOCK, [keys]);
  return rows.map(({ key, id, name, settings }) => ({
    key,
    id,
    config: settings === null ? gymWithoutSettings(id, name) : gymOf(id, settings),
  }));
}

/** Stores settings where they are newer: all days of the gym are made again then, since prices and places are in their sums. */
export async function storeSettings(
  session: Session,
  { key, id, config }: LockedGym,
  { seq, data }: { readonly seq: number; readonly data: SettingsData },
  nowUtcMs: number,
): Promise<LockedGym> {
  const values = [key, seq, JSON.stringify(data), data.timezone, data.currency];
  const stored = await session.query(STORE, values);
  const gym = { key, id, config: gymOf(id, data) };
  if (stored.length === 0) return { key, id, config };
  // Its zone and currency are in the directory of every node.
  await session.query('SELECT pg_notify($1, $2)', [DIRECTORY_CHANNEL, id]);
  if (data.timezone !== config.timezone) await redate(session, gym);
  const found = await session.query<{ day: string }>(DAYS, [key]);
  const days = found.map(({ day }) => ({ gym: key, day }));
  await remakeDays(session, days, new Map([[key, gym.config]]), nowUtcMs);
  return gym;
}

/** Gives all classes the dates that they have in the gym's zone. */
async function redate(session: Session, { key, config }: LockedGym): Promise<void> {
  const rows = await session.query<{ id: string; startsUtcMs: number }>(STARTS, [key]);
  const days = rows.map(({ startsUtcMs }) => dateAt(config.timezone, startsUtcMs));
  await session.query('DELETE FROM gym_day WHERE gym = $1', [key]);
  await session.query(REDATE, [key, rows.map(({ id }) => id), days]);
}

const LOCK =
  'SELECT key, id, name, settings FROM gym WHERE key = ANY($1::integer[]) ORDER BY key FOR UPDATE';

const STORE = `UPDATE gym SET settings_seq = $2, settings = $3::jsonb, timezone = $4, currency = $5
WHERE key = $1 AND $2 > settings_seq RETURNING key`;

const DAYS = 'SELECT DISTINCT day FROM class_now WHERE gym = $1 AND day IS NOT NULL';

const STARTS = `SELECT id, starts_utc_ms AS "startsUtcMs" FROM class_now WHERE gym = $1 AND starts_utc_ms IS NOT NULL`;

const REDATE = `UPDATE class_now c SET day = now.day FROM unnest($2::text[], $3::date[]) AS now (id, day)
WHERE c.gym = $1 AND c.id = now.id`;
