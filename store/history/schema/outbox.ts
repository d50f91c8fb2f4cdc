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
 * A class is noted once its change is whole and readers see it: `classes/versions.ts` then updates `born` of what is new,
 * deletes what is old, and updates what was found out about classes that come or go.
 */

import { declared } from '../classes/rows.ts';

/** Notes that a row of state has changed. All are expressions of SQL over the trigger's rows. */
const note = (gym: string, kind: string, key: string, isGone: string) => `
  UPDATE links SET last_seq = last_seq + 1 WHERE gym = ${gym};
  INSERT INTO outbox (gym, kind, key, seq, is_gone, is_held)
  SELECT gym, ${kind}, ${key}, last_seq, ${isGone}, 0 FROM links WHERE gym = ${gym}
  ON CONFLICT (gym, kind, key) DO UPDATE SET seq = excluded.seq, is_gone = excluded.is_gone, is_held = 0;`;

const trigger = (name: string, event: string, body: string, when = '') => `
CREATE TRIGGER outbox_${name} AFTER ${event}
WHEN EXISTS (SELECT 1 FROM links)${when === '' ? '' : ` AND ${when}`} BEGIN${body}
END;
`;

const isClassGone = (id: string) => `NOT EXISTS (SELECT 1 FROM classes WHERE id = ${id})`;
/** Also of a class that has just gone. */
const gymOf = (id: string) => `(SELECT gym FROM class_versions WHERE id = ${id})`;

const session = (row: string) =>
  note(`${row}.gym`, "'session'", `${row}.id`, isClassGone(`${row}.id`));
const found = (kind: string, row: string, key: string) =>
  note(gymOf(`${row}.class`), kind, key, isClassGone(`${row}.class`));
const estimate = (row: string) => found("'estimate'", row, `${row}.class`);
const correction = (row: string) =>
  found("'correction'", row, `${row}.class || '/' || ${row}.number`);
const named = (row: string) => {
  const gym = `(SELECT gym FROM sources WHERE key = ${row}.source)`;
  const isGone = `NOT EXISTS (SELECT 1 FROM trainers WHERE gym = ${gym} AND id = ${row}.trainer)`;
  return note(gym, "'trainer'", `${row}.trainer`, isGone);
};

const person = (row: string, isGone = '0') => note(`${row}.gym`, "'trainer'", `${row}.id`, isGone);
const settings = note('new.gym', "'settings'", "'gym'", '0');

/** Where a gym is with its head office. */
export const LINK = {
  gymId: 'gym TEXT PRIMARY KEY',
  /** Written at each start into the database and into the link's own file: where they differ, the data were put back. */
  run: 'run TEXT NOT NULL',
  /** Number of the newest change. */
  lastSeq: 'last_seq INTEGER NOT NULL',
  /** All that there was when the link began, or old data were put back, has numbers from `baseSeq + 1` to `wholeSeq`. */
  baseSeq: 'base_seq INTEGER NOT NULL',
  wholeSeq: 'whole_seq INTEGER NOT NULL',
  /** All changes up to it are at the head office. */
  cursorSeq: 'cursor_seq INTEGER NOT NULL',
} as const;

export const OUTBOX_TABLES = `
CREATE TABLE links (
  ${declared(LINK)}
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
`;

const IS_CLASS_GONE = `old.gone IS NOT NULL AND ${isClassGone('old.id')}`;
const IS_ALIAS_NEW = '(old.name, old.trainer) IS NOT (new.name, new.trainer)';
export const OUTBOX_TRIGGERS = [
  trigger('class_settled', 'UPDATE OF born, trainer ON class_versions', session('new')),
  trigger('class_gone', 'DELETE ON class_versions', session('old'), IS_CLASS_GONE),
  trigger('estimate_new', 'INSERT ON estimates', estimate('new')),
  trigger('estimate_changed', 'UPDATE ON estimates', estimate('old')),
  trigger('correction_new', 'INSERT ON corrections', correction('new')),
  trigger('correction_changed', 'UPDATE ON corrections', correction('old')),
  trigger('trainer_new', 'INSERT ON trainers', person('new')),
  trigger('trainer_changed', 'UPDATE ON trainers', person('new'), 'old.name IS NOT new.name'),
  trigger('trainer_gone', 'DELETE ON trainers', person('old', '1')),
  trigger('alias_new', 'INSERT ON trainer_aliases', named('new')),
  trigger('alias_changed', 'UPDATE ON trainer_aliases', named('new') + named('old'), IS_ALIAS_NEW),
  trigger('alias_gone', 'DELETE ON trainer_aliases', named('old')),
  trigger('settings_new', 'INSERT ON shared_settings', settings),
  trigger('settings_changed', 'UPDATE ON shared_settings', settings, 'old.body IS NOT new.body'),
].join('');
