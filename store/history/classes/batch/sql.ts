/** The statements of one batch of an import. Many rows go in and out as one JSON text, worked on by SQLite's own thread. */

import { FACT_COLUMNS } from '../facts.ts';
import { CLASS_ROWS } from '../imports/merge.ts';

const CLASS_COLUMNS = CLASS_ROWS.columns;

const prefixed = (table: string, columns: string) =>
  columns
    .split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ');

const values = (columns: string) =>
  columns
    .split(', ')
    .map((_, at) => `value ->> ${at}`)
    .join(', ');

const replaced = (columns: string) =>
  columns
    .split(', ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

export const KNOWN = `
SELECT json_group_array(json_array(external_id, class)) AS page FROM facts
WHERE source = ? AND external_id IN (SELECT value FROM json_each(?))`;

/** Classes of a start and a page, without those that the source speaks of at that start: an entry cannot join them. */
export const CANDIDATES = `
SELECT json_group_array(json_array(key, starts_utc_ms, name) ORDER BY key) AS page FROM (
  SELECT key, starts_utc_ms, name FROM classes
  WHERE gym = ?1 AND starts_utc_ms IN (SELECT value FROM json_each(?2)) AND key > ?4 AND NOT EXISTS (
    SELECT 1 FROM facts WHERE class = classes.key AND source = ?3 AND facts.starts_utc_ms = classes.starts_utc_ms)
  ORDER BY key LIMIT ?5)`;

export const KEYS_OF = `
SELECT json_group_array(key) AS page FROM classes WHERE id IN (SELECT value FROM json_each(?))`;

export const READ_CLASSES = `
SELECT json_group_array(json_array(${CLASS_COLUMNS})) AS page
FROM classes WHERE key IN (SELECT value FROM json_each(?))`;

export const READ_FACTS = `
SELECT json_group_array(json_array(sources.id, ${prefixed('facts', FACT_COLUMNS)})) AS page
FROM facts JOIN sources ON sources.key = facts.source
WHERE class IN (SELECT value FROM json_each(?))`;

export const STORE_CLASSES = `
INSERT INTO classes (${CLASS_COLUMNS}) SELECT ${values(CLASS_COLUMNS)} FROM json_each(?) WHERE true
ON CONFLICT (key) DO UPDATE SET ${replaced(CLASS_COLUMNS)}`;

export const STORE_FACTS = `
INSERT INTO facts (${FACT_COLUMNS}) SELECT ${values(FACT_COLUMNS)} FROM json_each(?) WHERE true
ON CONFLICT (source, external_id) DO UPDATE SET ${replaced(FACT_COLUMNS)}`;

export const DROP_FACTS =
  'DELETE FROM facts WHERE source = ? AND external_id IN (SELECT value FROM json_each(?))';

/** Values: number of the import; external id, class and the fact before, as JSON. */
export const NOTE_BEFORE = `
INSERT INTO import_facts (import, external_id, class, before)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING`;

const FINDINGS = {
  estimates: 'version, computed_utc_ms, body',
  corrections: 'number, attended, note, made_by, made_utc_ms, withdrawn_by, withdrawn_utc_ms',
  true_counts: 'room, people, made_utc_ms',
} as const;

/** What was found out about classes that go. Classes without any are left out. Values: keys as JSON, 1 for an undo. */
export const SET_ASIDE = `
INSERT OR REPLACE INTO set_aside (class, estimates, corrections, true_counts, by_undo)
SELECT id, ${Object.entries(FINDINGS)
  .map(
    ([table, columns]) =>
      `(SELECT json_group_array(json_array(${columns})) FROM ${table} WHERE class = classes.key)`,
  )
  .join(', ')}, ?2
FROM classes WHERE key IN (SELECT value FROM json_each(?1)) AND (${Object.keys(FINDINGS)
  .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE class = classes.key)`)
  .join(' OR ')})`;

/**
 * For classes that are there again. Values: ids as JSON, 1 where only what an undo set aside is meant. It stays in
 * `set_aside` until the last statement, or corrections would be audited twice.
 */
export const RETURN_FINDINGS = Object.entries(FINDINGS)
  .map(
    ([table, columns]) => `
INSERT INTO ${table} (class, ${columns})
SELECT classes.key, ${columns
      .split(', ')
      .map((_, at) => `row.value ->> ${at}`)
      .join(', ')}
FROM set_aside JOIN classes ON classes.id = set_aside.class, json_each(set_aside.${table}) AS row
WHERE set_aside.class IN (SELECT value FROM json_each(?1)) AND by_undo >= ?2`,
  )
  .concat('DELETE FROM set_aside WHERE class IN (SELECT value FROM json_each(?1)) AND ?2 >= 0');

export const REMOVE_CLASSES = ['estimates', 'corrections', 'true_counts']
  .map((table) => `DELETE FROM ${table} WHERE class IN (SELECT value FROM json_each(?))`)
  .concat('DELETE FROM classes WHERE key IN (SELECT value FROM json_each(?))');
