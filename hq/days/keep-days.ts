/** Makes days again when one of their classes has ended: no message comes then from a room that no camera sees. */

import { messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { every } from '../../runtime/timers.ts';
import type { Database } from '../database/database.ts';
import { lockGyms } from '../sync/settings.ts';
import { type GymDay, remakeDays } from './days.ts';

interface DayKeeperParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  readonly log: Log;
}

/** Chosen here: the sums of today lag behind its classes by a minute at most. */
const EVERY_MS = 60_000;
/** Days of one transaction. Chosen here: some hundred milliseconds. */
const DAYS_AT_ONCE = 500;

/** Goes on until `signal` aborts. @returns resolves when nothing is written any more. */
export function keepDays(parts: DayKeeperParts, signal: AbortSignal): Promise<void> {
  const onError = (error: unknown) => parts.log.warn('days_failed', { detail: messageOf(error) });
  return every({ periodMs: EVERY_MS, signal, onError }, async () => {
    while (!signal.aborted && (await remakeEnded(parts)) === DAYS_AT_ONCE);
  });
}

/** Makes the days again in which a class has ended since they were made. @returns how many, at most 500. */
export function remakeEnded({ database, clock }: Omit<DayKeeperParts, 'log'>): Promise<number> {
  return database.transaction(async (session) => {
    const nowUtcMs = clock.nowUtcMs();
    const due = await session.query<GymDay>(DUE, [nowUtcMs, DAYS_AT_ONCE]);
    if (due.length === 0) return 0;
    const gyms = await lockGyms(session, [...new Set(due.map(({ gym }) => gym))]);
    const configs = new Map(gyms.map(({ key, config }) => [key, config]));
    await remakeDays(session, due, configs, nowUtcMs);
    return due.length;
  });
}

const DUE = 'SELECT gym, day FROM gym_day WHERE next_utc_ms <= $1 ORDER BY next_utc_ms LIMIT $2';
