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

import type { Database, Session } from '../database.ts';
import { type FactChange, type Outcome, partsOf } from './class-set.ts';
import { CLASS_ROWS, FACT_ROWS } from './facts.ts';
import { readJson } from './rows.ts';

export interface VersionedChange {
  /** Of the import; its negative where it is taken back. */
  readonly number: number;
  readonly sourceKey: number;
  readonly classes: readonly (Outcome & { readonly id: string })[];
  readonly facts: ReadonlyMap<string, FactChange>;
  /** Writes what belongs to the change besides, in the transaction that shows it. */
  readonly finish: (session: Session) => Promise<void>;
}

/** Rows of one slice: some 10 ms. Chosen here, see the bench. */
const SLICE = 250;

/** All of it, or nothing where it rejects: with the signal's reason, or with SQLite's error. */
export async function writeChange(
  database: Database,
  change: VersionedChange,
  signal: AbortSignal,
): Promise<void> {
  const { number, classes, facts, finish } = change;
  const steps = [
    (session: Session) => session.run('UPDATE change SET running = ?', number),
    ...slicesOf(classes).map((part) => (session: Session) => writeClasses(session, change, part)),
    ...slicesOf([...facts]).map((part) => (session: Session) => writeFacts(session, change, part)),
    async (session: Session) => {
      await session.run('UPDATE change SET running = NULL, settling = ?', number);
      await finish(session);
    },
  ];
  const atOnce = async (session: Session) => {
    for (const step of steps) await step(session);
  };
  try {
    for (const step of classes.length + facts.size <= SLICE ? [atOnce] : steps) {
      signal.throwIfAborted();
      await database.transaction<unknown>(step);
    }
  } finally {
    // What a failing disk does not take back, or does not settle, now is done before the next change.
    await tidyChange(database).catch(() => undefined);
  }
}

function slicesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE));
}

/** Removes a change that was not finished, and settles one that was. Before any other, and at a start. */
export async function tidyChange(database: Database): Promise<void> {
  const ask = <Row>(sql: string, ...values: number[]) => readJson<Row>(database, sql, ...values);
  const [state] = await ask<{ running: number | null; settling: number | null }>(STATE);
  const { running = null, settling = null } = state ?? {};
  if (running !== null) {
    for (const part of partsOf(await ask(UNFINISHED_FACTS, running))) {
      await database.transaction(async (session) => {
        await session.run(REMOVE_FACTS, running, part);
        await session.run(RETURN_FACTS, running, part);
      });
    }
    for (const part of partsOf(await ask(TOUCHED_CLASSES, running))) {
      await database.transaction(async (session) => {
        await session.run(REMOVE_CLASSES, running, part);
        await session.run(RETURN_CLASSES, running, part);
      });
    }
    await database.run('UPDATE change SET running = NULL');
  }
  if (settling !== null) {
    for (const part of partsOf(await ask(UNSETTLED_CLASSES, settling))) {
      await database.transaction(async (session) => {
        for (const sql of SETTLE) await session.run(sql, part);
      });
    }
    await database.run('UPDATE change SET settling = NULL');
  }
}

async function writeClasses(
  session: Session,
  { number }: VersionedChange,
  classes: VersionedChange['classes'],
): Promise<void> {
  const old = classes.flatMap(({ id, before }) => (before === null ? [] : [id]));
  const rows = classes.flatMap(({ after }) => after ?? []);
  await session.run(END_CLASSES, number, JSON.stringify(old));
  await session.run(ADD_CLASSES, number, JSON.stringify(rows));
}

async function writeFacts(
  session: Session,
  { number, sourceKey }: VersionedChange,
  facts: readonly (readonly [externalId: string, change: FactChange])[],
): Promise<void> {
  const ids = facts.map(([externalId]) => externalId);
  const rows = facts.flatMap(([, { before, after }]) => {
    // That an import said no more of a class is a row too, so that it can be taken back; what an undo took away is none.
    const fact = after ?? (number > 0 ? before : null);
    return fact === null ? [] : [[after === null ? 1 : 0, fact]];
  });
  await session.run(END_FACTS, number, sourceKey, JSON.stringify(ids));
  await session.run(ADD_FACTS, number, JSON.stringify(rows));
}

const END_CLASSES = `
UPDATE class_versions SET gone = ?1 WHERE gone IS NULL AND id IN (SELECT value FROM json_each(?2))`;

const ADD_CLASSES = `
INSERT INTO class_versions (born, ${CLASS_ROWS.columns})
SELECT ?1, ${CLASS_ROWS.values('value')} FROM json_each(?2)`;

const END_FACTS = `
UPDATE fact_versions SET gone = ?1
WHERE source = ?2 AND external_id IN (SELECT value FROM json_each(?3)) AND gone IS NULL`;

const ADD_FACTS = `
INSERT INTO fact_versions (born, is_dropped, ${FACT_ROWS.columns})
SELECT ?1, value ->> 0, ${FACT_ROWS.values('value -> 1')} FROM json_each(?2)`;

const STATE = `
SELECT json_array(json_object('running', running, 'settling', settling)) AS page FROM change`;

const UNFINISHED_FACTS = `
SELECT json_group_array(json_array(source, external_id)) AS page FROM (
  SELECT DISTINCT source, external_id FROM fact_versions WHERE born = ?1 OR gone = ?1)`;

const TOUCHED_CLASSES = `
SELECT json_group_array(id) AS page FROM (
  SELECT DISTINCT id FROM class_versions WHERE born = ?1 OR gone = ?1)`;

const NAMED_FACTS = '(source, external_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))';
const REMOVE_FACTS = `DELETE FROM fact_versions WHERE born = ?1 AND ${NAMED_FACTS}`;
const RETURN_FACTS = `UPDATE fact_versions SET gone = NULL WHERE gone = ?1 AND ${NAMED_FACTS}`;

const NAMED_CLASSES = 'id IN (SELECT value FROM json_each(?2))';
const REMOVE_CLASSES = `DELETE FROM class_versions WHERE born = ?1 AND ${NAMED_CLASSES}`;
const RETURN_CLASSES = `UPDATE class_versions SET gone = NULL WHERE gone = ?1 AND ${NAMED_CLASSES}`;

/** Triggers of the outbox look at each update, also at one that changes nothing. */
const IS_LINKED = 'EXISTS (SELECT 1 FROM links)';
/** Those with an old version; without a head office no one has to be told of the others. */
const UNSETTLED_CLASSES = `
SELECT json_group_array(id) AS page FROM (
  SELECT DISTINCT id FROM class_versions WHERE gone = ?1 OR (born = ?1 AND ${IS_LINKED}))`;

/** Lets the head office know of classes that came, changed or went, and deletes what they were before. */
const SETTLE = [
  `UPDATE estimates SET version = version WHERE ${IS_LINKED} AND class IN (SELECT value FROM json_each(?1))`,
  `UPDATE corrections SET number = number WHERE ${IS_LINKED} AND class IN (SELECT value FROM json_each(?1))`,
  'DELETE FROM class_versions WHERE gone IS NOT NULL AND id IN (SELECT value FROM json_each(?1))',
  `UPDATE class_versions SET born = born WHERE ${IS_LINKED} AND id IN (SELECT value FROM json_each(?1))`,
];
