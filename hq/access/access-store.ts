/** Keys and the audit log of a head office, in PostgreSQL: what a box has in SQLite, for any number of nodes. */

import type { KeyScope } from '../../store/access/key.ts';
import type {
  AccessStore,
  AuditRecord,
  StoredKey,
} from '../../store/history/access/access-store.ts';
import type { Database } from '../database/database.ts';

/** The channel of PostgreSQL that says that a key was made or revoked. */
export const KEYS_CHANNEL = 'turnout_keys';

export function createHqAccessStore(database: Database): AccessStore {
  return {
    keys: async () => {
      const rows = await database.query<StoredKey & { scope: KeyScope | null }>(KEYS);
      return rows.map(({ scope, ...key }) => (scope === null ? key : { ...key, scope }));
    },
    addKey: (key, by) =>
      database.transaction(async (session) => {
        const { id, hash, prefix, gymId, role, trainerId, label, lookupLimit, lookupsTaken } = key;
        const scope = key.scope === undefined ? null : JSON.stringify(key.scope);
        const { createdUtcMs, revokedUtcMs } = key;
        const values = [id, hash, prefix, gymId, role, trainerId, scope, label, lookupLimit];
        await session.query(ADD_KEY, [...values, lookupsTaken, createdUtcMs, revokedUtcMs]);
        await session.query(NOTE, [createdUtcMs, by, 'key_created', id]);
      }),
    revokeKey: (id, by, atUtcMs) =>
      database.transaction(async (session) => {
        const revoked = await session.query(REVOKE_KEY, [id, atUtcMs]);
        if (revoked.length > 0) await session.query(NOTE, [atUtcMs, by, 'key_revoked', id]);
      }),
    leaseLookups: async (id, count) => {
      const [row] = await database.query<{ taken: number; leased: number }>(LEASE, [id, count]);
      // A key that is gone gives nothing.
      return row ?? { taken: Number.MAX_SAFE_INTEGER, leased: 0 };
    },
    settleLookups: async (changes) => {
      await database.query(SETTLE, [changes.map(({ id }) => id), changes.map(({ by }) => by)]);
    },
    noteLook: async ({ by, gymId, trainerId, atUtcMs, sinceUtcMs }) => {
      await database.query(NOTE_LOOK, [atUtcMs, by, gymId, trainerId, sinceUtcMs]);
    },
    note: async ({ atUtcMs, by, kind, gymId, subject }) => {
      await database.query(NOTE_LINE, [atUtcMs, by, kind, gymId, subject]);
    },
    audit: ({ gymId, limit }) => database.query<AuditRecord>(AUDIT, [gymId ?? null, limit]),
  };
}

const KEYS = `
SELECT id, hash, prefix, gym AS "gymId", role, trainer AS "trainerId", scope, label, lookup_limit AS "lookupLimit",
  lookups_taken AS "lookupsTaken", created_utc_ms AS "createdUtcMs", revoked_utc_ms AS "revokedUtcMs"
FROM access_key ORDER BY created_utc_ms, id`;

const ADD_KEY = `
INSERT INTO access_key (id, hash, prefix, gym, role, trainer, scope, label, lookup_limit, lookups_taken, created_utc_ms, revoked_utc_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const REVOKE_KEY = `
UPDATE access_key SET revoked_utc_ms = $2 WHERE id = $1 AND revoked_utc_ms IS NULL RETURNING id`;

/** Two nodes that lease at once: the row is locked, and each gets lookups of its own. A key without a limit leases none. */
const LEASE = `
WITH before AS (SELECT id, lookups_taken FROM access_key WHERE id = $1 FOR UPDATE)
UPDATE access_key k SET lookups_taken = coalesce(least(k.lookup_limit, before.lookups_taken + $2), before.lookups_taken)
FROM before WHERE k.id = before.id
RETURNING k.lookups_taken AS taken, k.lookups_taken - before.lookups_taken AS leased`;

const SETTLE = `
UPDATE access_key k SET lookups_taken = k.lookups_taken + change.by
FROM (SELECT id, sum(by)::bigint AS by FROM unnest($1::text[], $2::bigint[]) AS c (id, by) GROUP BY id) AS change
WHERE k.id = change.id`;

const NOTE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT $1, $2, $3, gym, id FROM access_key WHERE id = $4`;

const NOTE_LOOK = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT $1::bigint, $2::text, 'trainer_seen', $3::text, $4::text WHERE NOT EXISTS (
  SELECT 1 FROM audit_log WHERE at_utc_ms >= $5 AND kind = 'trainer_seen' AND made_by = $2 AND gym = $3 AND subject = $4)`;

const NOTE_LINE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES ($1, $2, $3, $4, $5)`;

const AUDIT = `
SELECT at_utc_ms AS "atUtcMs", made_by AS by, kind, gym AS "gymId", subject
FROM audit_log WHERE $1::text IS NULL OR gym = $1 ORDER BY number DESC LIMIT $2`;
