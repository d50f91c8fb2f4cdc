/**
 * Brings a database to the schema of this build, in one transaction. Its version is SQLite's `user_version`.
 *
 * A new schema gets the next number and a step from the last one that was released.
 */

import { TurnoutError } from '../../errors.ts';
import type { Database, Session } from './database.ts';
import { DELIVERIES } from './deliveries.ts';
import { CREDENTIALS_FROM_8 } from './schema/credentials.ts';
import { OUTBOX_TABLES } from './schema/outbox.ts';
import { CLASSES, FEEDS, IMPORTS, SCHEMA, SCHEMA_VERSION, TRIGGERS } from './schema/schema.ts';

/** The oldest that can still be read. */
const OLDEST = 8;

/** "TRNT" in the file's header: tells our database from any other. */
const APPLICATION_ID = 0x54524e54;

/**
 * Makes the schema, or takes the step to it.
 *
 * @param step from schema 8; only tests give another.
 * @returns the version before, 0 for an empty database. Rejects as {@link checkedVersion}.
 */
export function migrate(database: Database, step = fromSchema8): Promise<number> {
  return database.transaction(async (session) => {
    const version = await checkedVersion(session);
    if (version === 0) await session.exec(SCHEMA);
    else if (version < SCHEMA_VERSION) await step(session);
    const marks = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`;
    if (version < SCHEMA_VERSION) await session.exec(marks);
    return version;
  });
}

/**
 * The schema version, 0 for an empty database. Changes nothing. Rejects with `data_newer` for a database of a later build,
 * and with `data_unusable` for one that is too old, and one that is not ours.
 */
export async function checkedVersion(session: Session): Promise<number> {
  const state = await session.get<{ version: number; application: number; objects: number }>(STATE);
  const { version = 0, application = 0, objects = 0 } = state ?? {};
  const isEmpty = version === 0 && application === 0 && objects === 0;
  const where = 'data folder, turnout.sqlite';
  if (!isEmpty && application !== APPLICATION_ID) {
    const expected = 'a database of Turnout';
    const hint = 'move the file away, or use another folder (TURNOUT_DATA)';
    const parts = { where, expected, got: 'one of another program', hint };
    throw new TurnoutError('data_unusable', parts);
  }
  const got = `version ${version}`;
  if (version > SCHEMA_VERSION) {
    const expected = `schema version ${SCHEMA_VERSION} or older`;
    const hint = 'run the newer Turnout that wrote it, or use another folder (TURNOUT_DATA)';
    const data = { version, newest: SCHEMA_VERSION };
    throw new TurnoutError('data_newer', { where, expected, got, hint, data });
  }
  if (!isEmpty && version < SCHEMA_VERSION && version !== OLDEST) {
    const expected = `schema version ${OLDEST} or ${SCHEMA_VERSION}`;
    const way =
      version < OLDEST
        ? `start an older Turnout once that brings it to version ${OLDEST}`
        : 'no release wrote it: go back to the version that did';
    const hint = `${way}, or begin again in another folder (TURNOUT_DATA)`;
    const data = { version, oldest: OLDEST };
    throw new TurnoutError('data_unusable', { where, expected, got, hint, data });
  }
  return version;
}

const STATE = `SELECT user_version AS version, application_id AS application,
  (SELECT count(*) FROM sqlite_schema) AS objects FROM pragma_user_version, pragma_application_id`;

/*
 * Brings a database of schema 8 to that of now: classes and what was found out about them get their ids in place
 * of row keys. What a source said becomes a version, and so does what it had said before each import that can be taken back.
 */

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
    .map((_, at) => `${json} ->> ${at + 3}`)
    .join(', ');
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
    `SELECT source, external_id, 0, import, class, ${fromJson('before')} FROM spoken
      WHERE place = 1 AND before IS NOT NULL`,
    // From one import to the next.
    `SELECT source, external_id, import, next, class, ${fromJson('next_before')} FROM spoken
      WHERE next_before IS NOT NULL`,
    // Since the last.
    `SELECT said.source, external_id, coalesce((
        SELECT import FROM spoken WHERE next IS NULL AND source = said.source AND external_id = said.external_id
      ), 0), NULL, id, ${of('said', FACT_COLUMNS)}
      FROM old_facts AS said JOIN old_classes ON key = said.class`,
  ].map(
    (rows) =>
      `INSERT INTO fact_versions (source, external_id, born, gone, class, ${FACT_COLUMNS}) ${rows}`,
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
  'ALTER TABLE feeds RENAME TO old_feeds',
  FEEDS,
  `INSERT INTO feeds SELECT gym, source, json_object('etag', etag, 'lastModified', last_modified,
    'lastReadUtcMs', last_read_utc_ms, 'lastSuccessUtcMs', last_success_utc_ms,
    'fault', json(iif(fault_code IS NULL, 'null', json_object('code', fault_code, 'detail', fault_detail))),
    'entries', entries, 'faultCount', fault_count) FROM old_feeds`,
  'DROP TABLE old_feeds',
  ...CREDENTIALS_FROM_8,
  // Of a line over a message broker: who has joined over that one joins again.
  ...['links', 'outbox', 'shared'].map((table) => `DROP TABLE ${table}`),
  OUTBOX_TABLES,
  DELIVERIES,
  TRIGGERS,
];
