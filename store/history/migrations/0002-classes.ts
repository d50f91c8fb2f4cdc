/**
 * Classes: what each source said (`facts`), all sources merged (`classes`), and what was found out about who was there.
 *
 * `classes` can be worked out from `facts` at any time; it is stored so that a stretch of time is read from one index.
 * Times are ms since 1970, UTC; amounts thousandths of the currency's unit; flags 0 or 1.
 */

export const sql = `
CREATE TABLE trainers (
  gym  TEXT NOT NULL,
  id   TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (gym, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  key INTEGER PRIMARY KEY,
  gym TEXT NOT NULL,
  id  TEXT NOT NULL,
  UNIQUE (gym, id)
) STRICT;

CREATE TABLE trainer_aliases (
  source      INTEGER NOT NULL REFERENCES sources (key),
  external_id TEXT NOT NULL,
  name        TEXT NOT NULL,
  trainer     TEXT NOT NULL,
  PRIMARY KEY (source, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE classes (
  key           INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  gym           TEXT NOT NULL,
  starts_utc_ms INTEGER NOT NULL,
  ends_utc_ms   INTEGER NOT NULL,
  name          TEXT NOT NULL,
  trainer       TEXT,
  is_substitute INTEGER NOT NULL,
  room          TEXT,
  source        TEXT NOT NULL,
  is_cancelled  INTEGER NOT NULL,
  capacity      INTEGER,
  booked        INTEGER,
  checked_in    INTEGER,
  late_cancels  INTEGER,
  waitlisted    INTEGER,
  revenue_milli INTEGER
) STRICT;

CREATE INDEX classes_by_start ON classes (gym, starts_utc_ms, id);

CREATE TABLE facts (
  source        INTEGER NOT NULL REFERENCES sources (key),
  external_id   TEXT NOT NULL,
  class         INTEGER NOT NULL REFERENCES classes (key),
  since         INTEGER NOT NULL,
  starts_utc_ms INTEGER NOT NULL,
  ends_utc_ms   INTEGER NOT NULL,
  name          TEXT NOT NULL,
  trainer       TEXT,
  is_substitute INTEGER NOT NULL,
  room          TEXT,
  is_cancelled  INTEGER,
  capacity      INTEGER,
  booked        INTEGER,
  checked_in    INTEGER,
  no_shows      INTEGER,
  late_cancels  INTEGER,
  waitlisted    INTEGER,
  revenue_milli INTEGER,
  said          TEXT NOT NULL,
  PRIMARY KEY (source, external_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX facts_by_class ON facts (class);
CREATE INDEX facts_by_start ON facts (source, starts_utc_ms);

CREATE TABLE estimates (
  class           INTEGER NOT NULL REFERENCES classes (key),
  version         INTEGER NOT NULL,
  computed_utc_ms INTEGER NOT NULL,
  body            TEXT NOT NULL,
  PRIMARY KEY (class, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE corrections (
  class            INTEGER NOT NULL REFERENCES classes (key),
  number           INTEGER NOT NULL,
  attended         INTEGER NOT NULL,
  note             TEXT,
  made_by          TEXT NOT NULL,
  made_utc_ms      INTEGER NOT NULL,
  withdrawn_by     TEXT,
  withdrawn_utc_ms INTEGER,
  PRIMARY KEY (class, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE true_counts (
  class       INTEGER PRIMARY KEY REFERENCES classes (key),
  room        TEXT NOT NULL,
  people      INTEGER NOT NULL,
  made_utc_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE feeds (
  gym                 TEXT NOT NULL,
  source              TEXT NOT NULL,
  etag                TEXT,
  last_modified       TEXT,
  last_read_utc_ms    INTEGER,
  last_success_utc_ms INTEGER,
  fault_code          TEXT,
  fault_detail        TEXT,
  entries             INTEGER NOT NULL,
  fault_count         INTEGER NOT NULL,
  PRIMARY KEY (gym, source)
) STRICT, WITHOUT ROWID;

INSERT INTO totals (name, value) VALUES ('class_imports', 0);
`;
