/**
 * Takes one import, batch after batch, in a scratch copy of the classes (`scratch.ts`). A preview is the same work, so it can
 * say nothing else.
 */

import type { ParsedSchedule, ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { RoomIdOf } from '../../../../gym/schedule/rooms.ts';
import { Stretch } from '../../../../runtime/stretch.ts';
import type { Session } from '../../database.ts';
import { ClassBatch } from '../batch/batch.ts';
import { Candidates } from '../batch/candidates.ts';
import type { Importer } from '../batch/store.ts';
import type { ImportPlan } from '../class-store.ts';
import { readJson } from '../json-rows.ts';
import { meetTrainers, type TrainerDirectory } from '../people/trainers.ts';
import { type ChangeList, createChangeList } from './changes.ts';
import { closeImport, openImport } from './imports.ts';

export interface ImportTask {
  readonly gymId: string;
  readonly sourceId: string;
  readonly parsed: ParsedSchedule;
  readonly roomIdOf: RoomIdOf;
  /** Classes that have begun by then are never removed. */
  readonly nowUtcMs: number;
  /** Looked at before each batch and whenever the work gives way. */
  readonly signal: AbortSignal;
  /** Name of the file or the feed. */
  readonly origin: string;
}

export interface ImportResult {
  readonly plan: ImportPlan;
  /** Whether records of classes changed. */
  readonly isChanged: boolean;
}

/** Entries that are read and written together. Chosen here, see the bench. */
const BATCH_ENTRIES = 250;

/**
 * Does the import in `session`. Rejects with the signal's reason when it aborts. Gives way from time to time, between its
 * statements and within its own work: no one else has the connection meanwhile.
 */
export async function runImport(session: Session, task: ImportTask): Promise<ImportResult> {
  const { gymId, sourceId, parsed, roomIdOf } = task;
  const sourceKey = await sourceKeyOf(session, gymId, sourceId);
  const turn = (await lastTurn(session)) + 1;
  const stretch = new Stretch(task.signal);
  const { nowUtcMs } = task;
  const meeting = { gymId, sourceKey, sourceId, nowUtcMs };
  const trainers = await meetTrainers(session, meeting, parsed.entries, stretch);
  const { joined } = trainers;
  const source = { gymId, sourceId, sourceKey };
  const importer: Importer = { ...source, turn, roomIdOf, joined, isNoted: true };
  await openImport(session, { number: turn, gymId, sourceKey, nowUtcMs, origin: task.origin });
  const changes = createChangeList(trainers);
  const gone = await missing(session, sourceKey, task, stretch);
  const rooms = new Set<string>();
  const candidates = new Candidates(importer);
  let facts = 0;
  let isChanged = trainers.isRenamed;

  for (const { drops, entries } of batches(gone, parsed.entries)) {
    task.signal.throwIfAborted();
    const input = { drops, entries, candidates, stretch };
    const batch = await ClassBatch.load(session, importer, input);
    await applyBatch(batch, { drops, entries }, { trainers, changes, rooms, stretch });
    const stored = await batch.store();
    facts += stored.facts;
    isChanged ||= stored.classes;
  }
  const { counts } = changes;
  const read = parsed.rows ?? parsed.entries.length;
  await closeImport(session, { number: turn, gymId, rows: read, facts, counts, ...trainers });
  if (facts > 0) {
    await session.run("UPDATE totals SET value = ? WHERE name = 'class_imports'", turn);
  }
  const importNumber = facts > 0 ? turn : null;
  const joins = joinsOf(trainers);
  return { plan: changes.plan({ rooms: listed(rooms, task), joins, importNumber }), isChanged };
}

/** What is at hand while a batch is applied. */
interface Hearing {
  readonly trainers: TrainerDirectory;
  readonly changes: ChangeList;
  /** Names of the rooms so far. */
  readonly rooms: Set<string>;
  readonly stretch: Stretch;
}

async function applyBatch(
  batch: ClassBatch,
  { drops, entries }: Batch,
  { trainers, changes, rooms, stretch }: Hearing,
): Promise<void> {
  for (const externalId of drops) {
    if (stretch.isOver()) await stretch.pause();
    const { before, after } = batch.drop(externalId);
    changes.note(before, after, false);
  }
  for (const entry of entries) {
    if (stretch.isOver()) await stretch.pause();
    const { before, after } = batch.apply(entry, trainers.idOf(entry.trainer));
    changes.note(before, after, true);
    if (entry.room !== null) rooms.add(entry.room);
  }
}

interface Batch {
  readonly drops: readonly string[];
  readonly entries: readonly ScheduleEntry[];
}

/** What is gone first: a class that a source now calls by another id is then free to be joined. */
function* batches(drops: readonly string[], entries: readonly ScheduleEntry[]): Generator<Batch> {
  for (let at = 0; at < drops.length; at += BATCH_ENTRIES) {
    yield { drops: drops.slice(at, at + BATCH_ENTRIES), entries: [] };
  }
  for (let at = 0; at < entries.length; at += BATCH_ENTRIES) {
    yield { drops: [], entries: entries.slice(at, at + BATCH_ENTRIES) };
  }
}

/**
 * What the source spoke of before and does not any more, where it is complete. A source that names no class at all is
 * not believed: its feed is broken more often than its gym is closed.
 */
async function missing(
  session: Session,
  sourceKey: number,
  { parsed: { completeUtcMs, entries }, nowUtcMs }: ImportTask,
  stretch: Stretch,
): Promise<string[]> {
  if (completeUtcMs === null || entries.length === 0) return [];
  const named = new Set<string>();
  for (const { externalId } of entries) {
    if (stretch.isOver()) await stretch.pause();
    named.add(externalId);
  }
  const gone: string[] = [];
  let from = Math.max(completeUtcMs.fromUtcMs, nowUtcMs + 1);
  let after = '';
  for (;;) {
    const page = await readJson<[startsUtcMs: number, externalId: string]>(
      session,
      SPOKEN_OF,
      sourceKey,
      from,
      after,
      completeUtcMs.toUtcMs,
    );
    gone.push(...page.map(([, externalId]) => externalId).filter((id) => !named.has(id)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return gone;
    [from, after] = last;
  }
}

async function sourceKeyOf(session: Session, gymId: string, sourceId: string): Promise<number> {
  await session.run(
    'INSERT INTO sources (gym, id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    gymId,
    sourceId,
  );
  const row = await session.get<{ key: number }>(
    'SELECT key FROM sources WHERE gym = ? AND id = ?',
    gymId,
    sourceId,
  );
  return row?.key ?? 0;
}

/** Imports that changed something, so far. */
async function lastTurn(session: Session): Promise<number> {
  const row = await session.get<{ value: number }>(
    "SELECT value FROM totals WHERE name = 'class_imports'",
  );
  return row?.value ?? 0;
}

function joinsOf({ joins, after }: TrainerDirectory): ImportPlan['joins'] {
  return joins.map(({ id, name, into }) => ({ name, into: after(into ?? id) }));
}

function listed(
  names: ReadonlySet<string>,
  { sourceId, roomIdOf }: ImportTask,
): ImportPlan['rooms'] {
  return [...names]
    .toSorted()
    .slice(0, LISTED_ROOMS)
    .map((name) => ({ name, roomId: roomIdOf(sourceId, name) }));
}

/** Rooms that a plan lists: a file whose rooms are no rooms must not fill an answer. */
const LISTED_ROOMS = 1_000;

const PAGE_ROWS = 1_000;

const SPOKEN_OF = `
SELECT json_group_array(json_array(starts_utc_ms, external_id) ORDER BY starts_utc_ms, external_id) AS page FROM (
  SELECT starts_utc_ms, external_id FROM facts
  WHERE source = ? AND (starts_utc_ms, external_id) > (?, ?) AND starts_utc_ms < ?
  ORDER BY starts_utc_ms, external_id LIMIT ${PAGE_ROWS}
)`;
