/**
 * Brings a database of schema 8 to schema 9: classes and what was found out about them get their ids in place
 * of row keys. What a source said becomes a version, and so does what it had said before each import that can be taken back.
 */

import type { Session } from '../database.ts';
import { CREDENTIALS_FROM_8 } from './credentials.ts';
import { OUTBOX_TABLES } from './outbox.ts';
import { CLASSES, IMPORTS, TRIGGERS } from './schema.ts';

/** Each runs by itself, all in one transaction. */
export async function fromSchema8(session: Session): Promise<void> {
  const triggers = await session.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
  );
  for (const { name } of triggers) await session.exec(`DROP TRIGGER ${name}`);
  for (const statement of STATEMENTS) await session.exec(statement);
}

const CLASS_COLUMNS = `starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, source, is_cancelled, capacity, booked,
  checked_in, late_cancels, waitlisted, revenue_milli`;
const FACT_COLUMNS = `since, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, is_cancelled, capacity, booked,
  checked_in, no_shows, late_cancels, waitlisted, revenue_milli, said`;
/** What an import stored of a fact, from before it: its key and its class come first. */
const fromJson = (json: string) =>
  FACT_COLUMNS.split(/,\s*/)
    .map((_, at) => `${json.replace('$empty', EMPTY)} ->> ${at + 3}`)
    .join(', ');
/** Of a class of which nothing was stored: it holds a place, and is never read. */
const EMPTY = `'[0,"","",0,0,0,"",null,0,null,null,null,null,null,null,null,null,null,"[]"]'`;
const of = (table: string, columns: string) => columns.replaceAll(/\w+/g, `${table}.$&`);
const FINDINGS = {
  estimates: 'version, computed_utc_ms, body',
  corrections: 'number, attended, note, made_by, made_utc_ms, withdrawn_by, withdrawn_utc_ms',
  true_counts: 'room, people, made_utc_ms',
};
const tables = ['classes', 'facts', ...Object.keys(FINDINGS)];

const STATEMENTS = [
  // Views of the new names would be rewritten with the tables.
  ...tables.map((table) => `ALTER TABLE ${table} RENAME TO old_${table}`),
  CLASSES,
  `INSERT INTO class_versions (id, born, gym, ${CLASS_COLUMNS}) SELECT id, 0, gym, ${CLASS_COLUMNS} FROM old_classes ORDER BY key`,
  `CREATE TEMP TABLE spoken AS
    SELECT imports.source, external_id, import, class, before, lead(import) OVER later AS next,
      lead(before) OVER later AS next_before, row_number() OVER later AS place
    FROM import_facts JOIN imports ON number = import WHERE undone_utc_ms IS NULL
    WINDOW later AS (PARTITION BY imports.source, external_id ORDER BY import)`,
  'CREATE INDEX temp.spoken_by_id ON spoken (source, external_id)',
  ...[
    // Before the first import of which that is stored.
    `SELECT source, external_id, 0, import, 0, class, ${fromJson('before')} FROM spoken
      WHERE place = 1 AND before IS NOT NULL`,
    // From one import to the next.
    `SELECT source, external_id, import, next, next_before IS NULL, class,
      ${fromJson('coalesce(next_before, before, $empty)')} FROM spoken WHERE next IS NOT NULL`,
    // Since the last.
    `SELECT said.source, external_id, coalesce((
        SELECT import FROM spoken WHERE next IS NULL AND source = said.source AND external_id = said.external_id
      ), 0), NULL, 0, id, ${of('said', FACT_COLUMNS)}
      FROM old_facts AS said JOIN old_classes ON key = said.class`,
    `SELECT source, external_id, import, NULL, 1, class, ${fromJson('coalesce(before, $empty)')} FROM spoken
      WHERE next IS NULL AND (source, external_id) NOT IN (SELECT source, external_id FROM old_facts)`,
  ].map(
    (rows) =>
      `INSERT INTO fact_versions (source, external_id, born, gone, is_dropped, class, ${FACT_COLUMNS}) ${rows}`,
  ),
  'DROP TABLE spoken',
  ...Object.entries(FINDINGS).flatMap(([table, columns]) => [
    `INSERT INTO ${table} (class, ${columns}) SELECT id, ${of('found', columns)}
      FROM old_${table} AS found JOIN old_classes ON key = found.class`,
    `INSERT OR IGNORE INTO ${table} (class, ${columns}) SELECT class, ${columns
      .split(', ')
      .map((_, at) => `value ->> ${at}`)
      .join(', ')} FROM set_aside, json_each(${table})`,
  ]),
  ...tables.toReversed().map((table) => `DROP TABLE old_${table}`),
  'DROP TABLE set_aside',
  'ALTER TABLE imports RENAME TO old_imports',
  'DROP INDEX imports_by_gym',
  IMPORTS,
  `INSERT INTO imports SELECT number, gym, source, origin, made_utc_ms, rows, counts, people, facts,
    EXISTS (SELECT 1 FROM import_facts WHERE import = number), undone_utc_ms, undone_by FROM old_imports`,
  'DROP TABLE import_facts',
  'DROP TABLE old_imports',
  ...CREDENTIALS_FROM_8,
  // Of a line over a message broker: who has joined over that one joins again.
  ...['links', 'outbox', 'shared'].map((table) => `DROP TABLE ${table}`),
  OUTBOX_TABLES,
  TRIGGERS,
];
