/** The people who teach in a gym, in memory while an import runs. */

import { createNameReader, slugOf } from '../../../../gym/sessions/names.ts';

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

/**
 * @param joined ids that were joined into others: never given to someone new.
 * @param names those that the import will speak of.
 */
export function createPeople(
  known: KnownPeople,
  joined: ReadonlyMap<string, string>,
  names: Iterable<string>,
) {
  const { apart, keyed } = known;
  const sourcesOf = new Map(known.sourcesOf);
  const spoken = createNameReader([...known.people.map(({ name }) => name), ...names]);
  const byId = new Map<string, Person>();
  /** Ids. */
  const bySlug = new Map<string, Set<string>>();
  const aliases = new Map(known.aliases);
  /** Ids of those who have an id of this source. */
  const taken = new Set(known.aliases.map(([, { id }]) => id));

  const put = (person: Person): Person => {
    const { id, slug } = person;
    byId.set(id, person);
    bySlug.set(slug, (bySlug.get(slug) ?? new Set()).add(id));
    return person;
  };
  for (const person of known.people) put(person);
  const rename = (id: string, name: string): void => {
    const before = byId.get(id);
    if (before?.name === name) return;
    bySlug.get(before?.slug ?? '')?.delete(id);
    put({ id, name, slug: slugOf(name, 'trainer') });
  };
  const add = (written: string): Person => {
    const name = spoken(written);
    const slug = slugOf(name, 'trainer');
    let id = slug;
    for (let number = 2; byId.has(id) || joined.has(id); number += 1) id = `${slug}-${number}`;
    return put({ id, slug, name });
  };
  const take = (from: Person, into: string): void => {
    byId.delete(from.id);
    bySlug.get(from.slug)?.delete(from.id);
    for (const [externalId, { id, name }] of aliases) {
      if (id === from.id) aliases.set(externalId, { id: into, name });
    }
    if (taken.delete(from.id)) taken.add(into);
  };
  /** Whose id is the name comes first. */
  const called = (name: string): readonly Person[] => {
    const slug = slugOf(name, 'trainer');
    const rank = ({ id }: Person) => (id === slug ? 0 : id.length);
    return [...(bySlug.get(slug) ?? [])]
      .flatMap((id) => byId.get(id) ?? [])
      .toSorted((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1));
  };
  /** Who is called `name`; a user's word that a spelling is someone else overrides. */
  const namesakes = (name: string): readonly Person[] => {
    const written = called(name).filter(({ id }) => apart.includes(id));
    return written.length > 0 ? written : called(spoken(name));
  };
  /** Two ids of one source are two people, whatever they are called. */
  const areTwo = (one: string, other: string): boolean => {
    if (keyed.includes(one) && keyed.includes(other)) return true;
    const sources = sourcesOf.get(other);
    return sourcesOf.get(one)?.some((source) => sources?.includes(source)) === true;
  };
  return {
    /** Joins who is there twice, as `Mills, Joanna` and as Joanna Mills, and turns the names of the others round. */
    tidy: (): readonly Join[] => {
      const joins: Join[] = [];
      for (const person of [...byId.values()]) {
        const name = spoken(person.name);
        if (name === person.name || apart.includes(person.id)) continue;
        const other = called(name).find(({ id }) => id !== person.id && !areTwo(person.id, id));
        if (other === undefined) {
          joins.push({ ...person, into: null });
          rename(person.id, name);
          continue;
        }
        // A key goes on meaning the same person.
        const isKeyed = keyed.includes(person.id);
        const [from, into] = isKeyed ? [other, person] : [person, other];
        joins.push({ ...from, into: into.id });
        take(from, into.id);
        if (isKeyed) rename(person.id, name);
      }
      return joins;
    },
    /** As they are now, to be compared with how they are later. */
    state: () => ({ people: new Map(byId), aliases: new Map(aliases) }),
    idOfAlias: (externalId: string) => aliases.get(externalId)?.id,
    /** Anyone who has the source's own id `externalId`, who is now called `name`. */
    meet: (externalId: string, name: string): void => {
      const before = aliases.get(externalId);
      if (before?.name === name) return;
      const person =
        byId.get(before?.id ?? '') ??
        // Anyone who is called so and has no id of this source yet.
        namesakes(name).find(({ id }) => !taken.has(id)) ??
        add(name);
      if (before !== undefined) rename(person.id, spoken(name));
      taken.add(person.id);
      aliases.set(externalId, { id: person.id, name });
    },
    /** The first who is called `name`. */
    nameless: (name: string): Person => namesakes(name)[0] ?? add(name),
  };
}
