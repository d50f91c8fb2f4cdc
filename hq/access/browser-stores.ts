/** Browsers that signed in, and what was allowed to programs, in PostgreSQL: read once at the start of a node. */

import type {
  GrantStore,
  StoredClient,
  StoredGrant,
} from '../../store/history/access/grant-store.ts';
import type { SignInStore, StoredSignIn } from '../../store/history/access/sign-in-store.ts';
import type { Database } from '../database/database.ts';

export function createHqSignInStore(database: Database): SignInStore {
  return {
    all: () => database.query<StoredSignIn>(SIGN_INS),
    add: ({ id, hash, keyId, way, device, isPlain, createdUtcMs, seenUtcMs }) =>
      database.transaction(async (session) => {
        const values = [id, hash, keyId, way, device, isPlain, createdUtcMs, seenUtcMs];
        await session.query(ADD_SIGN_IN, values);
        await session.query(NOTE, [createdUtcMs, keyId, 'signed_in', [id]]);
      }),
    end: (ids, by, atUtcMs) =>
      database.transaction(async (session) => {
        await session.query(NOTE, [atUtcMs, by, 'sign_in_ended', ids]);
        await session.query('DELETE FROM sign_in WHERE id = ANY($1::text[])', [ids]);
      }),
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
    grants: () => database.query<StoredGrant>(GRANTS),
    putGrant: (grant) => {
      const { id, keyId, clientId, resource, createdUtcMs } = grant;
      const { accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs } = grant;
      const hashes = [accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs];
      return change(PUT_GRANT, [id, keyId, clientId, resource, createdUtcMs, ...hashes]);
    },
    removeGrants: (ids) => change('DELETE FROM oauth_grant WHERE id = ANY($1::text[])', [ids]),
    clients: () => database.query<StoredClient>(CLIENTS),
    addClient: ({ id, name, redirectUris, createdUtcMs }) =>
      change(ADD_CLIENT, [id, name, JSON.stringify(redirectUris), createdUtcMs]),
    removeClients: (ids) => change('DELETE FROM oauth_client WHERE id = ANY($1::text[])', [ids]),
  };
}

const SIGN_INS = `
SELECT id, hash, key_id AS "keyId", way, device, is_plain AS "isPlain", created_utc_ms AS "createdUtcMs",
  seen_utc_ms AS "seenUtcMs"
FROM sign_in ORDER BY created_utc_ms, id`;

const ADD_SIGN_IN = `
INSERT INTO sign_in (id, hash, key_id, way, device, is_plain, created_utc_ms, seen_utc_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const NOTE = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT $1, $2, $3, k.gym, s.id FROM sign_in s JOIN access_key k ON k.id = s.key_id WHERE s.id = ANY($4::text[])`;

const SEEN = `
UPDATE sign_in s SET seen_utc_ms = now.at FROM unnest($1::text[], $2::bigint[]) AS now (id, at) WHERE s.id = now.id`;

const NOTE_REFUSED = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES ($1, 'a browser', 'sign_in_refused', '', $2)`;

const GRANTS = `
SELECT id, key_id AS "keyId", client_id AS "clientId", resource, created_utc_ms AS "createdUtcMs",
  access_hash AS "accessHash", access_until_utc_ms AS "accessUntilUtcMs",
  refresh_hash AS "refreshHash", refresh_until_utc_ms AS "refreshUntilUtcMs"
FROM oauth_grant ORDER BY created_utc_ms, id`;

const PUT_GRANT = `
INSERT INTO oauth_grant (id, key_id, client_id, resource, created_utc_ms, access_hash, access_until_utc_ms,
  refresh_hash, refresh_until_utc_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, client_id = excluded.client_id, resource = excluded.resource,
  created_utc_ms = excluded.created_utc_ms, access_hash = excluded.access_hash,
  access_until_utc_ms = excluded.access_until_utc_ms, refresh_hash = excluded.refresh_hash,
  refresh_until_utc_ms = excluded.refresh_until_utc_ms`;

const CLIENTS = `
SELECT id, name, redirect_uris AS "redirectUris", created_utc_ms AS "createdUtcMs"
FROM oauth_client ORDER BY created_utc_ms, id`;

const ADD_CLIENT = `
INSERT INTO oauth_client (id, name, redirect_uris, created_utc_ms) VALUES ($1, $2, $3, $4)`;
