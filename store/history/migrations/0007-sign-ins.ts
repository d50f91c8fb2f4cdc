/**
 * Sign-ins of browsers, and the role `screen`: SQLite cannot change what a column allows, so the keys move to a new table.
 * What a browser shows is stored as SHA-256; times are ms since 1970, UTC.
 */

export const sql = `
ALTER TABLE keys RENAME TO keys_before;

CREATE TABLE keys (
  id             TEXT PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  prefix         TEXT NOT NULL,
  gym            TEXT NOT NULL,
  role           TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'trainer', 'free', 'screen')),
  trainer        TEXT CHECK ((trainer IS NOT NULL) = (role = 'trainer')),
  label          TEXT,
  lookup_limit   INTEGER CHECK (lookup_limit > 0),
  lookups_taken  INTEGER NOT NULL CHECK (lookups_taken BETWEEN 0 AND coalesce(lookup_limit, lookups_taken)),
  created_utc_ms INTEGER NOT NULL,
  revoked_utc_ms INTEGER
) STRICT, WITHOUT ROWID;

INSERT INTO keys SELECT id, hash, prefix, gym, role, trainer, label, lookup_limit, lookups_taken,
  created_utc_ms, revoked_utc_ms FROM keys_before;
DROP TABLE keys_before;

CREATE TABLE sign_ins (
  id             TEXT PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  key_id         TEXT NOT NULL,
  way            TEXT NOT NULL CHECK (way IN ('key', 'code', 'screen')),
  device         TEXT NOT NULL,
  is_plain       INTEGER NOT NULL CHECK (is_plain IN (0, 1)),
  created_utc_ms INTEGER NOT NULL,
  seen_utc_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
