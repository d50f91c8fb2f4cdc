/** OAuth in SQLite: families of tokens, and clients that registered. Everything is read once, at the start. */

import type { Database, SqlValue } from '../database.ts';
import { coded } from '../faults.ts';
import type { GrantStore, StoredClient, StoredGrant } from './grant-store.ts';

/** The store over the one connection that writes. */
export function createGrantStore(database: Database): GrantStore {
  const all = <Row>(sql: string) => database.exclusive((session) => session.all<Row>(sql));
  const change = async (sql: string, ...values: SqlValue[]) => {
    await coded(database.exclusive((session) => session.run(sql, ...values)));
  };
  return {
    grants: () => all<StoredGrant>(GRANTS),
    putGrant: (grant) => change(PUT_GRANT, ...grantRow(grant)),
    removeGrants: (ids) => change(`DELETE FROM oauth_grants ${LISTED}`, JSON.stringify(ids)),
    clients: async () => (await all<ClientRow>(CLIENTS)).map(clientOf),
    addClient: ({ id, name, redirectUris, createdUtcMs }) =>
      change(ADD_CLIENT, id, name, JSON.stringify(redirectUris), createdUtcMs),
    removeClients: (ids) => change(`DELETE FROM oauth_clients ${LISTED}`, JSON.stringify(ids)),
  };
}

interface ClientRow extends Omit<StoredClient, 'redirectUris'> {
  /** JSON. */
  readonly redirectUris: string;
}

function clientOf(row: ClientRow): StoredClient {
  return { ...row, redirectUris: JSON.parse(row.redirectUris) as string[] };
}

/** In the order of {@link PUT_GRANT}. */
function grantRow(grant: StoredGrant): SqlValue[] {
  const { id, keyId, clientId, resource, createdUtcMs } = grant;
  const { accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs } = grant;
  return [
    ...[id, keyId, clientId, resource, createdUtcMs],
    ...[accessHash, accessUntilUtcMs, refreshHash, refreshUntilUtcMs],
  ];
}

const LISTED = 'WHERE id IN (SELECT value FROM json_each(?))';

const GRANTS = `
SELECT id, key_id AS keyId, client_id AS clientId, resource, created_utc_ms AS createdUtcMs,
  access_hash AS accessHash, access_until_utc_ms AS accessUntilUtcMs,
  refresh_hash AS refreshHash, refresh_until_utc_ms AS refreshUntilUtcMs
FROM oauth_grants ORDER BY created_utc_ms, id`;

const PUT_GRANT = `
INSERT OR REPLACE INTO oauth_grants
  (id, key_id, client_id, resource, created_utc_ms, access_hash, access_until_utc_ms, refresh_hash, refresh_until_utc_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const CLIENTS = `
SELECT id, name, redirect_uris AS redirectUris, created_utc_ms AS createdUtcMs
FROM oauth_clients ORDER BY created_utc_ms, id`;

const ADD_CLIENT = `
INSERT INTO oauth_clients (id, name, redirect_uris, created_utc_ms) VALUES (?, ?, ?, ?)`;
