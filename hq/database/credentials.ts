/**
 * One table for all that somebody may show, as a box has it in SQLite: secrets by their SHA-256, programs by their id. What
 * changes or ends is told by its hash on the channel `turnout_credentials`, and so is each new key; the rest is asked for
 * when it is shown. Dropped: access_key, sign_in, oauth_grant, oauth_client, oauth_code, oauth_used_code.
 */

export const CREDENTIALS = `
CREATE TABLE credentials (
  number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash    text NOT NULL UNIQUE CHECK (kind = 'client' OR length(hash) = 64),
  kind    text NOT NULL CHECK (kind IN ('key', 'access', 'refresh', 'code', 'client', 'cookie')),
  key     text NOT NULL,
  expires bigint,
  used    bigint NOT NULL CHECK (used >= 0),
  data    jsonb NOT NULL
);

CREATE FUNCTION tell_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('turnout_credentials', CASE TG_OP WHEN 'DELETE' THEN old.hash ELSE new.hash END);
  RETURN NULL;
END $$;

CREATE TRIGGER credential_made AFTER INSERT ON credentials FOR EACH ROW WHEN (new.kind = 'key')
  EXECUTE FUNCTION tell_credential();
CREATE TRIGGER credential_changed AFTER DELETE OR UPDATE OF data ON credentials FOR EACH ROW
  EXECUTE FUNCTION tell_credential();
`;

const TOKEN = "jsonb_build_object('family', id, 'clientId', client_id, 'resource', resource)";
const LIVE = 'key_id IN (SELECT id FROM access_key WHERE revoked_utc_ms IS NULL)';
const DAY_MS = 86_400_000;

export const sql = `${CREDENTIALS}
INSERT INTO credentials (hash, kind, key, used, data)
SELECT hash, 'key', id, lookups_taken, jsonb_build_object('id', id, 'prefix', prefix, 'gymId', gym, 'role', role,
  'trainerId', trainer, 'label', label, 'lookupLimit', lookup_limit, 'createdUtcMs', created_utc_ms,
  'revokedUtcMs', revoked_utc_ms) || CASE WHEN scope IS NULL THEN '{}' ELSE jsonb_build_object('scope', scope) END
FROM access_key ORDER BY created_utc_ms, id;

INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT s.hash, 'cookie', key_id,
  CASE WHEN role = 'screen' THEN seen_utc_ms + ${90 * DAY_MS} WHEN is_plain THEN s.created_utc_ms + ${DAY_MS / 3}
    ELSE least(seen_utc_ms + ${14 * DAY_MS}, s.created_utc_ms + ${90 * DAY_MS}) END,
  0, jsonb_build_object('id', s.id, 'keyId', key_id, 'way', way, 'device', device, 'isPlain', is_plain,
    'createdUtcMs', s.created_utc_ms, 'seenUtcMs', seen_utc_ms)
FROM sign_in s JOIN access_key k ON k.id = key_id WHERE ${LIVE} ORDER BY s.created_utc_ms, s.id;

INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT access_hash, 'access', key_id, refresh_until_utc_ms, 0, ${TOKEN} || jsonb_build_object('untilUtcMs', access_until_utc_ms)
FROM oauth_grant WHERE ${LIVE} ORDER BY created_utc_ms, id;
INSERT INTO credentials (hash, kind, key, expires, used, data)
SELECT refresh_hash, 'refresh', key_id, refresh_until_utc_ms, 0, ${TOKEN} || jsonb_build_object('createdUtcMs', created_utc_ms)
FROM oauth_grant WHERE ${LIVE} ORDER BY created_utc_ms, id;

INSERT INTO credentials (hash, kind, key, used, data)
SELECT id, 'client', '', 0, jsonb_build_object('id', id, 'name', name, 'redirectUris', redirect_uris)
FROM oauth_client ORDER BY created_utc_ms, id;

DROP TABLE access_key, sign_in, oauth_grant, oauth_client, oauth_code, oauth_used_code;
DROP FUNCTION tell_key, tell_change;
`;
