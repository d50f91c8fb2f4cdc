/** The list of imports, and how long one can be taken back. */

import type { Database, Session } from '../database.ts';
import { partsOf } from './class-set.ts';
import type { ImportPlan, ImportRecord } from './class-store.ts';
import { type Questions, readJson } from './json-rows.ts';
import type { People } from './people/people.ts';

/**
 * Imports of a gym that can be taken back, and facts that are stored for it, the newest first. Chosen here: three feeds
 * with news every quarter of an hour fill the first in two weeks; a fact takes some 200 bytes.
 */
const KEPT_IMPORTS = 5_000;
const KEPT_FACTS = 300_000;
/** Imports after which the oldest are looked at. Chosen here: it costs every import a little otherwise. */
const FORGET_EVERY = 50;
/** Imports that are listed: what is older is forgotten. */
const LISTED_IMPORTS = 5_000;

interface MadeImport {
  readonly number: number;
  readonly gymId: string;
  readonly sourceKey: number;
  readonly origin: string;
  readonly nowUtcMs: number;
  readonly rows: number;
  readonly facts: number;
  readonly counts: ImportPlan['counts'];
  readonly people: ReturnType<People['changes']>;
}

/** Adds an import to the list. The oldest can then be taken back no more. */
export async function addImport(session: Session, made: MadeImport): Promise<void> {
  const { number, gymId, sourceKey, origin, nowUtcMs, rows, facts } = made;
  const texts = [JSON.stringify(made.counts), JSON.stringify(made.people)] as const;
  await session.run(ADD, number, gymId, sourceKey, origin, nowUtcMs, rows, ...texts, facts);
  await session.run("UPDATE totals SET value = ? WHERE name = 'class_imports'", number);
  if (number % FORGET_EVERY !== 0) return;
  await session.run(FORGET, gymId, KEPT_IMPORTS, KEPT_FACTS);
  await session.run(FORGET_IMPORTS, gymId, LISTED_IMPORTS);
}

/** Deletes what no import needs that can still be taken back, a little at a time. Now and then, after an import. */
export async function forgetVersions(
  database: Database,
  questions: Questions,
  gymId: string,
  number: number,
): Promise<void> {
  if (number % FORGET_EVERY !== 0) return;
  for (const part of partsOf(await readJson(questions, FORGOTTEN, gymId))) {
    await database.transaction((session) => session.run(DELETE_VERSIONS, part));
  }
}

/** Newest first. */
export async function readImports(questions: Questions, gymId: string): Promise<ImportRecord[]> {
  const rows = await readJson<ImportRecord>(questions, LIST, gymId);
  return rows.map((row) => ({ ...row, isKept: Boolean(row.isKept) }));
}

const ADD = `
INSERT INTO imports (number, gym, source, origin, made_utc_ms, rows, counts, people, facts, is_kept)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`;

/** The newest import is always kept whole. Older ones go first, of all sources: so that none is taken back under a later one. */
const FORGET = `
UPDATE imports SET is_kept = 0 WHERE is_kept AND number IN (
  SELECT number FROM (
    SELECT number, row_number() OVER newest AS place, sum(facts) OVER newest AS total
    FROM imports WHERE gym = ?1 WINDOW newest AS (ORDER BY number DESC)
  ) WHERE place > ?2 OR (place > 1 AND total > ?3))`;

/** A version is what its own import said, and what the one that ended it has to bring back. */
const FORGOTTEN = `
WITH kept AS MATERIALIZED (SELECT number FROM imports WHERE is_kept AND undone_utc_ms IS NULL)
SELECT json_group_array(json_array(source, external_id, born)) AS page FROM fact_versions
WHERE source IN (SELECT key FROM sources WHERE gym = ?) AND (gone IS NOT NULL OR is_dropped)
  AND (gone IS NULL OR gone NOT IN kept) AND born NOT IN kept`;

const DELETE_VERSIONS = `
DELETE FROM fact_versions WHERE (source, external_id, born) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))`;

const FORGET_IMPORTS = `
DELETE FROM imports WHERE number IN (
  SELECT number FROM imports WHERE gym = ? ORDER BY number DESC LIMIT -1 OFFSET ?)`;

const LIST = `
SELECT json_group_array(json_object(
  'number', number, 'sourceId', sources.id, 'origin', origin, 'madeUtcMs', made_utc_ms, 'rows', rows,
  'counts', json(counts), 'undoneUtcMs', undone_utc_ms, 'isKept', is_kept
) ORDER BY number DESC) AS page
FROM imports JOIN sources ON sources.key = imports.source WHERE imports.gym = ?`;
