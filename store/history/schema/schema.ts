/**
 * The whole schema, version {@link SCHEMA_VERSION}. Times are ms since 1970, UTC; amounts thousandths of the currency's
 * unit; flags 0 or 1. Tables without row ids are stored in the order of their key, so a camera's stretch of time is one
 * stretch of the file.
 */

import {
  CLASS_FIELD_NAMES,
  CLASS_FIELDS,
  type ClassField,
  MERGED_NAMES,
} from '../../../gym/sessions/class-fields.ts';
import { CORRECTION, IMPORT, TRUE_COUNT } from '../classes/class-store.ts';
import { JOIN } from '../classes/people/trainers.ts';
import { declared } from '../classes/rows.ts';
import { DELIVERIES } from '../deliveries.ts';
import { MINUTE } from '../samples/samples.ts';
import { CREDENTIALS } from './credentials.ts';
import { OUTBOX_TABLES, OUTBOX_TRIGGERS } from './outbox.ts';

/** SQLite's `user_version` of a database with this schema. */
export const SCHEMA_VERSION = 11;

/** Samples as they came, their minutes, and totals that are too slow to count. */
const COUNTS = `
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
  camera INTEGER NOT NULL REFERENCES cameras (key),
  ${declared(MINUTE)},
  PRIMARY KEY (camera, minute_utc_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE totals (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO totals (name, value) VALUES ('samples_stored', 0), ('class_imports', 0);

CREATE TABLE empty_rooms (
  camera TEXT PRIMARY KEY,
  view   TEXT NOT NULL,
  body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Sources of classes, and the people who teach: `trainer_joins` has them as they were before they were joined into others. */
const SOURCES = `
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

CREATE TABLE trainer_joins (
  ${declared(JOIN)}
) STRICT;

CREATE INDEX trainer_joins_by_gym ON trainer_joins (gym);
`;

/** How each feed is: a `FeedState`. */
export const FEEDS = `
CREATE TABLE feeds (
  gym    TEXT NOT NULL,
  source TEXT NOT NULL,
  state  TEXT NOT NULL CHECK (json_valid(state)),
  PRIMARY KEY (gym, source)
) STRICT, WITHOUT ROWID;
`;

export const IMPORTS = `
CREATE TABLE imports (
  ${declared(IMPORT)}
) STRICT;

CREATE INDEX imports_by_gym ON imports (gym, number);
`;

const columnOf = (name: ClassField) => `${CLASS_FIELDS[name].column} ${CLASS_FIELDS[name].sqlite}`;

/**
 * What each source said of a class, by import, and the classes that all sources make together.
 *
 * A row is never changed: a change of number N adds a row with `born` N and marks the one before it with `gone` N; where a
 * source says no more of a class there is only the mark. N is the number of an import, or its negative where it is taken
 * back; 0 for what schema 8 had. While a change is written in slices its number is in
 * `change`, and the views show what was before; one write of that number shows all of it. So readers never see half a
 * change, and what a killed program left is removed at the next start, see `classes/versions.ts`.
 *
 * What people and cameras found out hangs on the id of a class, and stays when the class goes.
 */
export const CLASSES = `
CREATE TABLE change (
  running  INTEGER,
  settling INTEGER
) STRICT;

INSERT INTO change (running, settling) VALUES (NULL, NULL);

CREATE TABLE class_versions (
  key    INTEGER PRIMARY KEY,
  id     TEXT NOT NULL,
  born   INTEGER NOT NULL,
  gone   INTEGER,
  gym    TEXT NOT NULL,
  source TEXT NOT NULL,
  ${MERGED_NAMES.map(columnOf).join(',\n  ')},
  UNIQUE (id, born)
) STRICT;

CREATE INDEX class_versions_by_start ON class_versions (gym, starts_utc_ms, id, born, gone);
CREATE INDEX class_versions_gone ON class_versions (gone) WHERE gone IS NOT NULL;

CREATE VIEW classes AS SELECT id, gym, source, ${MERGED_NAMES.map((name) => CLASS_FIELDS[name].column).join(', ')}
FROM class_versions
WHERE born IS NOT (SELECT running FROM change) AND (gone IS NULL OR gone = (SELECT running FROM change));

CREATE TABLE fact_versions (
  key         INTEGER PRIMARY KEY,
  source      INTEGER NOT NULL REFERENCES sources (key),
  external_id TEXT NOT NULL,
  born        INTEGER NOT NULL,
  gone        INTEGER,
  class       TEXT NOT NULL,
  since       INTEGER NOT NULL,
  ${CLASS_FIELD_NAMES.map((name) => columnOf(name).replace('is_cancelled INTEGER NOT NULL', 'is_cancelled INTEGER')).join(',\n  ')},
  said        TEXT NOT NULL,
  UNIQUE (source, external_id, born)
) STRICT;

CREATE INDEX fact_versions_by_class ON fact_versions (class);
CREATE INDEX fact_versions_by_start ON fact_versions (source, starts_utc_ms, external_id)
  WHERE gone IS NULL;
CREATE INDEX fact_versions_gone ON fact_versions (gone) WHERE gone IS NOT NULL;

CREATE VIEW facts AS SELECT * FROM fact_versions
WHERE born IS NOT (SELECT running FROM change) AND (gone IS NULL OR gone = (SELECT running FROM change));

CREATE TABLE estimates (
  class           TEXT NOT NULL,
  version         INTEGER NOT NULL,
  computed_utc_ms INTEGER NOT NULL,
  body            TEXT NOT NULL,
  PRIMARY KEY (class, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE corrections (
  class  TEXT NOT NULL,
  number INTEGER NOT NULL,
  ${declared(CORRECTION)},
  PRIMARY KEY (class, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE true_counts (
  class TEXT PRIMARY KEY,
  ${declared(TRUE_COUNT)}
) STRICT, WITHOUT ROWID;
`;

/** Who changed what. */
const AUDIT = `
CREATE TABLE audit_log (
  number    INTEGER PRIMARY KEY,
  at_utc_ms INTEGER NOT NULL,
  made_by   TEXT NOT NULL,
  kind      TEXT NOT NULL,
  gym       TEXT NOT NULL,
  subject   TEXT NOT NULL
) STRICT;
`;

/** Written wherever corrections change, so that no way of changing them goes past the log. */
const AUDIT_TRIGGERS = `
CREATE TRIGGER correction_made AFTER INSERT ON corrections BEGIN
  INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
  SELECT new.made_utc_ms, new.made_by, 'correction_made', gym, id FROM classes WHERE id = new.class;
END;

CREATE TRIGGER correction_withdrawn AFTER UPDATE OF withdrawn_utc_ms ON corrections
WHEN old.withdrawn_utc_ms IS NULL AND new.withdrawn_utc_ms IS NOT NULL BEGIN
  INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
  SELECT new.withdrawn_utc_ms, coalesce(new.withdrawn_by, new.made_by), 'correction_withdrawn', gym, id
  FROM classes WHERE id = new.class;
END;
`;

/** They come last: what an upgrade copies is no news. */
export const TRIGGERS = AUDIT_TRIGGERS + OUTBOX_TRIGGERS;

export const SCHEMA = `${COUNTS}${SOURCES}${FEEDS}${IMPORTS}${CLASSES}
${CREDENTIALS}${AUDIT}${OUTBOX_TABLES}${DELIVERIES}${TRIGGERS}`;
