/** What nodes ask of each other's programs: families of tokens by one of them, codes that one node alone gets, clients. */

import type {
  SharedGrants,
  StoredClient,
  StoredCode,
  StoredGrant,
} from '../../store/history/access/grant-store.ts';
import type { Database } from '../database/database.ts';

export function createSharedGrants(database: Database): SharedGrants {
  return {
    grant: async (by) => {
      const [column, value] = 'id' in by ? ['id', by.id] : ['access_hash', by.accessHash];
      const [found] = await database.query<StoredGrant>(`${GRANTS} WHERE ${column} = $1`, [value]);
      return found ?? null;
    },
    rotate: async (grant, refreshHash) => {
      const { id, accessHash, accessUntilUtcMs, refreshHash: next, refreshUntilUtcMs } = grant;
      const pair = [accessHash, accessUntilUtcMs, next, refreshUntilUtcMs];
      return (await database.query(ROTATE, [id, refreshHash, ...pair])).length > 0;
    },
    client: async (id) => {
      const [found] = await database.query<StoredClient>(`${CLIENTS} WHERE id = $1`, [id]);
      return found ?? null;
    },
    addCode: async ({ hash, asked, keyId, family, madeUtcMs }, forgetUtcMs) => {
      await database.query('DELETE FROM oauth_code WHERE made_utc_ms < $1', [forgetUtcMs]);
      await database.query('DELETE FROM oauth_used_code WHERE used_utc_ms < $1', [forgetUtcMs]);
      const text = JSON.stringify(asked);
      await database.query(ADD_CODE, [hash, text, keyId, family, madeUtcMs]);
    },
    takeCode: async (hash, nowUtcMs) => {
      const [code] = await database.query<StoredCode>(TAKE_CODE, [hash, nowUtcMs]);
      if (code !== undefined) return { code };
      const [used] = await database.query<{ family: string }>(USED_CODE, [hash]);
      return used === undefined ? null : { used: used.family };
    },
  };
}

export const GRANTS = `
SELECT id, key_id AS "keyId", client_id AS "clientId", resource, created_utc_ms AS "createdUtcMs",
  access_hash AS "accessHash", access_until_utc_ms AS "accessUntilUtcMs",
  refresh_hash AS "refreshHash", refresh_until_utc_ms AS "refreshUntilUtcMs"
FROM oauth_grant`;

export const CLIENTS = `
SELECT id, name, redirect_uris AS "redirectUris", created_utc_ms AS "createdUtcMs"
FROM oauth_client`;

const ROTATE = `
UPDATE oauth_grant SET access_hash = $3, access_until_utc_ms = $4, refresh_hash = $5, refresh_until_utc_ms = $6
WHERE id = $1 AND refresh_hash = $2 RETURNING id`;

const ADD_CODE = `
INSERT INTO oauth_code (hash, asked, key_id, family, made_utc_ms) VALUES ($1, $2, $3, $4, $5)`;

/** A second node waits for the row, and finds it gone. */
const TAKE_CODE = `
WITH taken AS (
  DELETE FROM oauth_code WHERE hash = $1 RETURNING hash, asked, key_id, family, made_utc_ms
), noted AS (
  INSERT INTO oauth_used_code (hash, family, used_utc_ms) SELECT hash, family, $2::bigint FROM taken
)
SELECT hash, asked, key_id AS "keyId", family, made_utc_ms AS "madeUtcMs" FROM taken`;

const USED_CODE = 'SELECT family FROM oauth_used_code WHERE hash = $1';
