/** The list of imports, and how long what was before them is stored. */

import type { Session } from '../../database.ts';
import type { ImportPlan, ImportRecord } from '../class-store.ts';
import { readJson } from '../json-rows.ts';
import type { People } from '../people/people.ts';

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

interface Opened {
  readonly number: number;
  readonly gymId: string;
  readonly sourceKey: number;
  readonly origin: string;
  readonly nowUtcMs: number;
}

/** Begins the record of an import, to which what was before belongs. */
export async function openImport(session: Session, import_: Opened): Promise<void> {
  const { number, gymId, sourceKey, origin, nowUtcMs } = import_;
  await session.run(OPEN, number, gymId, sourceKey, origin, nowUtcMs);
}

interface Closed {
  readonly number: number;
  readonly gymId: string;
  readonly rows: number;
  readonly facts: number;
  readonly counts: ImportPlan['counts'];
  readonly changes: ReturnType<People['changes']>;
}

/** Ends it; one that said nothing new leaves no record. What was before the oldest imports is forgotten. */
export async function closeImport(session: Session, import_: Closed): Promise<void> {
  const { number, gymId, rows, facts, counts, changes } = import_;
  if (facts === 0) {
    await session.run('DELETE FROM imports WHERE number = ?', number);
    return;
  }
  await session.run(CLOSE, rows, JSON.stringify(counts), JSON.stringify(changes), facts, number);
  if (number % FORGET_EVERY !== 0) return;
  await session.run(FORGET_FACTS, gymId, KEPT_IMPORTS, KEPT_FACTS);
  await session.run(FORGET_IMPORTS, gymId, LISTED_IMPORTS);
}

/** Newest first. */
export function readImports(session: Session, gymId: string): Promise<ImportRecord[]> {
  return readJson<ImportRecord>(session, LIST, gymId).then((rows) =>
    rows.map((row) => ({ ...row, isKept: Boolean(row.isKept) })),
  );
}

const OPEN = `
INSERT INTO imports (number, gym, source, origin, made_utc_ms, rows, counts, people, facts)
VALUES (?1, ?2, ?3, ?4, ?5, 0, '{}', '{}', 0)`;

const CLOSE = 'UPDATE imports SET rows = ?, counts = ?, people = ?, facts = ? WHERE number = ?';

/** The newest import is always kept whole. Older ones go first, of all sources: so that none is taken back under a later one. */
const FORGET_FACTS = `
DELETE FROM import_facts WHERE import IN (
  SELECT number FROM (
    SELECT number, facts, row_number() OVER newest AS place, sum(facts) OVER newest AS total
    FROM imports WHERE gym = ?1 WINDOW newest AS (ORDER BY number DESC)
  ) WHERE place > ?2 OR (place > 1 AND total > ?3))`;

const FORGET_IMPORTS = `
DELETE FROM imports WHERE number IN (
  SELECT number FROM imports WHERE gym = ? ORDER BY number DESC LIMIT -1 OFFSET ?)`;

const LIST = `
SELECT json_group_array(json_object(
  'number', number, 'sourceId', sources.id, 'origin', origin, 'madeUtcMs', made_utc_ms, 'rows', rows,
  'counts', json(counts), 'undoneUtcMs', undone_utc_ms,
  'isKept', EXISTS (SELECT 1 FROM import_facts WHERE import = number)
) ORDER BY number DESC) AS page
FROM imports JOIN sources ON sources.key = imports.source WHERE imports.gym = ?`;
