/**
 * Brings a database of schema 8 to {@link SCHEMA_VERSION}: classes and what was found out about them get their ids in place
 * of row keys, and what a source said becomes a version. Imports from before cannot be taken back any more: their list stays.
 */

import type { Session } from '../database.ts';
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
  `INSERT INTO fact_versions (source, external_id, born, is_dropped, class, ${FACT_COLUMNS})
    SELECT said.source, external_id, 0, 0, id, ${of('said', FACT_COLUMNS)}
    FROM old_facts AS said JOIN old_classes ON key = said.class ORDER BY said.source, external_id`,
  ...Object.entries(FINDINGS).flatMap(([table, columns]) => [
    `INSERT INTO ${table} (class, ${columns}) SELECT id, ${of('found', columns)}
      FROM old_${table} AS found JOIN old_classes ON key = found.class`,
    // Of classes that an import brings again.
    `INSERT INTO ${table} (class, ${columns})
      SELECT class, ${columns
        .split(', ')
        .map((_, at) => `value ->> ${at}`)
        .join(', ')}
      FROM set_aside, json_each(${table}) WHERE by_undo AND class NOT IN (SELECT id FROM old_classes)`,
  ]),
  ...tables.toReversed().map((table) => `DROP TABLE old_${table}`),
  'DROP TABLE set_aside',
  'DROP TABLE import_facts',
  'ALTER TABLE imports RENAME TO old_imports',
  'DROP INDEX imports_by_gym',
  IMPORTS,
  `INSERT INTO imports SELECT number, gym, source, origin, made_utc_ms, rows, counts, people, facts, 0, undone_utc_ms, undone_by
    FROM old_imports`,
  'DROP TABLE old_imports',
  TRIGGERS,
];
