/**
 * Keys, and who changed what. A key itself is nowhere: `hash` is the SHA-256 of it.
 *
 * `lookups_taken` is what was spent and what the running program has leased to spend from memory: a crash makes it too
 * high by one lease at most, and never too low. The audit log is written wherever corrections change, so that no way
 * of changing them goes past it, and it stays when a class goes. Times are ms since 1970, UTC.
 */

export const sql = `
CREATE TABLE keys (
  id             TEXT PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  prefix         TEXT NOT NULL,
  gym            TEXT NOT NULL,
  role           TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'trainer', 'free')),
  trainer        TEXT CHECK ((trainer IS NOT NULL) = (role = 'trainer')),
  label          TEXT,
  lookup_limit   INTEGER CHECK (lookup_limit > 0),
  lookups_taken  INTEGER NOT NULL CHECK (lookups_taken BETWEEN 0 AND coalesce(lookup_limit, lookups_taken)),
  created_utc_ms INTEGER NOT NULL,
  revoked_utc_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
  number    INTEGER PRIMARY KEY,
  at_utc_ms INTEGER NOT NULL,
  made_by   TEXT NOT NULL,
  kind      TEXT NOT NULL,
  gym       TEXT NOT NULL,
  subject   TEXT NOT NULL
) STRICT;

INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT at_utc_ms, made_by, kind, gym, subject FROM (
  SELECT made_utc_ms AS at_utc_ms, made_by, 'correction_made' AS kind, class FROM corrections
  UNION ALL
  SELECT withdrawn_utc_ms, coalesce(withdrawn_by, made_by), 'correction_withdrawn', class FROM corrections
  WHERE withdrawn_utc_ms IS NOT NULL
) JOIN (SELECT key, gym, id AS subject FROM classes) ON key = class
ORDER BY at_utc_ms;

CREATE TRIGGER correction_made AFTER INSERT ON corrections BEGIN
  INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
  SELECT new.made_utc_ms, new.made_by, 'correction_made', gym, id FROM classes WHERE key = new.class;
END;

CREATE TRIGGER correction_withdrawn AFTER UPDATE OF withdrawn_utc_ms ON corrections
WHEN old.withdrawn_utc_ms IS NULL AND new.withdrawn_utc_ms IS NOT NULL BEGIN
  INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
  SELECT new.withdrawn_utc_ms, coalesce(new.withdrawn_by, new.made_by), 'correction_withdrawn', gym, id
  FROM classes WHERE key = new.class;
END;
`;
