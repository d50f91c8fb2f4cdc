/**
 * Browsers that signed in, and what was allowed to programs, in PostgreSQL, for any number of nodes. A node reads all at its
 * start, asks for what it does not know, and hears on two channels what has ended or changed elsewhere.
 */

import type {
  GrantStore,
  StoredClient,
  StoredGrant,
} from '../../store/history/access/grant-store.ts';
import type { SignInStore, StoredSignIn } from '../../store/history/access/sign-in-store.ts';
import type { Database } from '../database/database.ts';
import { CLIENTS, createSharedGrants, GRANTS } from './shared-grants.ts';

/** The channel of PostgreSQL that has the ids of sign-ins that ended. */
export const SIGN_INS_CHANNEL = 'turnout_sign_ins';
/** The channel of PostgreSQL that has the ids of grants that changed or ended. */
export const GRANTS_CHANNEL = 'turnout_grants';

export function createHqSignInStore(database: Database): SignInStore {
  return {
    all: () => database.query<StoredSignIn>(`${SIGN_INS} ORDER BY created_utc_ms, id`),
    find: async (hash) => {
      const [found] = await database.query<StoredSignIn>(`${SIGN_INS} WHERE hash = $1`, [hash]);
      return found ?? null;
    },
    add: ({ id, hash, keyId, way, device, isPlain, createdUtcMs, seenUtcMs }) =>
      database.transaction(async (session) => {
        const values = [id, hash, keyId, way, device, isPlain, createdUtcMs, seenUtcMs];
        await session.query(ADD_SIGN_IN, values);
        await session.query(NOTE, [createdUtcMs, keyId, id]);
      }),
    end: async (ids, by, atUtcMs) => {
      await database.query(END, [ids, by, atUtcMs]);
    },
    seen: async (signIns) => {
      const times = signIns.map(({ seenUtcMs }) => seenUtcMs);
      await database.query(SEEN, [signIns.map(({ id }) => id), times]);
    },
    noteRefused: async (tries, atUtcMs) => {
      const subject = `${tries} ${tries === 1 ? 'try' : 'tries'}`;
      await database.query(NOTE_REFUSED, [atUtcMs, subject]);
    },
  };
}

export function createHqGrantStore(database: Database): GrantStore {
  const change = async (text: string, values: readonly (string | number | readonly string[])[]) => {
    await database.query(text, values);
  };
  return {
    grants: () => database.query<StoredGrant>(`${GRANTS} ORDER BY created_utc_ms, id`),
    shared: createSharedGrants(database),
    putGrant: (grant) => {
      const { id, keyId, clientId, resource, createdUtcMs } = grant;
      const { accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs } = grant;
      const hashes = [accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs];
      return change(PUT_GRANT, [id, keyId, clientId, resource, createdUtcMs, ...hashes]);
    },
    removeGrants: (ids) => change('DELETE FROM oauth_grant WHERE id = ANY($1::text[])', [ids]),
    clients: () => database.query<StoredClient>(`${CLIENTS} ORDER BY created_utc_ms, id`),
    addClient: ({ id, name, redirectUris, createdUtcMs }) =>
      change(ADD_CLIENT, [id, name, JSON.stringify(redirectUris), createdUtcMs]),
    removeClients: (ids) => change('DELETE FROM oauth_client WHERE id = ANY($1::text[])', [ids]),
  };
}

const SIGN_INS = `
SELECT id, hash, key_id AS "keyId", way, device, is_plain AS "isPlain", created_utc_ms AS "createdUtcMs",
  seen_utc_ms AS "seenUtcMs"
FROM sign_in`;

const ADD_SIGN_IN = `
INSERT INTO sign_in (id, hash, key_id, way, device, is_plain, created_utc_ms, seen_utc_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const NOTE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT $1, $2, 'signed_in', k.gym, $3 FROM access_key k WHERE k.id = $2`;

/** Two nodes that end the same one: one of them notes it. */
const END = `
WITH gone AS (DELETE FROM sign_in WHERE id = ANY($1::text[]) RETURNING id, key_id)
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT $3::bigint, $2::text, 'sign_in_ended', k.gym, gone.id FROM gone JOIN access_key k ON k.id = gone.key_id`;

const SEEN = `
UPDATE sign_in s SET seen_utc_ms = greatest(s.seen_utc_ms, now.at) FROM unnest($1::text[], $2::bigint[]) AS now (id, at) WHERE s.id = now.id`;

const NOTE_REFUSED = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES ($1, 'a browser', 'sign_in_refused', '', $2)`;

const PUT_GRANT = `
INSERT INTO oauth_grant (id, key_id, client_id, resource, created_utc_ms, access_hash, access_until_utc_ms,
  refresh_hash, refresh_until_utc_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, client_id = excluded.client_id, resource = excluded.resource,
  created_utc_ms = excluded.created_utc_ms, access_hash = excluded.access_hash,
  access_until_utc_ms = excluded.access_until_utc_ms, refresh_hash = excluded.refresh_hash,
  refresh_until_utc_ms = excluded.refresh_until_utc_ms`;

const ADD_CLIENT = `
INSERT INTO oauth_client (id, name, redirect_uris, created_utc_ms) VALUES ($1, $2, $3, $4)`;
