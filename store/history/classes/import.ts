/**
 * What an import does, worked out in memory: a preview is the same work, so it can say nothing else. And the list of
 * imports, and how long one can be taken back.
 */

import type { ParsedSchedule, ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { Stretch } from '../../../runtime/timers.ts';
import { type Database, pagesOf, type Questions, readJson, type Session } from '../database.ts';
import { createChangeList } from './changes.ts';
import { ClassSet, isClassId } from './class-set.ts';
import type { ImportOptions, ImportRecord } from './class-store.ts';
import { meetTrainers } from './people/trainers.ts';
import { partsOf } from './rows.ts';
import type { VersionedChange } from './versions.ts';

export interface ImportTask extends Required<Omit<ImportOptions, 'seen'>> {
  readonly gymId: string;
  readonly sourceId: string;
  readonly parsed: ParsedSchedule;
  /** Classes that have begun by then are never removed. */
  readonly nowUtcMs: number;
}

export type PlannedImport = Awaited<ReturnType<typeof planImport>>;

/** Rejects with the signal's reason when it aborts. Gives way from time to time. */
export async function planImport(questions: Questions, task: ImportTask) {
  const { gymId, sourceId, parsed, roomIdOf, nowUtcMs, origin } = task;
  const stretch = new Stretch(task.signal);
  const before = await questions.get<{ turn: number; sourceKey: number }>(BEFORE, gymId, sourceId);
  const { turn = 1, sourceKey = 0 } = before ?? {};
  const entries = await underOwnIds(questions, sourceKey, parsed.entries);
  const meeting = { gymId, sourceKey, sourceId, nowUtcMs };
  const trainers = await meetTrainers(questions, meeting, entries, stretch);
  const importer = { gymId, sourceId, sourceKey, turn, roomIdOf, joined: trainers.joined };
  const changes = createChangeList(trainers, roomIdOf);
  const gone = await missing(questions, sourceKey, task, entries);
  const rooms = new Set<string>();
  const set = new ClassSet(questions, importer, stretch);
  await set.readFor(gone, entries);
  // What is gone first: a class that a source now calls by another id is then free to be joined.
  for (const externalId of gone) {
    if (stretch.isOver()) await stretch.pause();
    changes.note(set.drop(externalId), false);
  }
  for (const entry of entries) {
    if (stretch.isOver()) await stretch.pause();
    changes.note(set.apply(entry, trainers.idOf(entry.trainer)), true);
    if (entry.room !== null) rooms.add(entry.room);
  }
  const classes = await set.changed();
  const facts = set.facts.size;
  const { counts } = changes;
  const rows = parsed.rows ?? entries.length;
  const finish = async (session: Session) => {
    await trainers.store(session);
    if (facts === 0) return;
    const texts = [JSON.stringify(counts), JSON.stringify(trainers.changes)] as const;
    await session.run(ADD, turn, gymId, sourceKey, origin, nowUtcMs, rows, ...texts, facts);
    await session.run("UPDATE totals SET value = ? WHERE name = 'class_imports'", turn);
    if (turn % FORGET_EVERY !== 0) return;
    // The oldest can be taken back no more.
    await session.run(FORGET, gymId, MAX_IMPORTS, MAX_FACTS);
    await session.run(FORGET_IMPORTS, gymId, LISTED_IMPORTS);
  };
  const named = [...rooms].toSorted().slice(0, LISTED_ROOMS);
  const plan = changes.plan({
    rooms: named.map((name) => ({ name, roomId: roomIdOf(sourceId, name) })),
    joins: trainers.joins.map(({ id, name, into }) => ({ name, into: trainers.after(into ?? id) })),
    importNumber: facts > 0 ? turn : null,
  });
  const change: VersionedChange = { number: turn, sourceKey, classes, facts: set.facts, finish };
  /** Whether records of classes change. */
  const isChanged = trainers.isRenamed || classes.size > 0;
  return { plan, isChanged, change };
}

/** Entries of an export of Turnout have ids of classes: those that the source speaks of get its own ids back. */
async function underOwnIds(
  questions: Questions,
  sourceKey: number,
  entries: readonly ScheduleEntry[],
): Promise<readonly ScheduleEntry[]> {
  const exported = entries.map(({ externalId }) => externalId).filter(isClassId);
  const own = new Map<string, string>();
  for (const part of partsOf(exported)) {
    const found = await readJson<[string, string]>(questions, OWN_IDS, sourceKey, part);
    for (const [classId, externalId] of found) own.set(classId, externalId);
  }
  if (own.size === 0) return entries;
  return entries.map((entry) => {
    return { ...entry, externalId: own.get(entry.externalId) ?? entry.externalId };
  });
}

/**
 * What the source spoke of before and does not any more, where it is complete. A source that names no class at all is
 * not believed: its feed is broken more often than its gym is closed.
 */
async function missing(
  questions: Questions,
  sourceKey: number,
  { parsed: { completeUtcMs }, nowUtcMs }: ImportTask,
  entries: readonly ScheduleEntry[],
): Promise<string[]> {
  if (completeUtcMs === null || entries.length === 0) return [];
  const named = new Set(entries.map(({ externalId }) => externalId));
  const gone: string[] = [];
  const from = Math.max(completeUtcMs.fromUtcMs, nowUtcMs + 1);
  type Page = [startsUtcMs: number, externalId: string];
  const pages = pagesOf<Page>(questions, PAGE_ROWS, SPOKEN_OF, (last) => {
    return [sourceKey, ...(last ?? [from, '']), completeUtcMs.toUtcMs];
  });
  for await (const page of pages) {
    for (const [, externalId] of page) if (!named.has(externalId)) gone.push(externalId);
  }
  return gone;
}

/** Rooms that a plan lists: a file whose rooms are no rooms must not fill an answer. */
const LISTED_ROOMS = 1_000;

const PAGE_ROWS = 1_000;

/** Imports that changed something are numbered over all gyms. A source that has never spoken has no key. */
const BEFORE = `
SELECT value + 1 AS turn, coalesce((SELECT key FROM sources WHERE gym = ?1 AND id = ?2), 0) AS sourceKey
FROM totals WHERE name = 'class_imports'`;

const OWN_IDS = `SELECT json_group_array(json_array(class, external_id)) AS page FROM facts
WHERE source = ? AND class IN (SELECT value FROM json_each(?))`;

const SPOKEN_OF = `
SELECT json_group_array(json_array(starts_utc_ms, external_id) ORDER BY starts_utc_ms, external_id) AS page FROM (
  SELECT starts_utc_ms, external_id FROM fact_versions
  WHERE source = ? AND (starts_utc_ms, external_id) > (?, ?) AND starts_utc_ms < ? AND gone IS NULL
  ORDER BY starts_utc_ms, external_id LIMIT ${PAGE_ROWS}
)`;

/**
 * Imports of a gym that can be taken back, and facts that are stored for it, the newest first. Chosen here: three feeds
 * with news every quarter of an hour fill the first in two weeks; a fact takes some 200 bytes.
 */
const MAX_IMPORTS = 5_000;
const MAX_FACTS = 300_000;
/** Imports after which the oldest are looked at. Chosen here: it costs every import a little otherwise. */
const FORGET_EVERY = 50;
/** Imports that are listed: what is older is forgotten. */
const LISTED_IMPORTS = 5_000;

/** Deletes what no import needs that can still be taken back, a little at a time. Now and then, after an import. */
export async function forgetVersions(
  database: Database,
  questions: Questions,
  gymId: string,
  number: number,
): Promise<void> {
  if (number % FORGET_EVERY !== 0) return;
  for (const part of partsOf(await readJson(questions, FORGOTTEN, gymId))) {
    await database.run(DELETE_VERSIONS, part);
  }
}

/** Newest first. */
export const readImports = (questions: Questions, gymId: string) =>
  readJson<ImportRecord>(questions, LIST, gymId);

const ADD = `INSERT INTO imports (number, gym, source, origin, made_utc_ms, rows, counts, people, facts, is_kept)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`;

/** The newest import is always kept whole. Older ones go first, of all sources: so that none is taken back under a later one. */
const FORGET = `UPDATE imports SET is_kept = 0 WHERE is_kept AND number IN (
  SELECT number FROM (
    SELECT number, row_number() OVER newest AS place, sum(facts) OVER newest AS total
    FROM imports WHERE gym = ?1 WINDOW newest AS (ORDER BY number DESC)
  ) WHERE place > ?2 OR (place > 1 AND total > ?3))`;

/** A version is what its own import said, and what the one that ended it has to bring back. */
const FORGOTTEN = `WITH kept AS MATERIALIZED (SELECT number FROM imports WHERE is_kept AND undone_utc_ms IS NULL)
SELECT json_group_array(key) AS page FROM fact_versions
WHERE source IN (SELECT key FROM sources WHERE gym = ?) AND gone IS NOT NULL AND gone NOT IN kept AND born NOT IN kept`;

const DELETE_VERSIONS = 'DELETE FROM fact_versions WHERE key IN (SELECT value FROM json_each(?))';

const FORGET_IMPORTS = `DELETE FROM imports WHERE number IN (
  SELECT number FROM imports WHERE gym = ? ORDER BY number DESC LIMIT -1 OFFSET ?)`;

const LIST = `SELECT json_group_array(json_object(
  'number', number, 'sourceId', sources.id, 'origin', origin, 'madeUtcMs', made_utc_ms, 'rows', rows,
  'counts', json(counts), 'undoneUtcMs', undone_utc_ms, 'isKept', json(iif(is_kept, 'true', 'false'))
) ORDER BY number DESC) AS page
FROM imports JOIN sources ON sources.key = imports.source WHERE imports.gym = ?`;
