/** The people who teach in a gym, in memory while an import runs. */

import { createNameReader, type NameReader, slugOf } from '../../../../gym/sessions/names.ts';

export interface Person {
  readonly id: string;
  slug: string;
  name: string;
}

/** Who has an id of a source, and the name that the source last gave. */
export interface Alias {
  readonly id: string;
  readonly name: string;
}

/** A person as they were before they were joined into another, or before their name was turned round (`into` null). */
export interface Join extends Readonly<Person> {
  readonly into: string | null;
}

/** What is known of a gym's people before an import. */
export interface KnownPeople {
  readonly people: readonly Person[];
  /** Of the importing source, by its own ids. */
  readonly aliases: Map<string, Alias>;
  /** Ids that were joined into others: never given to someone new. */
  readonly joined: ReadonlyMap<string, string>;
  /** Ids of those whom a user has separated again: they are joined and turned no more. */
  readonly apart: ReadonlySet<string>;
  /** Keys of the sources that have an id of their own for a person. */
  readonly sourcesOf: ReadonlyMap<string, readonly number[]>;
  /** Ids that keys of the role trainer name: such a person is never joined into another. */
  readonly keyed: ReadonlySet<string>;
}

export class People {
  readonly #known: KnownPeople;
  readonly #spoken: NameReader;
  readonly #byId: Map<string, Person>;
  /** In the order in which a name finds them, also after someone was renamed: see {@link isBefore}. */
  readonly #bySlug = new Map<string, Person[]>();
  /** Number of the next id of a slug, so that 10,000 namesakes are numbered in one go. */
  readonly #nextNumber = new Map<string, number>();
  readonly #aliases: Map<string, Alias>;
  /** Ids of those who have an id of this source. */
  readonly #taken: Set<string>;
  readonly #changed = new Set<Person>();
  readonly #heard = new Set<string>();
  /** People as they were, and aliases; null for who was not there. */
  readonly #before = new Map<string, Readonly<Person> | null>();
  readonly #aliasBefore = new Map<string, Alias | null>();

  /** @param names those that the import will speak of. */
  constructor(known: KnownPeople, names: Iterable<string>) {
    this.#known = known;
    this.#spoken = createNameReader([...known.people.map(({ name }) => name), ...names]);
    this.#byId = new Map(known.people.map((person) => [person.id, person]));
    for (const person of known.people) this.#shelve(person);
    this.#aliases = known.aliases;
    this.#taken = new Set([...known.aliases.values()].map(({ id }) => id));
  }

  /** Joins who is there twice, as `Mills, Joanna` and as Joanna Mills, and turns the names of the others round. */
  tidy(): readonly Join[] {
    const joins: Join[] = [];
    for (const person of [...this.#byId.values()]) {
      const spoken = this.#spoken(person.name);
      if (spoken === person.name || this.#known.apart.has(person.id)) continue;
      const other = this.#called(slugOf(spoken, 'trainer')).find(
        (each) => each !== person && !this.#areTwo(person, each),
      );
      const [from, into] = other === undefined ? [person, null] : this.#direction(person, other);
      joins.push({ ...from, into: into?.id ?? null });
      if (into !== null) this.#take(from, into);
      if (from !== person || into === null) this.#rename(person, spoken);
    }
    return joins;
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

  /** Anyone who has the source's own id `externalId`, who is now called `name`. */
  meet(externalId: string, name: string): void {
    const known = this.#aliases.get(externalId);
    if (known?.name === name) return;
    const person = this.#byId.get(known?.id ?? '') ?? this.#strangerOrNew(name);
    if (known !== undefined) this.#rename(person, this.#spoken(name));
    this.#taken.add(person.id);
    if (!this.#aliasBefore.has(externalId)) this.#aliasBefore.set(externalId, known ?? null);
    this.#aliases.set(externalId, { id: person.id, name });
    this.#heard.add(externalId);
  }

  /** The first who is called `name`. */
  nameless(name: string): Person {
    return this.#namesakes(name)[0] ?? this.#add(name);
  }

  /** Rows to store. */
  news() {
    return {
      persons: [...this.#changed].map(({ id, slug, name }) => [id, slug, name]),
      aliases: [...this.#heard].map((externalId) => {
        const alias = this.#aliases.get(externalId);
        return [externalId, alias?.name, alias?.id];
      }),
    };
  }

  /** Who is new or renamed, with what they were before: to take it back. Those that {@link tidy} changed are not. */
  changes() {
    return {
      persons: [...this.#before].map(([id, before]) => [
        id,
        before?.slug ?? null,
        before?.name ?? null,
        this.nameOf(id) ?? null,
      ]),
      aliases: [...this.#aliasBefore].map(([externalId, before]) => [
        externalId,
        before?.name ?? null,
        before?.id ?? null,
        this.#aliases.get(externalId)?.name ?? null,
      ]),
    };
  }

  /** From here on changes are remembered for {@link changes}. */
  remember(): void {
    this.#before.clear();
  }

  /** Two ids of one source are two people, whatever they are called. */
  #areTwo(one: Person, other: Person): boolean {
    const { sourcesOf, keyed } = this.#known;
    if (keyed.has(one.id) && keyed.has(other.id)) return true;
    const sources = sourcesOf.get(other.id);
    return sourcesOf.get(one.id)?.some((source) => sources?.includes(source)) === true;
  }

  /** Who is joined into whom: a key goes on meaning the same person. */
  #direction(turned: Person, other: Person): readonly [from: Person, into: Person] {
    return this.#known.keyed.has(turned.id) ? [other, turned] : [turned, other];
  }

  #take(from: Person, into: Person): void {
    this.#byId.delete(from.id);
    this.#unshelve(from);
    this.#changed.delete(from);
    for (const [externalId, { id, name }] of this.#aliases) {
      if (id === from.id) this.#aliases.set(externalId, { id: into.id, name });
    }
    if (this.#taken.delete(from.id)) this.#taken.add(into.id);
  }

  /** Anyone who is called so and has no id of this source yet, or someone new. */
  #strangerOrNew(name: string): Person {
    return this.#namesakes(name).find(({ id }) => !this.#taken.has(id)) ?? this.#add(name);
  }

  /** Who is called `name`; a user's word that a spelling is someone else overrides. */
  #namesakes(name: string): readonly Person[] {
    const { apart } = this.#known;
    const written =
      apart.size === 0
        ? []
        : this.#called(slugOf(name, 'trainer')).filter(({ id }) => apart.has(id));
    return written.length > 0 ? written : this.#called(slugOf(this.#spoken(name), 'trainer'));
  }

  #called(slug: string): readonly Person[] {
    return this.#bySlug.get(slug) ?? [];
  }

  #add(written: string): Person {
    const name = this.#spoken(written);
    const slug = slugOf(name, 'trainer');
    let id = slug;
    let number = this.#nextNumber.get(slug) ?? 2;
    for (; this.#byId.has(id) || this.#known.joined.has(id); number += 1) {
      id = `${slug}-${number}`;
    }
    this.#nextNumber.set(slug, number);
    const person = { id, slug, name };
    this.#byId.set(id, person);
    this.#shelve(person);
    this.#changed.add(person);
    this.#before.set(id, null);
    return person;
  }

  #rename(person: Person, name: string): void {
    if (!this.#before.has(person.id)) this.#before.set(person.id, { ...person });
    this.#unshelve(person);
    Object.assign(person, { name, slug: slugOf(name, 'trainer') });
    this.#shelve(person);
    this.#changed.add(person);
  }

  #unshelve(person: Person): void {
    this.#bySlug.set(
      person.slug,
      this.#called(person.slug).filter((each) => each !== person),
    );
  }

  #shelve(person: Person): void {
    const shelf = this.#bySlug.get(person.slug) ?? [];
    this.#bySlug.set(person.slug, shelf);
    shelf.splice(shelf.findLastIndex((each) => isBefore(each, person)) + 1, 0, person);
  }
}

/** Whose id is the name comes first. */
function isBefore(one: Person, other: Person): boolean {
  const rank = ({ id, slug }: Person) => (id === slug ? 0 : id.length);
  return rank(one) - rank(other) < 0 || (rank(one) === rank(other) && one.id < other.id);
}
