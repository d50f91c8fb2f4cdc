/**
 * Takes an import back, in a scratch copy of the classes (`scratch.ts`): what its source said of each class is what it was before, and the classes
 * are merged again. What people and cameras found out stays, see `set_aside` in the schema.
 */

import { TurnoutError } from '../../../../errors.ts';
import { Stretch } from '../../../../runtime/stretch.ts';
import type { Session } from '../../database.ts';
import { ClassBatch } from '../batch/batch.ts';
import type { Importer } from '../batch/store.ts';
import type { ImportRecord, UndoReport } from '../class-store.ts';
import type { FactRow } from '../facts.ts';
import { readJson } from '../json-rows.ts';
import { readJoined } from '../people/joins.ts';
import type { People } from '../people/people.ts';
import { createChangeList } from './changes.ts';
import { readImports } from './imports.ts';

export interface UndoTask {
  readonly gymId: string;
  readonly number: number;
  /** Whether classes that later imports spoke of stay as they are; without it they are a reason to refuse. */
  readonly takesRest: boolean;
  readonly by: string;
  readonly nowUtcMs: number;
  /** Ends the work, which rejects with its reason. */
  readonly signal: AbortSignal;
}

/** Facts that are read and written together, as for an import. */
const BATCH_FACTS = 250;
/** Classes that a report names. */
const NAMED_CLASSES = 100;

export async function undoImport(session: Session, task: UndoTask): Promise<UndoReport> {
  const { gymId, number } = task;
  const record = await undoable(session, task);
  const touched = await readJson<[classId: string, later: number]>(session, TOUCHED, number);
  const later = [...new Set(touched.map(([, import_]) => import_))].toSorted((a, b) => a - b);
  const stays = new Set(touched.map(([classId]) => classId));
  const stayed = await readJson<UndoReport['stayed'][number]>(
    session,
    NAMES,
    JSON.stringify([...stays]),
  );
  if (stays.size > 0 && !task.takesRest) throw isBelow(record, later, stays.size, stayed[0]?.name);
  const source = await session.get<{ key: number; people: string }>(SOURCE, number);
  const names = new Map(await readJson<[string, string]>(session, PEOPLE, gymId));
  const nameOf = (id: string) => names.get(id) ?? id;
  const changes = createChangeList({ before: nameOf, after: nameOf });
  const stretch = new Stretch(task.signal);
  const importer: Importer = {
    gymId,
    sourceId: record.sourceId,
    sourceKey: source?.key ?? 0,
    turn: number,
    roomIdOf: () => null,
    joined: await readJoined(session, gymId),
    isNoted: false,
  };
  let after = '';
  for (;;) {
    const rows = await readJson<JournalRow>(session, BEFORE, number, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last[0];
    task.signal.throwIfAborted();
    const own = rows.filter(([, classId]) => !stays.has(classId));
    const classIds = [...new Set(own.map(([, classId]) => classId))];
    const batch = await ClassBatch.loadIds(session, importer, { classIds, stretch });
    for (const [externalId, classId, before] of own) {
      if (stretch.isOver()) await stretch.pause();
      const outcome = batch.undo(externalId, classId, before);
      changes.note(outcome.before, outcome.after, false);
    }
    await batch.store();
  }
  await takePeopleBack(session, gymId, importer.sourceKey, JSON.parse(source?.people ?? '{}'));
  await session.run(UNDONE, task.nowUtcMs, task.by, number);
  await session.run(AUDIT, task.nowUtcMs, task.by, gymId, `${number} of ${record.sourceId}`);
  return {
    import: record,
    counts: changes.counts,
    stayed: stayed.slice(0, NAMED_CLASSES),
    stayedCount: stays.size,
    later,
  };
}

type JournalRow = readonly [externalId: string, classId: string, before: FactRow | null];

async function undoable(session: Session, { gymId, number }: UndoTask): Promise<ImportRecord> {
  const record = (await readImports(session, gymId)).find((each) => each.number === number);
  const isOpen = record !== undefined && record.undoneUtcMs === null && record.isKept;
  if (isOpen) return record;
  throw new TurnoutError('import_unknown', {
    where: 'schedule undo',
    expected: `the number of an import of gym ${gymId} that can be taken back`,
    got:
      record === undefined
        ? `${number}, which is none`
        : record.undoneUtcMs === null
          ? `${number}, which is too long ago`
          : `${number}, which was taken back already`,
    hint: 'list them with: turnout schedule imports',
  });
}

function isBelow(
  { number }: ImportRecord,
  later: readonly number[],
  classes: number,
  name: string | undefined,
): TurnoutError {
  const which = classes === 1 ? `1 class (${name})` : `${classes} classes (${name} among them)`;
  return new TurnoutError('import_covered', {
    where: 'schedule undo',
    expected: `an import whose classes no later one spoke of`,
    got: `${number}: of ${which} import ${later.slice(-5).join(', ')} spoke later`,
    hint: `take ${later.at(-1)} back first, or take back what else ${number} did with: turnout schedule undo ${number} --rest`,
  });
}

/** Names and ids as they were, where nothing changed them since; people whom nothing speaks of any more go. */
async function takePeopleBack(
  session: Session,
  gymId: string,
  sourceKey: number,
  { persons = [], aliases = [] }: Partial<ReturnType<People['changes']>>,
): Promise<void> {
  await session.run(ALIASES_GONE, sourceKey, JSON.stringify(aliases));
  await session.run(ALIASES_BACK, sourceKey, JSON.stringify(aliases));
  await session.run(NAMES_BACK, gymId, JSON.stringify(persons));
  await session.run(PEOPLE_GONE, gymId, JSON.stringify(persons));
}

/** Classes of the import, or of the ids that it spoke of, with each later import that holds and spoke of them too. */
const TOUCHED = `
SELECT json_group_array(json_array(class, later)) AS page FROM (
  SELECT DISTINCT mine.class, others.import AS later
  FROM import_facts AS mine JOIN import_facts AS others ON others.class = mine.class AND others.import > mine.import
  JOIN imports ON imports.number = others.import
  WHERE mine.import = ?1 AND undone_utc_ms IS NULL
  UNION
  SELECT DISTINCT mine.class, others.import
  FROM import_facts AS mine JOIN imports AS made ON made.number = mine.import
  JOIN imports ON imports.source = made.source AND imports.number > made.number AND imports.undone_utc_ms IS NULL
  JOIN import_facts AS others ON others.import = imports.number AND others.external_id = mine.external_id
  WHERE mine.import = ?1)`;

const NAMES = `
SELECT json_group_array(json_object('classId', id, 'name', name, 'startsUtcMs', starts_utc_ms) ORDER BY starts_utc_ms, id) AS page
FROM classes WHERE id IN (SELECT value FROM json_each(?))`;

const SOURCE = 'SELECT source AS key, people FROM imports WHERE number = ?';

const PEOPLE = 'SELECT json_group_array(json_array(id, name)) AS page FROM trainers WHERE gym = ?';

const BEFORE = `
SELECT json_group_array(json_array(external_id, class, json(before)) ORDER BY external_id) AS page FROM (
  SELECT external_id, class, before FROM import_facts WHERE import = ? AND external_id > ?
  ORDER BY external_id LIMIT ${BATCH_FACTS})`;

const UNDONE = 'UPDATE imports SET undone_utc_ms = ?, undone_by = ? WHERE number = ?';

const AUDIT = `
INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES (?, ?, 'import_undone', ?, ?)`;

const ALIASES_GONE = `
DELETE FROM trainer_aliases WHERE source = ?1 AND (external_id, name) IN (
  SELECT value ->> 0, value ->> 3 FROM json_each(?2) WHERE value ->> 2 IS NULL)`;

/** A row that was there before, with what is stored now. As a table of its own, or each row would read all of the JSON. */
const WAS = `
WITH was AS MATERIALIZED (
  SELECT value ->> 0 AS id, value ->> 1 AS one, value ->> 2 AS other, value ->> 3 AS now
  FROM json_each(?2) WHERE value ->> 2 IS NOT NULL)`;

export const ALIASES_BACK = `
${WAS} UPDATE trainer_aliases SET name = was.one, trainer = was.other FROM was
WHERE source = ?1 AND external_id = was.id AND trainer_aliases.name = was.now`;

export const NAMES_BACK = `
${WAS} UPDATE trainers SET slug = was.one, name = was.other FROM was
WHERE gym = ?1 AND trainers.id = was.id AND trainers.name = was.now`;

const PEOPLE_GONE = `
DELETE FROM trainers WHERE gym = ?1
  AND id IN (SELECT value ->> 0 FROM json_each(?2) WHERE value ->> 2 IS NULL)
  AND id NOT IN (SELECT trainer FROM facts JOIN sources ON sources.key = source WHERE gym = ?1 AND trainer IS NOT NULL)
  AND id NOT IN (SELECT trainer FROM trainer_aliases JOIN sources ON sources.key = source WHERE gym = ?1)
  AND id NOT IN (SELECT data ->> 'trainerId' FROM credentials WHERE data ->> 'gymId' = ?1 AND data ->> 'trainerId' IS NOT NULL)
  AND id NOT IN (SELECT into_id FROM trainer_joins WHERE gym = ?1 AND into_id IS NOT NULL)`;
