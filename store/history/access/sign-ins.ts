/** Sign-ins of browsers in SQLite. Everything is read once, at the start. */

import type { Database, Session } from '../database.ts';
import { coded } from '../faults.ts';
import type { SignInStore, StoredSignIn } from './sign-in-store.ts';

/** The store over the one connection that writes. */
export function createSignInStore(database: Database): SignInStore {
  const change = (work: (session: Session) => Promise<void>) => coded(database.transaction(work));
  return {
    all: async () => {
      const rows = await database.exclusive((session) => session.all<SignInRow>(ALL));
      return rows.map((row) => ({ ...row, isPlain: row.isPlain === 1 }));
    },
    add: ({ id, hash, keyId, way, device, isPlain, createdUtcMs, seenUtcMs }) =>
      change(async (session) => {
        const plain = isPlain ? 1 : 0;
        await session.run(ADD, id, hash, keyId, way, device, plain, createdUtcMs, seenUtcMs);
        await session.run(NOTE, createdUtcMs, keyId, 'signed_in', id);
      }),
    end: (ids, by, atUtcMs) =>
      change(async (session) => {
        for (const id of ids) {
          await session.run(NOTE, atUtcMs, by, 'sign_in_ended', id);
          await session.run('DELETE FROM sign_ins WHERE id = ?', id);
        }
      }),
    seen: (signIns) =>
      change(async (session) => {
        for (const { id, seenUtcMs } of signIns) {
          await session.run('UPDATE sign_ins SET seen_utc_ms = ? WHERE id = ?', seenUtcMs, id);
        }
      }),
    noteRefused: (tries, atUtcMs) =>
      change(async (session) => {
        await session.run(NOTE_REFUSED, atUtcMs, `${tries} ${tries === 1 ? 'try' : 'tries'}`);
      }),
  };
}

interface SignInRow extends Omit<StoredSignIn, 'isPlain'> {
  readonly isPlain: 0 | 1;
}

const ALL = `
SELECT id, hash, key_id AS keyId, way, device, is_plain AS isPlain, created_utc_ms AS createdUtcMs,
  seen_utc_ms AS seenUtcMs
FROM sign_ins ORDER BY created_utc_ms, id`;

const ADD = `
INSERT INTO sign_ins (id, hash, key_id, way, device, is_plain, created_utc_ms, seen_utc_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** The gym is that of the key. */
const NOTE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT ?, ?, ?, gym, sign_ins.id FROM sign_ins JOIN keys ON keys.id = key_id WHERE sign_ins.id = ?`;

const NOTE_REFUSED = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
VALUES (?, 'a browser', 'sign_in_refused', '', ?)`;
