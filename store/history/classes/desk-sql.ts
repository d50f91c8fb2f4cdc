/** The statements of one batch of an import. Many rows go in and out as one JSON text, worked on by SQLite's own thread. */

import { FACT_COLUMNS } from './facts.ts';
import { CLASS_COLUMNS } from './merge.ts';

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

export const CANDIDATES = `
SELECT json_group_array(key) AS page FROM (
  SELECT key FROM classes WHERE gym = ? AND starts_utc_ms IN (SELECT value FROM json_each(?))
  UNION SELECT key FROM classes WHERE id IN (SELECT value FROM json_each(?))
)`;

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

export const REMOVE_CLASSES = ['estimates', 'corrections', 'true_counts']
  .map((table) => `DELETE FROM ${table} WHERE class IN (SELECT value FROM json_each(?))`)
  .concat('DELETE FROM classes WHERE key IN (SELECT value FROM json_each(?))');
