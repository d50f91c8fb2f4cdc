/**
 * Imports that can be taken back, and trainers that were found to be one person.
 *
 * `import_facts` holds what a source said of a class before an import changed it; null where it had said nothing.
 * `trainer_joins` holds a trainer as it was before it was joined into another, or before its name was turned round
 * (`into_id` null). `set_aside` keeps what was found out about a class that is gone, for an undo that brings it back and,
 * where an undo took it away (`by_undo` 1), for an import that does: its id is the same then. Times are ms since 1970, UTC.
 */

export const sql = `
CREATE TABLE imports (
  number        INTEGER PRIMARY KEY,
  gym           TEXT NOT NULL,
  source        INTEGER NOT NULL REFERENCES sources (key),
  origin        TEXT NOT NULL,
  made_utc_ms   INTEGER NOT NULL,
  rows          INTEGER NOT NULL,
  counts        TEXT NOT NULL,
  people        TEXT NOT NULL,
  facts         INTEGER NOT NULL,
  undone_utc_ms INTEGER,
  undone_by     TEXT
) STRICT;

CREATE INDEX imports_by_gym ON imports (gym, number);

CREATE TABLE import_facts (
  import      INTEGER NOT NULL REFERENCES imports (number),
  external_id TEXT NOT NULL,
  class       TEXT NOT NULL,
  before      TEXT,
  PRIMARY KEY (import, external_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_facts_by_class ON import_facts (class, import);

CREATE TABLE trainer_joins (
  number        INTEGER PRIMARY KEY,
  gym           TEXT NOT NULL,
  id            TEXT NOT NULL,
  slug          TEXT NOT NULL,
  name          TEXT NOT NULL,
  into_id       TEXT,
  aliases       TEXT NOT NULL,
  made_by       TEXT NOT NULL,
  made_utc_ms   INTEGER NOT NULL,
  undone_by     TEXT,
  undone_utc_ms INTEGER
) STRICT;

CREATE INDEX trainer_joins_by_gym ON trainer_joins (gym);

CREATE TABLE set_aside (
  class       TEXT PRIMARY KEY,
  estimates   TEXT NOT NULL,
  corrections TEXT NOT NULL,
  true_counts TEXT NOT NULL,
  by_undo     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

DROP TRIGGER correction_made;

CREATE TRIGGER correction_made AFTER INSERT ON corrections
WHEN NOT EXISTS (SELECT 1 FROM set_aside JOIN classes ON id = set_aside.class WHERE key = new.class) BEGIN
  INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
  SELECT new.made_utc_ms, new.made_by, 'correction_made', gym, id FROM classes WHERE key = new.class;
END;
`;
