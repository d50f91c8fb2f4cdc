/**
 * Keys, sign-ins and grants of the head office, as a box has them in SQLite, and what a chain key may see: all gyms, those of
 * a group, or those that it names. Secrets are stored as SHA-256. Each change of a key says so on the channel `keys`.
 */

export const sql = `
CREATE TABLE access_key (
  id             text PRIMARY KEY,
  hash           text NOT NULL UNIQUE CHECK (length(hash) = 64),
  prefix         text NOT NULL,
  gym            text NOT NULL,
  role           text NOT NULL CHECK (role IN ('owner', 'manager', 'trainer', 'free', 'screen')),
  trainer        text CHECK ((trainer IS NOT NULL) = (role = 'trainer')),
  scope          jsonb CHECK (scope IS NULL OR role IN ('owner', 'manager')),
  label          text,
  lookup_limit   bigint CHECK (lookup_limit > 0),
  lookups_taken  bigint NOT NULL CHECK (lookups_taken BETWEEN 0 AND coalesce(lookup_limit, lookups_taken)),
  created_utc_ms bigint NOT NULL,
  revoked_utc_ms bigint
);

CREATE TABLE audit_log (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_utc_ms bigint NOT NULL,
  made_by   text NOT NULL,
  kind      text NOT NULL,
  gym       text NOT NULL,
  subject   text NOT NULL
);

CREATE TABLE sign_in (
  id             text PRIMARY KEY,
  hash           text NOT NULL UNIQUE CHECK (length(hash) = 64),
  key_id         text NOT NULL,
  way            text NOT NULL CHECK (way IN ('key', 'code', 'screen')),
  device         text NOT NULL,
  is_plain       boolean NOT NULL,
  created_utc_ms bigint NOT NULL,
  seen_utc_ms    bigint NOT NULL
);

CREATE TABLE oauth_grant (
  id                   text PRIMARY KEY,
  key_id               text NOT NULL,
  client_id            text NOT NULL,
  resource             text NOT NULL CHECK (resource IN ('service', 'mcp')),
  created_utc_ms       bigint NOT NULL,
  access_hash          text NOT NULL UNIQUE CHECK (length(access_hash) = 64),
  access_until_utc_ms  bigint NOT NULL,
  refresh_hash         text NOT NULL UNIQUE CHECK (length(refresh_hash) = 64),
  refresh_until_utc_ms bigint NOT NULL
);

CREATE TABLE oauth_client (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  redirect_uris  jsonb NOT NULL,
  created_utc_ms bigint NOT NULL
);

CREATE FUNCTION tell_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('turnout_keys', new.id);
  RETURN NULL;
END $$;

CREATE TRIGGER key_made AFTER INSERT ON access_key FOR EACH ROW EXECUTE FUNCTION tell_key();
CREATE TRIGGER key_revoked AFTER UPDATE OF revoked_utc_ms ON access_key FOR EACH ROW EXECUTE FUNCTION tell_key();
`;
