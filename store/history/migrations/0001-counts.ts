/**
 * Samples as they came, their minutes, and totals that are too slow to count.
 *
 * Tables are stored in the order of their key, so a camera's stretch of time is one stretch of the file.
 */

export const sql = `
CREATE TABLE cameras (
  key INTEGER PRIMARY KEY,
  id  TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE samples (
  camera     INTEGER NOT NULL REFERENCES cameras (key),
  at_utc_ms  INTEGER NOT NULL,
  count      INTEGER,
  staff      INTEGER NOT NULL,
  ignored    INTEGER NOT NULL,
  zones      TEXT,
  confidence REAL,
  flags      INTEGER NOT NULL,
  luma       REAL NOT NULL,
  media_ms   INTEGER,
  PRIMARY KEY (camera, at_utc_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE minutes (
  camera        INTEGER NOT NULL REFERENCES cameras (key),
  minute_utc_ms INTEGER NOT NULL,
  samples       INTEGER NOT NULL,
  good          INTEGER NOT NULL,
  sum           INTEGER,
  min           INTEGER,
  max           INTEGER,
  median        INTEGER,
  p90           INTEGER,
  staff_max     INTEGER NOT NULL,
  confidence    REAL,
  warming_up    INTEGER NOT NULL,
  black         INTEGER NOT NULL,
  frozen        INTEGER NOT NULL,
  PRIMARY KEY (camera, minute_utc_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE totals (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO totals (name, value) VALUES ('samples_stored', 0);
`;
