/** The people who teach in a gym, in memory while an import runs. */

import { createNameReader, type NameReader, slugOf } from '../../../../gym/sessions/names.ts';

export interface Person {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Who has an id of a source, and the name that the source last gave. */
export interface Alias {
  readonly id: string;
  readonly name: string;
}

/** A person as they were before they were joined into another, or before their name was turned round (`into` null). */
export interface Join extends Person {
  readonly into: string | null;
}

/** What is known of a gym's people before an import. */
export interface KnownPeople {
  readonly people: readonly Person[];
  /** Of the importing source, by its own ids. */
  readonly aliases: readonly (readonly [externalId: string, alias: Alias])[];
  /** Ids of those whom a user has separated again: they are joined and turned no more. */
  readonly apart: readonly string[];
  /** Keys of the sources that have an id of their own for a person. */
  readonly sourcesOf: readonly (readonly [trainerId: string, sources: readonly number[]])[];
  /** Ids that keys of the role trainer name: such a person is never joined into another. */
  readonly keyed: readonly string[];
}

export class People {
  readonly #known: KnownPeople;
  readonly #joined: ReadonlyMap<string, string>;
  readonly #sourcesOf: ReadonlyMap<string, readonly number[]>;
  readonly #spoken: NameReader;
  readonly #byId = new Map<string, Person>();
  /** Ids. */
  readonly #bySlug = new Map<string, Set<string>>();
  readonly #aliases: Map<string, Alias>;
  /** Ids of those who have an id of this source. */
  readonly #taken: Set<string>;

  /**
   * @param joined ids that were joined into others: never given to someone new.
   * @param names those that the import will speak of.
   */
  constructor(known: KnownPeople, joined: ReadonlyMap<string, string>, names: Iterable<string>) {
    this.#known = known;
    this.#joined = joined;
    this.#sourcesOf = new Map(known.sourcesOf);
    this.#spoken = createNameReader([...known.people.map(({ name }) => name), ...names]);
    for (const person of known.people) this.#put(person);
    this.#aliases = new Map(known.aliases);
    this.#taken = new Set(known.aliases.map(([, { id }]) => id));
  }

  /** Joins who is there twice, as `Mills, Joanna` and as Joanna Mills, and turns the names of the others round. */
  tidy(): readonly Join[] {
    const joins: Join[] = [];
    for (const person of [...this.#byId.values()]) {
      const spoken = this.#spoken(person.name);
      if (spoken === person.name || this.#known.apart.includes(person.id)) continue;
      const other = this.#called(slugOf(spoken, 'trainer')).find(
        ({ id }) => id !== person.id && !this.#areTwo(person.id, id),
      );
      if (other === undefined) {
        joins.push({ ...person, into: null });
        this.#rename(person.id, spoken);
        continue;
      }
      // A key goes on meaning the same person.
      const isKeyed = this.#known.keyed.includes(person.id);
      const [from, into] = isKeyed ? [other, person] : [person, other];
      joins.push({ ...from, into: into.id });
      this.#take(from, into.id);
      if (isKeyed) this.#rename(person.id, spoken);
    }
    return joins;
  }

  /** As they are now, to be compared with how they are later. */
  state() {
    return { people: new Map(this.#byId), aliases: new Map(this.#aliases) };
  }

  idOfAlias(externalId: string): string | undefined {
    return this.#aliases.get(externalId)?.id;
  }

  /** Anyone who has the source's own id `externalId`, who is now called `name`. */
  meet(externalId: string, name: string): void {
    const known = this.#aliases.get(externalId);
    if (known?.name === name) return;
    const person =
      this.#byId.get(known?.id ?? '') ??
      // Anyone who is called so and has no id of this source yet.
      this.#namesakes(name).find(({ id }) => !this.#taken.has(id)) ??
      this.#add(name);
    if (known !== undefined) this.#rename(person.id, this.#spoken(name));
    this.#taken.add(person.id);
    this.#aliases.set(externalId, { id: person.id, name });
  }

  /** The first who is called `name`. */
  nameless(name: string): Person {
    return this.#namesakes(name)[0] ?? this.#add(name);
  }

  /** Two ids of one source are two people, whatever they are called. */
  #areTwo(one: string, other: string): boolean {
    const { keyed } = this.#known;
    if (keyed.includes(one) && keyed.includes(other)) return true;
    const sources = this.#sourcesOf.get(other);
    return this.#sourcesOf.get(one)?.some((source) => sources?.includes(source)) === true;
  }

  #take(from: Person, into: string): void {
    this.#byId.delete(from.id);
    this.#bySlug.get(from.slug)?.delete(from.id);
    for (const [externalId, { id, name }] of this.#aliases) {
      if (id === from.id) this.#aliases.set(externalId, { id: into, name });
    }
    if (this.#taken.delete(from.id)) this.#taken.add(into);
  }

  /** Who is called `name`; a user's word that a spelling is someone else overrides. */
  #namesakes(name: string): readonly Person[] {
    const { apart } = this.#known;
    const written = this.#called(slugOf(name, 'trainer')).filter(({ id }) => apart.includes(id));
    return written.length > 0 ? written : this.#called(slugOf(this.#spoken(name), 'trainer'));
  }

  /** Whose id is the name comes first. */
  #called(slug: string): readonly Person[] {
    const rank = ({ id }: Person) => (id === slug ? 0 : id.length);
    return [...(this.#bySlug.get(slug) ?? [])]
      .flatMap((id) => this.#byId.get(id) ?? [])
      .toSorted((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1));
  }

  #add(written: string): Person {
    const name = this.#spoken(written);
    const slug = slugOf(name, 'trainer');
    let id = slug;
    for (let number = 2; this.#byId.has(id) || this.#joined.has(id); number += 1) {
      id = `${slug}-${number}`;
    }
    const person = { id, slug, name };
    this.#put(person);
    return person;
  }

  #rename(id: string, name: string): void {
    const known = this.#byId.get(id);
    if (known?.name === name) return;
    this.#bySlug.get(known?.slug ?? '')?.delete(id);
    this.#put({ id, name, slug: slugOf(name, 'trainer') });
  }

  #put(person: Person): void {
    const { id, slug } = person;
    this.#byId.set(id, person);
    this.#bySlug.set(slug, (this.#bySlug.get(slug) ?? new Set()).add(id));
  }
}
