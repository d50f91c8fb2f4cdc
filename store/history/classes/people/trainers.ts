/**
 * The trainers of a gym while an import runs: who is meant by a name or by a source's own id.
 *
 * Two ids of one source are two people, whatever they are called; ids of two sources say nothing of each other, so there
 * the name decides, whether the last name stands first or last. A source that calls its id differently than before
 * renames the person, who keeps their id.
 */

import { TurnoutError } from '../../../../errors.ts';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { Trainer } from '../../../../gym/sessions/session.ts';
import type { Stretch } from '../../../../runtime/timers.ts';
import { noteIn } from '../../access.ts';
import { type Questions, readJson, type Session } from '../../database.ts';
import { columnsOf, type RowOf } from '../rows.ts';
import { createPeople, type Join, type KnownPeople } from './people.ts';

/** Whose import it is, and when. */
type Meeting = Record<'gymId' | 'sourceId', string> & Record<'sourceKey' | 'nowUtcMs', number>;

/** Finds every trainer of `entries` among those of the gym, or makes a new one. Writes nothing. */
export async function meetTrainers(
  questions: Questions,
  meeting: Meeting,
  entries: readonly ScheduleEntry[],
  stretch: Stretch,
) {
  const { gymId, sourceKey, sourceId, nowUtcMs } = meeting;
  const met = entries.flatMap(({ trainer }) => trainer ?? []);
  await stretch.pause();
  // An id that has two names in one file is called by the last of them.
  const called = new Map(
    met.flatMap((one) => (one.externalId === null ? [] : [[one.externalId, one.name] as const])),
  );
  await stretch.pause();
  const names = new Set(met.map(({ name }) => name));
  const [known = NOBODY] = await readJson<KnownPeople>(questions, KNOWN, gymId, sourceKey);
  const people = createPeople(known, await readJoined(questions, gymId), names);
  const before = people.state();
  const joins = people.tidy();
  const joined = await readJoined(questions, gymId, joins);
  const tidied = people.state();
  for (const [externalId, name] of called) {
    if (stretch.isOver()) await stretch.pause();
    people.meet(externalId, name);
  }
  const idsByName = new Map<string, string>();
  for (const { name } of met.filter(({ externalId }) => externalId === null)) {
    if (stretch.isOver()) await stretch.pause();
    if (!idsByName.has(name)) idsByName.set(name, people.nameless(name).id);
  }
  const after = people.state();
  const changes = {
    persons: newsIn(tidied.people, after.people).map(([id, { name }, was]) => {
      return [id, was?.slug ?? null, was?.name ?? null, name] as const;
    }),
    aliases: newsIn(tidied.aliases, after.aliases).map(([id, { name }, was]) => {
      return [id, was?.name ?? null, was?.id ?? null, name] as const;
    }),
  };
  return {
    /** Stores who is new, renamed or joined. */
    store: async (session: Session) => {
      await storeJoins(session, joins, joined, { gymId, by: `import of ${sourceId}`, nowUtcMs });
      const persons = newsIn(before.people, after.people).map(([, person]) => person);
      await session.run(STORE_TRAINERS, gymId, JSON.stringify(persons));
      const aliases = JSON.stringify(newsIn(before.aliases, after.aliases));
      await session.run(STORE_ALIASES, sourceKey, aliases);
    },
    /** Id of the trainer that is meant; null for none. */
    idOf: (trainer: ScheduleEntry['trainer']): string | null => {
      if (trainer === null) return null;
      const { externalId, name } = trainer;
      return (externalId === null ? idsByName.get(name) : people.idOfAlias(externalId)) ?? null;
    },
    /** Whether someone is called otherwise than before, or is joined into another. */
    isRenamed: joins.length > 0 || changes.persons.some(([, , was]) => was !== null),
    /** Who was joined into whom, or had their name turned round. */
    joins,
    /** Ids that were joined into others: facts about them apply to those. */
    joined,
    /** Who is new or renamed, with what they were before, null for nothing: to take it back. */
    changes,
    /** Name of an id before this import, and after it. */
    before: (id: string) => tidied.people.get(id)?.name ?? id,
    after: (id: string) => after.people.get(id)?.name ?? id,
  };
}

export type PeopleChanges = Awaited<ReturnType<typeof meetTrainers>>['changes'];

/** What is new or another than before, by its id, and what it was. */
function newsIn<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  const both = [...after].map(([id, value]) => [id, value, before.get(id)] as const);
  return both.filter(([, value, was]) => value !== was);
}

const NOBODY: KnownPeople = { people: [], aliases: [], apart: [], sourcesOf: [], keyed: [] };

/** Trainers of a gym by name. */
export async function readTrainers(questions: Questions, gymId: string): Promise<Trainer[]> {
  return (await readJson<Trainer>(questions, TRAINERS, gymId)).toSorted(
    (one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1),
  );
}

const TRAINERS =
  "SELECT json_group_array(json_object('id', id, 'name', name)) AS page FROM trainers WHERE gym = ?";

/** Values: gym, key of the source. People in the order in which a name finds them: `anna` before `anna-2`. */
const KNOWN = `SELECT json_array(json_object(
  'people', json((
    SELECT json_group_array(json_object('id', id, 'slug', slug, 'name', name) ORDER BY length(id), id)
    FROM trainers WHERE gym = ?1)),
  'aliases', json((
    SELECT json_group_array(json_array(external_id, json_object('id', trainer, 'name', name)))
    FROM trainer_aliases WHERE source = ?2)),
  'apart', json((
    SELECT json_group_array(id) FROM trainer_joins WHERE gym = ?1 AND undone_utc_ms IS NOT NULL)),
  'sourcesOf', json((
    SELECT json_group_array(json(pair)) FROM (
      SELECT json_array(trainer, json_group_array(DISTINCT source)) AS pair
      FROM trainer_aliases JOIN sources ON sources.key = source WHERE gym = ?1 GROUP BY trainer))),
  'keyed', json((
    SELECT json_group_array(data ->> 'trainerId') FROM credentials
    WHERE data ->> 'gymId' = ?1 AND data ->> 'trainerId' IS NOT NULL AND data ->> 'revokedUtcMs' IS NULL))
)) AS page`;

const STORE_TRAINERS = `INSERT INTO trainers (gym, id, slug, name)
SELECT ?1, value ->> 'id', value ->> 'slug', value ->> 'name' FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET slug = excluded.slug, name = excluded.name`;

const STORE_ALIASES = `INSERT INTO trainer_aliases (source, external_id, name, trainer)
SELECT ?1, value ->> 0, value ->> '$[1].name', value ->> '$[1].id' FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET name = excluded.name, trainer = excluded.trainer`;

/* Trainers that were found to be one person: stored with how they were, so that a user can separate them again. */

/** As they were before they were joined into others. */
export const JOIN = {
  number: 'number INTEGER PRIMARY KEY',
  gymId: 'gym TEXT NOT NULL',
  id: 'id TEXT NOT NULL',
  slug: 'slug TEXT NOT NULL',
  name: 'name TEXT NOT NULL',
  into: 'into_id TEXT',
  aliases: 'aliases TEXT NOT NULL',
  by: 'made_by TEXT NOT NULL',
  madeUtcMs: 'made_utc_ms INTEGER NOT NULL',
  undoneBy: 'undone_by TEXT',
  /** Null while it holds. */
  undoneUtcMs: 'undone_utc_ms INTEGER',
} as const;

const LISTED = ['number', 'id', 'name', 'into', 'madeUtcMs', 'undoneUtcMs'] as const;
/** A join, or a name that was turned round (`into` null), as the history lists it; `nameNow`: what they are called now. */
export type JoinRecord = Pick<RowOf<typeof JOIN>, (typeof LISTED)[number]> & {
  readonly nameNow: string;
};

/** Stores joins with their audit rows, and lets classes and ids of sources name who is left, as `joined` has it. */
async function storeJoins(
  session: Session,
  joins: readonly Join[],
  joined: ReadonlyMap<string, string>,
  { gymId, by, nowUtcMs }: Joiner,
): Promise<void> {
  const note = { atUtcMs: nowUtcMs, by, gymId };
  for (const { id, slug, name, into } of joins) {
    const aliases = into === null ? [] : await readJson(session, ALIASES, gymId, id);
    await session.run(ADD, gymId, id, slug, name, into, JSON.stringify(aliases), by, nowUtcMs);
    if (into === null) continue;
    await session.run('DELETE FROM trainers WHERE gym = ? AND id = ?', gymId, id);
    await session.run(MOVE_ALIASES, into, gymId, id);
    await noteIn(session, { ...note, kind: 'trainer_joined', subject: `${id} into ${into}` });
  }
  const gone = joins.flatMap(({ id, into }) => (into === null ? [] : [[id, joined.get(id)]]));
  if (gone.length > 0) await session.run(TEACH, gymId, JSON.stringify(gone));
}

/** Whose joins they are, who makes them or takes them back, and when. */
type Joiner = Record<'gymId' | 'by', string> & Record<'nowUtcMs', number>;

/** Whom a fact means that names an id which was joined into another, `joins` included. */
export async function readJoined(questions: Questions, gymId: string, joins: readonly Join[] = []) {
  const into = new Map(await readJson<[id: string, into: string]>(questions, JOINED, gymId));
  for (const join of joins) if (join.into !== null) into.set(join.id, join.into);
  const last = (id: string): string => {
    const seen = new Set<string>();
    let at = id;
    for (let next = into.get(at); next !== undefined && !seen.has(at); next = into.get(at)) {
      seen.add(at);
      at = next;
    }
    return at;
  };
  return new Map([...into.keys()].map((id) => [id, last(id)]));
}

export const readJoins = (questions: Questions, gymId: string) =>
  readJson<JoinRecord>(questions, LIST, gymId);

/** Takes a join back. Rejects with `usage` where there is none of this number. */
export async function separate(session: Session, number: number, { gymId, by, nowUtcMs }: Joiner) {
  const row = await session.get<Join & { aliases: string }>(ONE, number, gymId);
  if (row === undefined) {
    const expected = `the number of a join of gym ${gymId} that holds`;
    const hint = 'list them with: turnout schedule joins';
    const where = 'schedule separate';
    throw new TurnoutError('usage', { where, expected, got: String(number), hint });
  }
  const { id, slug, name, into, aliases } = row;
  await session.run(UNDO, by, nowUtcMs, number);
  await session.run(STORE_TRAINERS, gymId, JSON.stringify([{ id, slug, name }]));
  const note = { atUtcMs: nowUtcMs, by, kind: 'trainer_separated', gymId } as const;
  await noteIn(session, { ...note, subject: `${id} from ${into ?? id}` });
  if (into === null) return;
  await session.run(RESTORE_ALIASES, id, into, aliases);
  await session.run(TEACH_AGAIN, gymId, id, into);
}

const ALIASES = `SELECT json_group_array(json_array(source, external_id)) AS page
FROM trainer_aliases JOIN sources ON sources.key = source WHERE gym = ? AND trainer = ?`;

const ADD = `INSERT INTO trainer_joins (gym, id, slug, name, into_id, aliases, made_by, made_utc_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

const TEACH = `UPDATE class_versions SET trainer = gone.into_id
FROM (SELECT value ->> 0 AS id, value ->> 1 AS into_id FROM json_each(?2)) AS gone
WHERE gym = ?1 AND trainer = gone.id`;

const MOVE_ALIASES = `UPDATE trainer_aliases SET trainer = ?1
WHERE trainer = ?3 AND source IN (SELECT key FROM sources WHERE gym = ?2)`;

const JOINED = `SELECT json_group_array(json_array(id, into_id)) AS page FROM trainer_joins
WHERE gym = ? AND into_id IS NOT NULL AND undone_utc_ms IS NULL`;

const LIST = `SELECT json_group_array(json_object(
  ${columnsOf(JOIN).pairs('trainer_joins', LISTED)}, 'nameNow', coalesce(
    (SELECT name FROM trainers WHERE trainers.gym = trainer_joins.gym AND trainers.id = coalesce(into_id, trainer_joins.id)),
    trainer_joins.name)
) ORDER BY number DESC) AS page FROM trainer_joins WHERE gym = ?`;

const ONE = `SELECT id, slug, name, into_id AS "into", aliases FROM trainer_joins
WHERE number = ? AND gym = ? AND undone_utc_ms IS NULL`;

const UNDO = 'UPDATE trainer_joins SET undone_by = ?, undone_utc_ms = ? WHERE number = ?';

const RESTORE_ALIASES = `UPDATE trainer_aliases SET trainer = ?1 WHERE trainer = ?2 AND (source, external_id) IN (
  SELECT value ->> 0, value ->> 1 FROM json_each(?3))`;

/** Facts still name who they named: a class is taught by whom the first of its facts names that names anybody, see `facts.ts`. */
const TEACH_AGAIN = `
UPDATE class_versions SET trainer = ?2 WHERE gym = ?1 AND trainer = ?3 AND gone IS NULL AND ?2 = (
  SELECT trainer FROM facts WHERE facts.class = class_versions.id AND trainer IS NOT NULL
  ORDER BY since, external_id LIMIT 1)`;
