/**
 * Writes a change of classes, in slices of some 10 ms between which others write, and shows it at once.
 *
 * ```text
 *  begin: running = N ──▶ slices: rows born N, rows gone N ──▶ finish: running = NULL ──▶ settle: rows gone N deleted
 *  └ readers see what was; a kill here: the next start removes it ┘ └ readers see the change; the next start goes on ┘
 * ```
 *
 * A change of one slice is shown by the transaction that writes it. Only one change is written at a time.
 */

import { type Database, readJson, type Session } from '../database.ts';
import { CLASS_ROWS, FACT_ROWS, type Fact, type MergedClass } from './facts.ts';
import { partsOf, SLICE, slicesOf } from './rows.ts';

export interface VersionedChange {
  /** Of the import; its negative where it is taken back. */
  readonly number: number;
  readonly sourceKey: number;
  /** What is otherwise than before, by its id; null where it is gone. */
  readonly classes: ReadonlyMap<string, MergedClass | null>;
  /** The same of what the source says, by its own ids. */
  readonly facts: ReadonlyMap<string, Fact | null>;
  /** Writes what belongs to the change besides, in the transaction that shows it. */
  readonly finish: (session: Session) => Promise<void>;
}

/** All of it, or nothing where it rejects: with the signal's reason, or with SQLite's error. */
export async function writeChange(
  database: Database,
  change: VersionedChange,
  signal: AbortSignal,
): Promise<void> {
  const { number, sourceKey, classes, facts, finish } = change;
  const slices = (
    rows: ReadonlyMap<string, object | null>,
    end: string,
    add: string,
    ...values: readonly number[]
  ) =>
    slicesOf([...rows]).map((part) => async (session: Session) => {
      await session.run(end, number, JSON.stringify(part.map(([id]) => id)), ...values);
      await session.run(add, number, JSON.stringify(part.flatMap(([, row]) => row ?? [])));
    });
  const steps = [
    (session: Session) => session.run('UPDATE change SET running = ?', number),
    ...slices(classes, END_CLASSES, ADD_CLASSES),
    ...slices(facts, END_FACTS, ADD_FACTS, sourceKey),
    async (session: Session) => {
      await session.run('UPDATE change SET running = NULL, settling = ?', number);
      await finish(session);
    },
  ];
  const atOnce = async (session: Session) => {
    for (const step of steps) await step(session);
  };
  try {
    for (const step of classes.size + facts.size <= SLICE ? [atOnce] : steps) {
      signal.throwIfAborted();
      await database.transaction<unknown>(step);
    }
  } finally {
    // What a failing disk does not take back, or does not settle, now is done before the next change.
    await tidyChange(database).catch(() => undefined);
  }
}

/** Removes a change that was not finished, and settles one that was. Before any other, and at a start. */
export async function tidyChange(database: Database): Promise<void> {
  const state = await database.get<{ running: number | null; settling: number | null }>(
    'SELECT running, settling FROM change',
  );
  const { running = null, settling = null } = state ?? {};
  if (running !== null) {
    for (const sql of REMOVE) while ((await database.run(sql, running)) > 0);
    await database.run('UPDATE change SET running = NULL');
  }
  if (settling !== null) {
    for (const part of partsOf(await readJson(database, UNSETTLED, settling))) {
      await database.transaction(async (session) => {
        for (const sql of SETTLE) await session.run(sql, part);
      });
    }
    await database.run('UPDATE change SET settling = NULL');
  }
}

const END_CLASSES = `
UPDATE class_versions SET gone = ?1 WHERE gone IS NULL AND id IN (SELECT value FROM json_each(?2))`;

const ADD_CLASSES = `INSERT INTO class_versions (born, ${CLASS_ROWS.columns})
SELECT ?1, ${CLASS_ROWS.values('value')} FROM json_each(?2)`;

const END_FACTS = `UPDATE fact_versions SET gone = ?1
WHERE source = ?3 AND external_id IN (SELECT value FROM json_each(?2)) AND gone IS NULL`;

const ADD_FACTS = `INSERT INTO fact_versions (born, ${FACT_ROWS.columns})
SELECT ?1, ${FACT_ROWS.values('value')} FROM json_each(?2)`;

/** A slice at a time. Nobody else adds rows, so the newest are those of the change. */
const REMOVE = ['class_versions', 'fact_versions'].flatMap((table) => [
  `DELETE FROM ${table} WHERE born = ?1 AND key IN (
    SELECT key FROM ${table} ORDER BY key DESC LIMIT ${SLICE})`,
  `UPDATE ${table} SET gone = NULL WHERE key IN (
    SELECT key FROM ${table} WHERE gone = ?1 LIMIT ${SLICE})`,
]);

/** Triggers of the outbox look at each update, also at one that changes nothing. */
const IS_LINKED = 'EXISTS (SELECT 1 FROM links)';
/** Classes with an old version; without a head office no one has to be told of the others. */
const UNSETTLED = `SELECT json_group_array(id) AS page FROM (
  SELECT DISTINCT id FROM class_versions WHERE gone = ?1 OR (born = ?1 AND ${IS_LINKED}))`;

/** Lets the head office know of classes that came, changed or went, and deletes what they were before. */
const SETTLE = [
  `UPDATE estimates SET version = version WHERE ${IS_LINKED} AND class IN (SELECT value FROM json_each(?1))`,
  `UPDATE corrections SET number = number WHERE ${IS_LINKED} AND class IN (SELECT value FROM json_each(?1))`,
  'DELETE FROM class_versions WHERE gone IS NOT NULL AND id IN (SELECT value FROM json_each(?1))',
  `UPDATE class_versions SET born = born WHERE ${IS_LINKED} AND id IN (SELECT value FROM json_each(?1))`,
];
