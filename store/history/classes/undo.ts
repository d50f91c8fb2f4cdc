/**
 * Takes an import back: what its source said of each class is what it said before, and the classes are merged again. What
 * people and cameras found out stays.
 */

import { TurnoutError } from '../../../errors.ts';
import { Stretch } from '../../../runtime/timers.ts';
import { noteIn } from '../access.ts';
import { pagesOf, type Questions, readJson, type Session } from '../database.ts';
import { createChangeList } from './changes.ts';
import { ClassSet } from './class-set.ts';
import type { ImportRecord, NamedClass } from './class-store.ts';
import { FACT_ROWS, type Fact } from './facts.ts';
import { type ImportTask, readImports } from './import.ts';

import { type PeopleChanges, readJoined } from './people/trainers.ts';
import { NAMED } from './reads.ts';
import type { VersionedChange } from './versions.ts';

interface UndoTask extends Pick<ImportTask, 'gymId' | 'nowUtcMs' | 'signal'> {
  readonly number: number;
  /** Whether classes that later imports spoke of stay as they are; without it they are a reason to refuse. */
  readonly takesRest: boolean;
  readonly by: string;
}

/** Facts that are read together. Chosen here: they are parsed in some 3 ms. */
const PAGE_FACTS = 250;
/** Classes that a report names. */
const NAMED_CLASSES = 100;

/** What an import said something new of; `before` is what its source said before it, null for nothing. */
interface FactRow {
  readonly externalId: string;
  readonly classId: string;
  readonly before: Fact | null;
}

export async function planUndo(questions: Questions, task: UndoTask) {
  const { gymId, number, by, nowUtcMs } = task;
  const record = await undoable(questions, task);
  const touched = await readJson<[classId: string, later: number]>(questions, TOUCHED, number);
  const later = [...new Set(touched.map(([, import_]) => import_))].toSorted((a, b) => a - b);
  const stays = new Set(touched.map(([classId]) => classId));
  const ids = JSON.stringify([...stays]);
  const stayed = await readJson<NamedClass>(questions, NAMES, ids);
  const below = () => isBelow(task, later, stays.size, stayed[0]?.name);
  if (stays.size > 0 && !task.takesRest) throw below();
  const source = await questions.get<{ key: number; people: string }>(SOURCE, number);
  const { key: sourceKey = 0, people = '{}' } = source ?? {};
  const names = new Map(await readJson<[string, string]>(questions, PEOPLE, gymId));
  const nameOf = (id: string) => names.get(id) ?? id;
  const changes = createChangeList({ before: nameOf, after: nameOf });
  const stretch = new Stretch(task.signal);
  const facts: FactRow[] = [];
  const pages = pagesOf<FactRow>(questions, PAGE_FACTS, FACTS_OF_IMPORT, (last) => {
    return [number, sourceKey, last?.externalId ?? ''];
  });
  for await (const page of pages) {
    facts.push(...page.filter(({ classId }) => !stays.has(classId)));
    await stretch.pause();
  }
  // Where nothing would change it stays as it is, to be taken back after those that cover it.
  if (stays.size > 0 && facts.length === 0) throw below();
  const { sourceId } = record;
  const joined = await readJoined(questions, gymId);
  const importer = { gymId, sourceId, sourceKey, turn: number, roomIdOf: () => null, joined };
  const set = new ClassSet(questions, importer, stretch);
  await set.read([...new Set(facts.map(({ classId }) => classId))]);
  for (const { externalId, before } of facts) {
    if (stretch.isOver()) await stretch.pause();
    const was = before && Object.assign(before, { sourceId });
    changes.note(was === null ? set.drop(externalId) : set.restore(was), false);
  }
  const classes = await set.changed();
  const finish = async (session: Session) => {
    // Names and ids as they were, where nothing changed them since; people whom nothing speaks of any more go.
    const { persons = [], aliases = [] }: Partial<PeopleChanges> = JSON.parse(people);
    const [byId, byName] = [JSON.stringify(aliases), JSON.stringify(persons)];
    for (const sql of [ALIASES_GONE, ALIASES_BACK]) await session.run(sql, sourceKey, byId);
    for (const sql of [NAMES_BACK, PEOPLE_GONE]) await session.run(sql, gymId, byName);
    await session.run(UNDONE, nowUtcMs, by, number);
    const subject = `${number} of ${sourceId}`;
    await noteIn(session, { atUtcMs: nowUtcMs, by, kind: 'import_undone', gymId, subject });
  };
  const change: VersionedChange = { number: -number, sourceKey, classes, facts: set.facts, finish };
  const { counts } = changes;
  const named = stayed.slice(0, NAMED_CLASSES);
  const report = { import: record, counts, stayed: named, stayedCount: stays.size, later };
  return { report, change };
}

/** What taking an import back did; `stayed`: classes that later imports, `later`, spoke of: at most 100; the count is of all. */
export type UndoReport = Awaited<ReturnType<typeof planUndo>>['report'];

async function undoable(questions: Questions, { gymId, number }: UndoTask): Promise<ImportRecord> {
  const record = (await readImports(questions, gymId)).find((each) => each.number === number);
  if (record?.undoneUtcMs === null && record.isKept) return record;
  const reason = record?.undoneUtcMs === null ? 'is too long ago' : 'was taken back already';
  const why = record === undefined ? 'is none' : reason;
  const expected = `the number of an import of gym ${gymId} that can be taken back`;
  const hint = 'list them with: turnout schedule imports';
  const got = `${number}, which ${why}`;
  throw new TurnoutError('import_unknown', { where: 'schedule undo', expected, got, hint });
}

function isBelow(
  { number, takesRest }: UndoTask,
  later: readonly number[],
  classes: number,
  name: string | undefined,
): TurnoutError {
  const rest = takesRest
    ? ''
    : `, or take back what else ${number} did with: turnout schedule undo ${number} --rest`;
  const which = classes === 1 ? `1 class (${name})` : `${classes} classes (${name} among them)`;
  return new TurnoutError('import_covered', {
    where: 'schedule undo',
    expected: `an import whose classes no later one spoke of`,
    got: `${number}: of ${which} import ${later.slice(-5).join(', ')} spoke later`,
    hint: `take ${later.at(-1)} back first${rest}`,
  });
}

/** Rows that an import made or ended: of each id of its source at most one of either. Value: number of the import. */
const MINE = 'source = (SELECT source FROM imports WHERE number = ?1) AND (born = ?1 OR gone = ?1)';

/** Classes of the import, or of the ids that it spoke of, with each later import that holds and spoke of them too. */
const TOUCHED = `WITH mine AS (SELECT DISTINCT source, external_id, class FROM fact_versions WHERE ${MINE}),
later AS (SELECT number FROM imports WHERE number > ?1 AND undone_utc_ms IS NULL),
others AS (
  SELECT source, external_id, class, born AS number FROM fact_versions WHERE born IN later
  UNION ALL SELECT source, external_id, class, gone FROM fact_versions WHERE gone IN later)
SELECT json_group_array(json_array(class, number)) AS page FROM (
  SELECT mine.class, number FROM mine JOIN others USING (class)
  UNION
  SELECT mine.class, number FROM mine JOIN others USING (source, external_id))`;

const NAMES = `
SELECT json_group_array(json_object(${NAMED}) ORDER BY starts_utc_ms, id) AS page
FROM classes WHERE id IN (SELECT value FROM json_each(?))`;

const SOURCE = 'SELECT source AS key, people FROM imports WHERE number = ?';

const PEOPLE = 'SELECT json_group_array(json_array(id, name)) AS page FROM trainers WHERE gym = ?';

/** Values: number of the import, key of its source, id after which the page begins. */
const FACTS_OF_IMPORT = `
SELECT json_group_array(json_object('externalId', external_id, 'classId', class, 'before', json(before)) ORDER BY external_id) AS page FROM (
  SELECT external_id, max(class) AS class,
    max(iif(gone = ?1, json_object(${FACT_ROWS.pairs('mine')}), NULL)) AS before
  FROM fact_versions AS mine
  WHERE source = ?2 AND (born = ?1 OR gone = ?1) AND external_id > ?3
  GROUP BY external_id ORDER BY external_id LIMIT ${PAGE_FACTS})`;

const UNDONE = 'UPDATE imports SET undone_utc_ms = ?, undone_by = ? WHERE number = ?';

const ALIASES_GONE = `DELETE FROM trainer_aliases WHERE source = ?1 AND (external_id, name) IN (
  SELECT value ->> 0, value ->> 3 FROM json_each(?2) WHERE value ->> 2 IS NULL)`;

/** A row that was there before, with what is stored now. As a table of its own, or each row would read all of the JSON. */
const WAS = `WITH was AS MATERIALIZED (
  SELECT value ->> 0 AS id, value ->> 1 AS one, value ->> 2 AS other, value ->> 3 AS now
  FROM json_each(?2) WHERE value ->> 2 IS NOT NULL)`;

export const ALIASES_BACK = `${WAS} UPDATE trainer_aliases SET name = was.one, trainer = was.other FROM was
WHERE source = ?1 AND external_id = was.id AND trainer_aliases.name = was.now`;

export const NAMES_BACK = `${WAS} UPDATE trainers SET slug = was.one, name = was.other FROM was
WHERE gym = ?1 AND trainers.id = was.id AND trainers.name = was.now`;

const PEOPLE_GONE = `DELETE FROM trainers WHERE gym = ?1
  AND id IN (SELECT value ->> 0 FROM json_each(?2) WHERE value ->> 2 IS NULL)
  AND id NOT IN (SELECT trainer FROM facts JOIN sources ON sources.key = source WHERE gym = ?1 AND trainer IS NOT NULL)
  AND id NOT IN (SELECT trainer FROM trainer_aliases JOIN sources ON sources.key = source WHERE gym = ?1)
  AND id NOT IN (SELECT data ->> 'trainerId' FROM credentials WHERE data ->> 'gymId' = ?1 AND data ->> 'trainerId' IS NOT NULL)
  AND id NOT IN (SELECT into_id FROM trainer_joins WHERE gym = ?1 AND into_id IS NOT NULL)`;
