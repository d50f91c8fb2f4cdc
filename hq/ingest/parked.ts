/** What cannot be read is put aside, never lost and never asked for again: whole messages, and changes of unknown kinds. */

import type { Session } from '../database/database.ts';
import type { Gathered } from './gathered.ts';
import type { Incoming, Parked } from './opened.ts';

export async function storeParked(
  session: Session,
  messages: readonly (readonly [Incoming, Parked])[],
  nowUtcMs: number,
): Promise<void> {
  for (const [{ gym, encoding, bytes }, { reason, detail }] of messages) {
    const known = encoding?.replaceAll('\0', '') ?? null;
    const values = [gym.replaceAll('\0', ''), reason, detail, known, Buffer.from(bytes), nowUtcMs];
    await session.query(PARK_MESSAGE, values);
  }
}

export async function storeParkedChanges(
  session: Session,
  { parked }: Gathered,
  nowUtcMs: number,
): Promise<void> {
  const rows = [...parked.values()];
  if (rows.length === 0) return;
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

const PARK_MESSAGE = `
INSERT INTO parked_message (gym, reason, detail, encoding, body, received_utc_ms) VALUES ($1, $2, $3, $4, $5, $6)`;

const PARK_CHANGES = `
INSERT INTO parked_change AS t (gym, kind, key, epoch, rev, is_deleted, data, received_utc_ms)
SELECT *, $8::bigint FROM unnest($1::integer[], $2::text[], $3::text[], $4::integer[], $5::bigint[], $6::boolean[], $7::text[])
ON CONFLICT (gym, kind, key) DO UPDATE SET epoch = excluded.epoch, rev = excluded.rev,
  is_deleted = excluded.is_deleted, data = excluded.data, received_utc_ms = excluded.received_utc_ms
WHERE (excluded.epoch, excluded.rev) > (t.epoch, t.rev)`;
