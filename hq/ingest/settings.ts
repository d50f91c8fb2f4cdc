/** Settings of a gym: a part of its row. They come before classes, since the zone says on which date a class is. */

import { dateAt } from '../../gym/calendar/zone.ts';
import type { Session } from '../database/database.ts';
import { remakeDays } from '../days/days.ts';
import { DIRECTORY_CHANNEL } from '../gyms/directory.ts';
import type { NewSettings } from './gathered.ts';
import type { LockedGym } from './gym-rows.ts';

/** Stores settings where they are newer. All days of the gym are made again then: prices and places are in their sums. */
export async function storeSettings(
  session: Session,
  gym: LockedGym,
  { epoch, rev, data }: NewSettings,
  nowUtcMs: number,
): Promise<void> {
  const { timezone, currency } = gym.config;
  const values = [gym.key, epoch, rev, data === null, data === null ? null : JSON.stringify(data)];
  const stored = await session.query(STORE, [
    ...values,
    data?.timezone ?? timezone,
    data?.currency ?? currency,
  ]);
  if (stored.length === 0) return;
  gym.apply(data);
  // Its zone and currency are in the directory of every node.
  await session.query('SELECT pg_notify($1, $2)', [DIRECTORY_CHANNEL, gym.id]);
  if (gym.timezone !== timezone) await redate(session, gym);
  const days = await session.query<{ day: string }>(DAYS, [gym.key]);
  await remakeDays(
    session,
    days.map(({ day }) => ({ gym: gym.key, day })),
    new Map([[gym.key, gym.config]]),
    nowUtcMs,
  );
}

/** Gives all classes the dates that they have in the gym's zone. */
async function redate(session: Session, gym: LockedGym): Promise<void> {
  const rows = await session.query<{ id: string; startsUtcMs: number }>(STARTS, [gym.key]);
  const days = rows.map(({ startsUtcMs }) => dateAt(gym.timezone, startsUtcMs));
  await session.query('DELETE FROM gym_day WHERE gym = $1', [gym.key]);
  await session.query(REDATE, [gym.key, rows.map(({ id }) => id), days]);
}

const STORE = `
UPDATE gym SET settings_epoch = $2, settings_rev = $3, settings_is_deleted = $4, settings = $5::jsonb,
  timezone = $6, currency = $7
WHERE key = $1 AND ($2, $3) > (settings_epoch, settings_rev) RETURNING key`;

const DAYS = 'SELECT DISTINCT day FROM class_now WHERE gym = $1 AND day IS NOT NULL';

const STARTS = `
SELECT id, starts_utc_ms AS "startsUtcMs" FROM class_now WHERE gym = $1 AND starts_utc_ms IS NOT NULL`;

const REDATE = `
UPDATE class_now c SET day = now.day FROM unnest($2::text[], $3::date[]) AS now (id, day)
WHERE c.gym = $1 AND c.id = now.id`;
