/**
 * What cannot be read is put aside, never lost and never asked for again: whole messages, and changes of unknown kinds. It
 * leaves by `replay.ts`, or when something newer comes.
 */

import type { Session } from '../../database/database.ts';
import type { Gathered } from '../gathered.ts';
import type { Incoming, Parked } from '../opened.ts';
import { ROW_KINDS, ROW_NAMES } from '../row-kinds.ts';

/**
 * Messages of one gym and reason. A box gets no receipt for them, so it has all that they say and tries again for ever: older
 * ones are not needed. Chosen here: three hours of a box that tries once a minute.
 */
const MAX_MESSAGES = 200;

export async function storeParked(
  session: Session,
  messages: readonly (readonly [Incoming, Parked])[],
  nowUtcMs: number,
): Promise<void> {
  for (const [{ gym, encoding, bytes }, { reason, detail }] of messages) {
    const [uid, known] = [clean(gym), encoding === null ? null : clean(encoding)];
    const values = [uid, reason, detail, known, Buffer.from(bytes), nowUtcMs];
    await session.query(PARK_MESSAGE, values);
    await session.query(FORGET_MESSAGES, [uid, reason]);
  }
}

/** @param gyms keys of those whose rows have changed: what is older than a row of theirs leaves. */
export async function storeParkedChanges(
  session: Session,
  { parked }: Gathered,
  gyms: readonly number[],
  nowUtcMs: number,
): Promise<void> {
  const rows = [...parked.values()];
  if (rows.length > 0) {
    await session.query(PARK_CHANGES, [
      rows.map(({ gym }) => gym),
      rows.map(({ kind }) => kind),
      rows.map(({ key }) => key),
      rows.map(({ epoch }) => epoch),
      rows.map(({ rev }) => rev),
      rows.map(({ data }) => data === null),
      rows.map(({ data }) => (data === null ? null : JSON.stringify(data))),
      nowUtcMs,
    ]);
  }
  const there = await session.query<{ gym: number }>(WITH_PARKED, [gyms]);
  if (there.length === 0) return;
  for (const text of FORGET_CHANGES) await session.query(text, [there.map(({ gym }) => gym)]);
}

export interface ParkedCounts {
  readonly messages: number;
  readonly changes: number;
}

/** What waits for a newer head office, of all gyms. */
export async function countParked(session: Session): Promise<ParkedCounts> {
  const [counts] = await session.query<ParkedCounts>(COUNT);
  return counts ?? { messages: 0, changes: 0 };
}

/** PostgreSQL holds no text with a zero in it. */
function clean(text: string): string {
  return text.replaceAll('\0', '');
}

const COUNT = `
SELECT (SELECT count(*) FROM parked_message) AS messages,
  (SELECT count(*) FROM parked_change WHERE NOT is_deleted) AS changes`;

const PARK_MESSAGE = `
INSERT INTO parked_message (gym, reason, detail, encoding, body, received_utc_ms) VALUES ($1, $2, $3, $4, $5, $6)`;

const FORGET_MESSAGES = `
DELETE FROM parked_message WHERE gym = $1 AND reason = $2 AND number <= (
  SELECT number FROM parked_message WHERE gym = $1 AND reason = $2 ORDER BY number DESC OFFSET ${MAX_MESSAGES} LIMIT 1)`;

const PARK_CHANGES = `
INSERT INTO parked_change AS t (gym, kind, key, epoch, rev, is_deleted, data, received_utc_ms)
SELECT *, $8::bigint FROM unnest($1::integer[], $2::text[], $3::text[], $4::integer[], $5::bigint[], $6::boolean[], $7::text[])
ON CONFLICT (gym, kind, key) DO UPDATE SET epoch = excluded.epoch, rev = excluded.rev,
  is_deleted = excluded.is_deleted, data = excluded.data, received_utc_ms = excluded.received_utc_ms
WHERE (excluded.epoch, excluded.rev) > (t.epoch, t.rev)`;

const WITH_PARKED = `
SELECT DISTINCT gym FROM parked_change WHERE gym = ANY($1::integer[])`;

/** A row of the same thing at the same revision or a newer one: the box has no other state of it. */
const FORGET_CHANGES = [
  `DELETE FROM parked_change p USING gym g WHERE p.gym = ANY($1::integer[]) AND g.key = p.gym AND p.kind = 'settings'
   AND (g.settings_epoch, g.settings_rev) >= (p.epoch, p.rev)`,
  ...ROW_NAMES.map((name) => {
    const { table, keySql, epoch, rev } = ROW_KINDS[name];
    return `DELETE FROM parked_change p USING ${table} t WHERE p.gym = ANY($1::integer[]) AND t.gym = p.gym
     AND p.kind = '${name}' AND ${keySql} = p.key AND (t.${epoch}, t.${rev}) >= (p.epoch, p.rev)`;
  }),
];
