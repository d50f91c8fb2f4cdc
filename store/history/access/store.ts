/** The keys of the history and the audit log: questions over one connection, changes over the other. */

import { TurnoutError } from '../../../errors.ts';
import type { Database, Session } from '../database.ts';
import { coded } from '../faults.ts';
import type { AccessStore, AuditRecord, StoredKey } from './access-store.ts';

export interface AccessStoreOptions {
  readonly writing: Database;
  readonly reading: Database;
}

export function createAccessStore({ writing, reading }: AccessStoreOptions): AccessStore {
  const change = <Result>(work: (session: Session) => Promise<Result>) =>
    coded(writing.transaction(work));
  return {
    keys: () => reading.exclusive((session) => session.all<StoredKey>(KEYS)),
    addKey: (key, by) =>
      change(async (session) => {
        await session.run(ADD_KEY, ...columnsOf(key));
        await session.run(NOTE, key.createdUtcMs, by, 'key_created', key.id);
      }),
    revokeKey: (id, by, atUtcMs) =>
      change(async (session) => {
        const revoked = await session.run(REVOKE_KEY, atUtcMs, id);
        if (revoked > 0) await session.run(NOTE, atUtcMs, by, 'key_revoked', id);
      }),
    leaseLookups: (id, count) =>
      coded(
        writing.exclusive(async (session) => {
          // All of the rows are asked for, not the first: it is stored when the statement has ended.
          const [row] = await session.all<{ taken: number }>(LEASE, count, id);
          if (row !== undefined) return row;
          throw new TurnoutError('internal_error', {
            where: 'key',
            expected: 'one that is stored',
            got: id,
          });
        }),
      ),
    settleLookups: (changes) =>
      change(async (session) => {
        for (const { id, by } of changes) {
          await session.run(SETTLE, by, id);
        }
      }),
    noteLook: ({ by, gymId, trainerId, atUtcMs, sinceUtcMs }) =>
      change(async (session) => {
        await session.run(NOTE_LOOK, atUtcMs, by, gymId, trainerId, sinceUtcMs);
      }),
    note: ({ atUtcMs, by, kind, gymId, subject }) =>
      change(async (session) => {
        await session.run(NOTE_LINE, atUtcMs, by, kind, gymId, subject);
      }),
    audit: ({ gymId, limit }) =>
      reading.exclusive((session) => session.all<AuditRecord>(AUDIT, gymId ?? null, limit)),
  };
}

function columnsOf(key: StoredKey) {
  return [
    key.id,
    key.hash,
    key.prefix,
    key.gymId,
    key.role,
    key.trainerId,
    key.label,
    key.lookupLimit,
    key.lookupsTaken,
    key.createdUtcMs,
    key.revokedUtcMs,
  ] as const;
}

const KEYS = `
SELECT id, hash, prefix, gym AS gymId, role, trainer AS trainerId, label, lookup_limit AS lookupLimit,
  lookups_taken AS lookupsTaken, created_utc_ms AS createdUtcMs, revoked_utc_ms AS revokedUtcMs
FROM keys ORDER BY created_utc_ms, id`;

const ADD_KEY = `
INSERT INTO keys (id, hash, prefix, gym, role, trainer, label, lookup_limit, lookups_taken, created_utc_ms, revoked_utc_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const REVOKE_KEY = 'UPDATE keys SET revoked_utc_ms = ? WHERE id = ? AND revoked_utc_ms IS NULL';

/**
 * One statement, which is a transaction by itself: a key in use leases often, and every further one would be another way to
 * the disk's thread and back. Keys without a limit are not leased: their `lookups_taken` is only added up.
 */
const LEASE = `
UPDATE keys SET lookups_taken = coalesce(min(lookup_limit, lookups_taken + ?), lookups_taken)
WHERE id = ? RETURNING lookups_taken AS taken`;

const SETTLE = 'UPDATE keys SET lookups_taken = lookups_taken + ? WHERE id = ?';

const NOTE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT ?, ?, ?, gym, id FROM keys WHERE id = ?`;

/** Also after a start, at which nothing is remembered. */
const NOTE_LOOK = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT ?1, ?2, 'trainer_seen', ?3, ?4 WHERE NOT EXISTS (
  SELECT 1 FROM audit_log WHERE at_utc_ms >= ?5
    AND kind = 'trainer_seen' AND made_by = ?2 AND gym = ?3 AND subject = ?4)`;

const NOTE_LINE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES (?, ?, ?, ?, ?)`;

const AUDIT = `
SELECT at_utc_ms AS atUtcMs, made_by AS by, kind, gym AS gymId, subject
FROM audit_log WHERE ?1 IS NULL OR gym = ?1 ORDER BY number DESC LIMIT ?2`;
