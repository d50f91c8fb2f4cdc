/**
 * The trainers of a gym while an import runs: who is meant by a name or by a source's own id.
 *
 * Two ids of one source are two people, whatever they are called; ids of two sources say nothing of each other, so there
 * the name decides. A source that calls its id differently than before renames the person, who keeps their id.
 */

import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { slugOf } from '../../../gym/sessions/fold-name.ts';
import type { Trainer } from '../../../gym/sessions/session.ts';
import type { Stretch } from '../../../runtime/stretch.ts';
import type { Session } from '../database.ts';

type Named = NonNullable<ScheduleEntry['trainer']>;

export interface TrainerDirectory {
  /** Id of the trainer that is meant; null for none. */
  idOf(trainer: Named | null): string | null;
  /** Whether somebody is called otherwise than before. */
  readonly isRenamed: boolean;
  /** Name of an id before this import, and after it. */
  before(id: string): string;
  after(id: string): string;
}

/** Makes every trainer of `entries` known to the gym, and stores who is new or renamed. */
export async function meetTrainers(
  session: Session,
  { gymId, sourceKey }: { readonly gymId: string; readonly sourceKey: number },
  entries: readonly ScheduleEntry[],
  stretch: Stretch,
): Promise<TrainerDirectory> {
  const people = new People(
    await readPeople(session, gymId),
    await readAliases(session, sourceKey),
  );
  const before = new Map(people.all().map(({ id, name }) => [id, name]));
  // An id that has two names in one file is called by the last of them.
  const called = new Map<string, string>();
  for (const { trainer } of entries) {
    if (stretch.isOver()) await stretch.pause();
    if (trainer?.externalId != null) called.set(trainer.externalId, trainer.name);
  }
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
  await session.run(STORE_TRAINERS, gymId, JSON.stringify(persons));
  await session.run(STORE_ALIASES, sourceKey, JSON.stringify(aliases));
  return {
    idOf: (trainer) => {
      if (trainer === null) return null;
      const { externalId, name } = trainer;
      return (externalId === null ? idsByName.get(name) : people.idOfAlias(externalId)) ?? null;
    },
    isRenamed: people.all().some(({ id, name }) => (before.get(id) ?? name) !== name),
    before: (id) => before.get(id) ?? id,
    after: (id) => people.nameOf(id) ?? id,
  };
}

/** Trainers of a gym by name. */
export async function readTrainers(session: Session, gymId: string): Promise<Trainer[]> {
  return (await readPeople(session, gymId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

interface Person {
  readonly id: string;
  slug: string;
  name: string;
}

interface Alias {
  readonly id: string;
  readonly name: string;
}

class People {
  readonly #byId: Map<string, Person>;
  readonly #bySlug = new Map<string, Person[]>();
  readonly #aliases: Map<string, Alias>;
  /** Ids of those who have an id of this source. */
  readonly #taken: Set<string>;
  readonly #changed = new Set<Person>();
  readonly #heard: string[] = [];

  constructor(people: readonly Person[], aliases: Map<string, Alias>) {
    this.#byId = new Map(people.map((person) => [person.id, person]));
    for (const person of people) this.#shelve(person);
    this.#aliases = aliases;
    this.#taken = new Set([...aliases.values()].map(({ id }) => id));
  }

  all(): readonly Person[] {
    return [...this.#byId.values()];
  }

  nameOf(id: string): string | undefined {
    return this.#byId.get(id)?.name;
  }

  idOfAlias(externalId: string): string | undefined {
    return this.#aliases.get(externalId)?.id;
  }

  /** Whoever has the source's own id `externalId`, who is now called `name`. */
  meet(externalId: string, name: string): void {
    const known = this.#aliases.get(externalId);
    if (known?.name === name) return;
    const person = this.#byId.get(known?.id ?? '') ?? this.#strangerOrNew(name);
    if (known !== undefined) this.#rename(person, name);
    this.#taken.add(person.id);
    this.#aliases.set(externalId, { id: person.id, name });
    this.#heard.push(externalId);
  }

  /** The first who is called `name`. */
  nameless(name: string): Person {
    return this.#namesakes(name)[0] ?? this.#add(name);
  }

  /** Rows to store. */
  news() {
    return {
      persons: [...this.#changed].map(({ id, slug, name }) => [id, slug, name]),
      aliases: this.#heard.map((externalId) => {
        const alias = this.#aliases.get(externalId);
        return [externalId, alias?.name, alias?.id];
      }),
    };
  }

  /** Whoever is called so and has no id of this source yet, or somebody new. */
  #strangerOrNew(name: string): Person {
    return this.#namesakes(name).find(({ id }) => !this.#taken.has(id)) ?? this.#add(name);
  }

  /** Who is called `name`, always in the same order, also after somebody was renamed: whose id is the name comes first. */
  #namesakes(name: string): readonly Person[] {
    const rank = ({ id, slug }: Person) => (id === slug ? 0 : id.length);
    return (this.#bySlug.get(slugOf(name, 'trainer')) ?? []).toSorted(
      (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1),
    );
  }

  #add(name: string): Person {
    const slug = slugOf(name, 'trainer');
    let id = slug;
    for (let number = 2; this.#byId.has(id); number += 1) {
      id = `${slug}-${number}`;
    }
    const person = { id, slug, name };
    this.#byId.set(id, person);
    this.#shelve(person);
    this.#changed.add(person);
    return person;
  }

  #rename(person: Person, name: string): void {
    const namesakes = this.#bySlug.get(person.slug) ?? [];
    this.#bySlug.set(
      person.slug,
      namesakes.filter((each) => each !== person),
    );
    Object.assign(person, { name, slug: slugOf(name, 'trainer') });
    this.#shelve(person);
    this.#changed.add(person);
  }

  #shelve(person: Person): void {
    const shelf = this.#bySlug.get(person.slug);
    if (shelf === undefined) this.#bySlug.set(person.slug, [person]);
    else shelf.push(person);
  }
}

/** By id, in the order in which a name finds them: `anna` before `anna-2`. */
async function readPeople(session: Session, gymId: string): Promise<Person[]> {
  const rows = await readJson<[id: string, slug: string, name: string]>(
    session,
    'SELECT json_group_array(json_array(id, slug, name) ORDER BY length(id), id) AS page FROM trainers WHERE gym = ?',
    gymId,
  );
  return rows.map(([id, slug, name]) => ({ id, slug, name }));
}

async function readAliases(session: Session, sourceKey: number): Promise<Map<string, Alias>> {
  const rows = await readJson<[externalId: string, name: string, id: string]>(
    session,
    'SELECT json_group_array(json_array(external_id, name, trainer)) AS page FROM trainer_aliases WHERE source = ?',
    sourceKey,
  );
  return new Map(rows.map(([externalId, name, id]) => [externalId, { id, name }]));
}

/** Rows that SQLite gives as one JSON text in the column `page`. */
export async function readJson<Row>(
  session: Session,
  sql: string,
  ...values: (string | number)[]
): Promise<Row[]> {
  const found = await session.get<{ page: string }>(sql, ...values);
  return JSON.parse(found?.page ?? '[]');
}

const STORE_TRAINERS = `
INSERT INTO trainers (gym, id, slug, name)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET slug = excluded.slug, name = excluded.name`;

const STORE_ALIASES = `
INSERT INTO trainer_aliases (source, external_id, name, trainer)
SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true
ON CONFLICT DO UPDATE SET name = excluded.name, trainer = excluded.trainer`;
