/** The gyms of a batch in the database, locked: who else ingests for them waits. Their settings, epochs and cursors. */

import type { AnyBatch } from '../../chain/messages/batch.ts';
import type { SettingsData } from '../../chain/messages/kinds.ts';
import { cursorAfter } from '../../chain/revision.ts';
import type { GymConfig } from '../../config/config.ts';
import type { Session } from '../database/database.ts';
import { gymOf, gymWithoutSettings } from '../gyms/gym-settings.ts';

interface GymRow {
  readonly key: number;
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly settings: SettingsData | null;
  readonly epoch: number | null;
  readonly epochId: string | null;
  readonly seq: number | null;
  readonly isWhole: boolean | null;
  readonly heardUtcMs: number | null;
}

/** A gym while batches are applied to it. */
export class LockedGym {
  readonly key: number;
  readonly uid: string;
  readonly id: string;
  readonly #name: string;
  config: GymConfig;
  /** The epoch in force: its number and id; 0 before the first. */
  epoch: { number: number; id: string };
  /** Of the epoch in force. */
  cursor: number;
  /** Whether all of the epoch in force has come, so that nothing of older ones is left. */
  isWhole: boolean;
  /** When a batch of the epoch in force last came; 0 before the first. */
  heardUtcMs: number;
  gaps = 0;
  stale = 0;
  readonly epochs = new Map<string, number>();
  newest: AnyBatch | null = null;

  constructor(row: GymRow) {
    this.key = row.key;
    this.uid = row.uid;
    this.id = row.id;
    this.#name = row.name;
    this.config =
      row.settings === null ? gymWithoutSettings(row.id, row.name) : gymOf(row.id, row.settings);
    this.epoch = { number: row.epoch ?? 0, id: row.epochId ?? '' };
    this.cursor = row.seq ?? 0;
    this.isWhole = row.isWhole ?? false;
    this.heardUtcMs = row.heardUtcMs ?? 0;
  }

  get timezone(): string {
    return this.config.timezone;
  }

  apply(settings: SettingsData | null): void {
    this.config =
      settings === null ? gymWithoutSettings(this.id, this.#name) : gymOf(this.id, settings);
  }

  /** Moves the cursor for a batch of the epoch in force. */
  advance(batch: AnyBatch, nowUtcMs: number): void {
    if (batch.from_seq > this.cursor + 1) this.gaps += 1;
    // One that comes again late says how the box was. Not by the box's clock: after a step back it would be old for an hour.
    if (batch.to_seq >= this.cursor) this.newest = batch;
    this.cursor = cursorAfter(this.cursor, batch);
    this.heardUtcMs = nowUtcMs;
  }
}

/** By uid; those that are not known here are missing. */
export async function lockGyms(
  session: Session,
  uids: readonly string[],
): Promise<ReadonlyMap<string, LockedGym>> {
  await session.query(LOCK, [uids]);
  // Not with the lock: who has waited for it would see the cursors as they were before.
  const rows = await session.query<GymRow>(GYMS, [uids]);
  const gyms = new Map(rows.map((row) => [row.uid, new LockedGym(row)]));
  const byKey = new Map([...gyms.values()].map((gym) => [gym.key, gym]));
  const epochs = await session.query<{ gym: number; name: string; number: number }>(EPOCHS, [
    [...byKey.keys()],
  ]);
  for (const { gym, name, number } of epochs) byKey.get(gym)?.epochs.set(name, number);
  return gyms;
}

/**
 * The number of a batch's epoch. One that was never met is the newest: its box has been put back, or has taken another's
 * place, and its numbering begins again.
 */
export async function epochOf(
  session: Session,
  gym: LockedGym,
  { box, epoch }: AnyBatch,
  nowUtcMs: number,
): Promise<number> {
  const name = epochName(box, epoch);
  const known = gym.epochs.get(name);
  if (known !== undefined) return known;
  const number = Math.max(0, ...gym.epochs.values()) + 1;
  await session.query(ADD_EPOCH, [gym.key, box, epoch, number, nowUtcMs]);
  gym.epochs.set(name, number);
  gym.epoch = { number, id: epoch };
  gym.cursor = 0;
  gym.isWhole = false;
  return number;
}

export async function storeCursors(
  session: Session,
  gyms: readonly LockedGym[],
  nowUtcMs: number,
): Promise<void> {
  const moved = gyms.filter(({ epoch }) => epoch.number > 0);
  if (moved.length === 0) return;
  const lists = [
    moved.map(({ key }) => key),
    moved.map(({ newest }) => newest?.box ?? ''),
    moved.map(({ epoch }) => epoch.number),
    moved.map(({ cursor }) => cursor),
    moved.map(({ isWhole }) => isWhole),
    moved.map(({ newest }) => newest?.clock.skew_ms ?? null),
    moved.map(({ newest }) => newest?.app ?? null),
    moved.map(({ stale }) => stale),
    moved.map(({ gaps }) => gaps),
    moved.map(({ heardUtcMs }) => heardUtcMs),
    nowUtcMs,
  ];
  await session.query(STORE_CURSORS, lists);
  const told = moved.filter(({ newest }) => newest?.status != null);
  if (told.length === 0) return;
  const statuses = told.map(({ newest }) =>
    JSON.stringify(newest?.status).replaceAll('\\u0000', ''),
  );
  await session.query(STORE_STATUS, [told.map(({ key }) => key), statuses, nowUtcMs]);
}

/** One text for an epoch of a box: ids of other boxes' epochs may be equal. */
function epochName(box: string, epoch: string): string {
  return `${box} ${epoch}`;
}

const LOCK = 'SELECT key FROM gym WHERE uid = ANY($1::text[]) ORDER BY key FOR UPDATE';

const GYMS = `
SELECT g.key, g.uid, g.id, g.name, g.settings, c.epoch, e.id AS "epochId", c.seq, c.is_whole AS "isWhole",
  c.heard_utc_ms AS "heardUtcMs"
FROM gym g LEFT JOIN gym_cursor c ON c.gym = g.key
LEFT JOIN epoch e ON e.gym = g.key AND e.number = c.epoch
WHERE g.uid = ANY($1::text[]) ORDER BY g.key`;

const EPOCHS = `SELECT gym, box || ' ' || id AS name, number FROM epoch WHERE gym = ANY($1::integer[])`;

const ADD_EPOCH =
  'INSERT INTO epoch (gym, box, id, number, since_utc_ms) VALUES ($1, $2, $3, $4, $5)';

const STORE_CURSORS = `
INSERT INTO gym_cursor AS t (gym, box, epoch, seq, is_whole, skew_ms, app, stale, gaps, heard_utc_ms,
  received_utc_ms)
SELECT *, $11::bigint FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[],
  $6::double precision[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
ON CONFLICT (gym) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq, is_whole = excluded.is_whole,
  box = coalesce(nullif(excluded.box, ''), t.box), skew_ms = coalesce(excluded.skew_ms, t.skew_ms),
  app = coalesce(excluded.app, t.app), stale = t.stale + excluded.stale, gaps = t.gaps + excluded.gaps,
  heard_utc_ms = excluded.heard_utc_ms, received_utc_ms = excluded.received_utc_ms`;

const STORE_STATUS = `
UPDATE gym SET status = said.status, status_utc_ms = $3
FROM (SELECT * FROM unnest($1::integer[], $2::text[]::jsonb[])) AS said (gym, status) WHERE gym.key = said.gym`;
