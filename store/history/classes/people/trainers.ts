/**
 * The trainers of a gym while an import runs: who is meant by a name or by a source's own id.
 *
 * Two ids of one source are two people, whatever they are called; ids of two sources say nothing of each other, so there
 * the name decides, whether the last name stands first or last. A source that calls its id differently than before
 * renames the person, who keeps their id.
 */

import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { Trainer } from '../../../../gym/sessions/session.ts';
import type { Stretch } from '../../../../runtime/timers.ts';
import type { Session } from '../../database.ts';
import { type Questions, readJson } from '../json-rows.ts';
import { readApart, readJoined, storeJoins } from './joins.ts';
import { type Alias, type Join, People, type Person } from './people.ts';

type Named = NonNullable<ScheduleEntry['trainer']>;

export interface TrainerDirectory {
  /** Id of the trainer that is meant; null for none. */
  idOf(trainer: Named | null): string | null;
  /** Whether someone is called otherwise than before, or is joined into another. */
  readonly isRenamed: boolean;
  /** Who was joined into whom, or had their name turned round. */
  readonly joins: readonly Join[];
  /** Ids that were joined into others: facts about them apply to those. */
  readonly joined: ReadonlyMap<string, string>;
  /** Who is new or renamed, to take it back: see {@link People.changes}. */
  readonly changes: ReturnType<People['changes']>;
  /** Stores who is new, renamed or joined. */
  store(session: Session): Promise<void>;
  /** Name of an id before this import, and after it. */
  before(id: string): string;
  after(id: string): string;
}

/** Whose import it is, and when. */
interface Meeting {
  readonly gymId: string;
  readonly sourceKey: number;
  readonly sourceId: string;
  readonly nowUtcMs: number;
}

/** Finds every trainer of `entries` among those of the gym, or makes a new one. Writes nothing. */
export async function meetTrainers(
  questions: Questions,
  meeting: Meeting,
  entries: readonly ScheduleEntry[],
  stretch: Stretch,
): Promise<TrainerDirectory> {
  const { gymId, sourceKey, sourceId, nowUtcMs } = meeting;
  const { names, called } = await named(entries, stretch);
  const people = await peopleOf(questions, meeting, names);
  const joins = people.tidy();
  const joined = await readJoined(questions, gymId, joins);
  people.remember();
  const before = new Map(people.all().map(({ id, name }) => [id, name]));
  for (const [externalId, name] of called) {
    if (stretch.isOver()) await stretch.pause();
    people.meet(externalId, name);
  }
  const idsByName = new Map<string, string>();
  for (const { trainer } of entries) {
    if (stretch.isOver()) await stretch.pause();
    if (trainer !== null && trainer.externalId === null && !idsByName.has(trainer.name)) {
      idsByName.set(trainer.name, people.nameless(trainer.name).id);
    }
  }
  const { persons, aliases } = people.news();
  return {
    store: async (session) => {
      await storeJoins(session, joins, joined, { gymId, by: `import of ${sourceId}`, nowUtcMs });
      await session.run(STORE_TRAINERS, gymId, JSON.stringify(persons));
      await session.run(STORE_ALIASES, sourceKey, JSON.stringify(aliases));
    },
    idOf: (trainer) => {
      if (trainer === null) return null;
      const { externalId, name } = trainer;
      return (externalId === null ? idsByName.get(name) : people.idOfAlias(externalId)) ?? null;
    },
    isRenamed:
      joins.length > 0 || people.all().some(({ id, name }) => (before.get(id) ?? name) !== name),
    joins,
    joined,
    changes: people.changes(),
    before: (id) => before.get(id) ?? id,
    after: (id) => people.nameOf(id) ?? id,
  };
}

/** All names, and the name of each id. */
async function named(entries: readonly ScheduleEntry[], stretch: Stretch) {
  const names = new Set<string>();
  // An id that has two names in one file is called by the last of them.
  const called = new Map<string, string>();
  for (const { trainer } of entries) {
    if (stretch.isOver()) await stretch.pause();
    if (trainer === null) continue;
    names.add(trainer.name);
    if (trainer.externalId !== null) called.set(trainer.externalId, trainer.name);
  }
  return { names, called };
}

/** Trainers of a gym by name. */
export async function readTrainers(questions: Questions, gymId: string): Promise<Trainer[]> {
  return (await readPeople(questions, gymId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

async function peopleOf(
  questions: Questions,
  { gymId, sourceKey }: Meeting,
  names: ReadonlySet<string>,
): Promise<People> {
  const sourcesOf = new Map<string, Set<number>>();
  for (const [id, source] of await readJson<[string, number]>(questions, SOURCES_OF, gymId)) {
    const sources = sourcesOf.get(id) ?? new Set();
    sourcesOf.set(id, sources.add(source));
  }
  const known = {
    people: await readPeople(questions, gymId),
    aliases: await readAliases(questions, sourceKey),
    joined: await readJoined(questions, gymId),
    apart: await readApart(questions, gymId),
    sourcesOf,
    keyed: new Set(await readJson<string>(questions, KEYED, gymId)),
  };
  return new People(known, names);
}

/** By id, in the order in which a name finds them: `anna` before `anna-2`. */
async function readPeople(questions: Questions, gymId: string): Promise<Person[]> {
  const rows = await readJson<[id: string, slug: string, name: string]>(
    questions,
    'SELECT json_group_array(json_array(id, slug, name) ORDER BY length(id), id) AS page FROM trainers WHERE gym = ?',
    gymId,
  );
  return rows.map(([id, slug, name]) => ({ id, slug, name }));
}

async function readAliases(questions: Questions, sourceKey: number): Promise<Map<string, Alias>> {
  const rows = await readJson<[externalId: string, name: string, id: string]>(
    questions,
    'SELECT json_group_array(json_array(external_id, name, trainer)) AS page FROM trainer_aliases WHERE source = ?',
    sourceKey,
  );
  return new Map(rows.map(([externalId, name, id]) => [externalId, { id, name }]));
}

const SOURCES_OF = `
SELECT json_group_array(json_array(trainer, source)) AS page
FROM trainer_aliases JOIN sources ON sources.key = source WHERE gym = ?`;

const KEYED = `
SELECT json_group_array(data ->> 'trainerId') AS page FROM credentials
WHERE data ->> 'gymId' = ? AND data ->> 'trainerId' IS NOT NULL AND data ->> 'revokedUtcMs' IS NULL`;

const STORE_TRAINERS = `
INSERT INTO trainers (gym, id, slug, name)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET slug = excluded.slug, name = excluded.name`;

const STORE_ALIASES = `
INSERT INTO trainer_aliases (source, external_id, name, trainer)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET name = excluded.name, trainer = excluded.trainer`;
