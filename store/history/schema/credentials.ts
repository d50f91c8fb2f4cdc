/**
 * One table for all that somebody may show. `hash` is the SHA-256 of the secret, which is nowhere itself; of a program it is
 * its id, which is no secret. `key` is the key that it is bound to, `used` of a key what its lookups have come to. Dropped:
 * keys, sign_ins, oauth_grants, oauth_clients. Nothing of what a revoked key has let in is carried over. Times are ms since
 * 1970, UTC.
 */

import { DAY_MS } from '../../../gym/calendar/zone.ts';

export const CREDENTIALS = `
CREATE TABLE credentials (
  number  INTEGER PRIMARY KEY,
  hash    TEXT NOT NULL UNIQUE CHECK (kind = 'client' OR length(hash) = 64),
  kind    TEXT NOT NULL CHECK (kind IN ('key', 'access', 'refresh', 'code', 'client', 'cookie')),
  key     TEXT NOT NULL,
  expires INTEGER,
  used    INTEGER NOT NULL CHECK (used >= 0),
  data    TEXT NOT NULL CHECK (json_valid(data))
) STRICT;
`;

const TOKEN = "json_object('family', id, 'clientId', client_id, 'resource', resource)";
const LIVE = 'key_id IN (SELECT id FROM keys WHERE revoked_utc_ms IS NULL)';

/** From schema 8, one statement after the other. */
export const CREDENTIALS_FROM_8 = `${CREDENTIALS}
INSERT INTO credentials (hash, kind, key, used, data)
SELECT hash, 'key', id, lookups_taken, json_object('id', id, 'prefix', prefix, 'gymId', gym, 'role', role,
  'trainerId', trainer, 'label', label, 'lookupLimit', lookup_limit, 'createdUtcMs', created_utc_ms,
  'revokedUtcMs', revoked_utc_ms)
FROM keys ORDER BY created_utc_ms, id;

INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT sign_ins.hash, 'cookie', key_id,
  CASE WHEN role = 'screen' THEN seen_utc_ms + ${90 * DAY_MS} WHEN is_plain THEN sign_ins.created_utc_ms + ${DAY_MS / 3}
    ELSE min(seen_utc_ms + ${14 * DAY_MS}, sign_ins.created_utc_ms + ${90 * DAY_MS}) END,
  0, json_object('id', sign_ins.id, 'keyId', key_id, 'way', way, 'device', device,
    'isPlain', json(iif(is_plain, 'true', 'false')), 'createdUtcMs', sign_ins.created_utc_ms, 'seenUtcMs', seen_utc_ms)
FROM sign_ins JOIN keys ON keys.id = key_id WHERE ${LIVE} ORDER BY sign_ins.created_utc_ms, sign_ins.id;

INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT access_hash, 'access', key_id, refresh_until_utc_ms, 0, json_insert(${TOKEN}, '$.untilUtcMs', access_until_utc_ms)
FROM oauth_grants WHERE ${LIVE} ORDER BY created_utc_ms, id;
INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT refresh_hash, 'refresh', key_id, refresh_until_utc_ms, 0, json_insert(${TOKEN}, '$.createdUtcMs', created_utc_ms)
FROM oauth_grants WHERE ${LIVE} ORDER BY created_utc_ms, id;

INSERT INTO credentials (hash, kind, key, used, data)
SELECT id, 'client', '', 0, json_object('id', id, 'name', name, 'redirectUris', json(redirect_uris))
FROM oauth_clients ORDER BY created_utc_ms, id;

DROP TABLE keys;
DROP TABLE sign_ins;
DROP TABLE oauth_grants;
DROP TABLE oauth_clients;
`
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');
