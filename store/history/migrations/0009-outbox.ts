/**
 * What a gym that has joined a head office has to send. Without a row in `links` every trigger is one look into an empty
 * table, and all tables here stay empty.
 *
 * `outbox` has one row for each row of state that is sent, with the number of its newest change: those after the link's
 * `cursor_seq` wait. So a newer change replaces the waiting one, and a box that is off line for months has no more to send
 * than its data. Bodies are read from their tables when they are sent; `shared_settings` has those of the configuration. A row
 * that is gone stays, so that its end is sent too. `is_held` marks a row that breaks the shape of its kind. All that there was
 * when the link began, or when old data were put back, has numbers from `base_seq + 1` to `whole_seq`.
 *
 * Step 8 made tables of the same names for a line over a message broker. Who has joined over that one joins again.
 */

/** Notes that a row of state has changed. All are expressions of SQL over the trigger's rows. */
const note = (gym: string, kind: string, key: string, isGone: string) => `
  UPDATE links SET last_seq = last_seq + 1 WHERE gym = ${gym};
  INSERT INTO outbox (gym, kind, key, seq, is_gone, is_held)
  SELECT gym, ${kind}, ${key}, last_seq, ${isGone}, 0 FROM links WHERE gym = ${gym}
  ON CONFLICT (gym, kind, key) DO UPDATE SET seq = excluded.seq, is_gone = excluded.is_gone, is_held = 0;`;

const trigger = (name: string, event: string, body: string, when = '') => `
DROP TRIGGER IF EXISTS outbox_${name};
CREATE TRIGGER outbox_${name} AFTER ${event}
WHEN EXISTS (SELECT 1 FROM links)${when === '' ? '' : ` AND ${when}`} BEGIN${body}
END;
`;

const CLASS_COLUMNS = [
  'starts_utc_ms',
  'ends_utc_ms',
  'name',
  'trainer',
  'is_substitute',
  'room',
  'source',
  'is_cancelled',
  'capacity',
  'booked',
  'checked_in',
  'late_cancels',
  'waitlisted',
  'revenue_milli',
];
const rowOf = (row: string) => CLASS_COLUMNS.map((column) => `${row}.${column}`).join(', ');
const classOf = (row: string, column: string) =>
  `(SELECT ${column} FROM classes WHERE key = ${row}.class)`;

const noteEstimate = (row: string) =>
  note(
    classOf(row, 'gym'),
    "'estimate'",
    classOf(row, 'id'),
    `NOT EXISTS (SELECT 1 FROM estimates WHERE class = ${row}.class)`,
  );
const noteCorrection = (row: string, isGone: string) =>
  note(
    classOf(row, 'gym'),
    "'correction'",
    `${classOf(row, 'id')} || '/' || ${row}.number`,
    isGone,
  );
const noteSettings = note('new.gym', "'settings'", "'gym'", '0');
const noteNamed = (row: string) => {
  const gym = `(SELECT gym FROM sources WHERE key = ${row}.source)`;
  const isGone = `NOT EXISTS (SELECT 1 FROM trainers WHERE gym = ${gym} AND id = ${row}.trainer)`;
  return note(gym, "'trainer'", `${row}.trainer`, isGone);
};

export const sql = `
DROP TRIGGER IF EXISTS outbox_audit_new;
DROP TABLE IF EXISTS links;
DROP TABLE IF EXISTS outbox;
DROP TABLE IF EXISTS shared;

CREATE TABLE links (
  gym        TEXT PRIMARY KEY,
  run        TEXT NOT NULL,
  last_seq   INTEGER NOT NULL,
  base_seq   INTEGER NOT NULL,
  whole_seq  INTEGER NOT NULL,
  cursor_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
  gym     TEXT NOT NULL,
  kind    TEXT NOT NULL,
  key     TEXT NOT NULL,
  seq     INTEGER NOT NULL,
  is_gone INTEGER NOT NULL,
  is_held INTEGER NOT NULL,
  PRIMARY KEY (gym, kind, key)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX outbox_by_seq ON outbox (gym, seq);

CREATE TABLE shared_settings (
  gym  TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
${[
  trigger('class_new', 'INSERT ON classes', note('new.gym', "'session'", 'new.id', '0')),
  trigger(
    'class_changed',
    'UPDATE ON classes',
    note('new.gym', "'session'", 'new.id', '0'),
    `(${rowOf('old')}) IS NOT (${rowOf('new')})`,
  ),
  trigger('class_gone', 'DELETE ON classes', note('old.gym', "'session'", 'old.id', '1')),
  trigger('estimate_new', 'INSERT ON estimates', noteEstimate('new')),
  trigger('estimate_gone', 'DELETE ON estimates', noteEstimate('old')),
  trigger('correction_new', 'INSERT ON corrections', noteCorrection('new', '0')),
  trigger('correction_changed', 'UPDATE ON corrections', noteCorrection('new', '0')),
  trigger('correction_gone', 'DELETE ON corrections', noteCorrection('old', '1')),
  trigger('trainer_new', 'INSERT ON trainers', note('new.gym', "'trainer'", 'new.id', '0')),
  trigger(
    'trainer_changed',
    'UPDATE ON trainers',
    note('new.gym', "'trainer'", 'new.id', '0'),
    'old.name IS NOT new.name',
  ),
  trigger('trainer_gone', 'DELETE ON trainers', note('old.gym', "'trainer'", 'old.id', '1')),
  trigger('alias_new', 'INSERT ON trainer_aliases', noteNamed('new')),
  trigger(
    'alias_changed',
    'UPDATE ON trainer_aliases',
    noteNamed('new') + noteNamed('old'),
    '(old.name, old.trainer) IS NOT (new.name, new.trainer)',
  ),
  trigger('alias_gone', 'DELETE ON trainer_aliases', noteNamed('old')),
  trigger('settings_new', 'INSERT ON shared_settings', noteSettings),
  trigger(
    'settings_changed',
    'UPDATE ON shared_settings',
    noteSettings,
    'old.body IS NOT new.body',
  ),
].join('')}`;
