/**
 * When two names are the same name, who is meant by one, and how one of a person is spoken: in schedules, settings and
 * requests alike.
 */

import { createHash } from 'node:crypto';
import { distance } from 'fastest-levenshtein';
import type { GymConfig } from '../../config/config.ts';
import { byText, inOrder } from '../reports/order.ts';

/** Letters that Unicode does not take apart into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
};

/** What spellings of a name have in common, whatever the case, accents and spaces: `  José  GARCÍA` and `jose garcia`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[æœøðđþßłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Letters and digits only, in lower case and without accents: `Has Substitute?` and `has_substitute` are the same. */
export function foldText(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a name in one order: what `Joanna Mills` and, as imports have it, `MILLS, Joanna` have in common. */
export function foldPerson(name: string): string {
  const words = name.split(/[\s,]+/).map(foldText);
  return words.toSorted().join(' ').trim() || foldName(name);
}

/** What is asked of names, remembered by name: the same few come thousands of times in a table. */
export function remembered<Answer>(answer: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    if (!known.has(name)) known.set(name, answer(name));
    return known.get(name) as Answer;
  };
}

/** Longest slug; chosen here: an id must fit an address. */
const SLUG_LENGTH = 60;

/**
 * A name in lower-case letters, digits and hyphens: `grosse-halle` for «Große Halle». Where letters of another alphabet
 * would be lost («Анна 2»), `kind` and a digest of the name, which stays the same for the same name.
 */
export function slugOf(name: string, kind: string): string {
  const folded = foldName(name);
  const slug = folded
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '');
  if (slug !== '' && !/(?![a-z])\p{Letter}/u.test(folded)) return slug;
  const digest = createHash('sha256')
    .update(JSON.stringify([folded]))
    .digest('hex');
  return `${kind}-${digest.slice(0, 10)}`;
}

/* Who or what somebody means by a name: trainers, rooms, classes. */

export interface KnownName {
  readonly id: string;
  readonly name: string;
  /** Of a room: other names for it in schedules. */
  readonly alsoCalled?: readonly string[];
}

export type NameMatch<Known> =
  | { readonly kind: 'one'; readonly found: Known }
  /** At most 5, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly Known[] }
  /** All that share the name or the words, by name and then id. */
  | { readonly kind: 'several'; readonly among: readonly Known[] };

const MAX_NEAREST = 5;

/**
 * Finds by id first, then by the whole name, in either order of its words, then by words that stand together in it, such as
 * the first name. Case, accents, spaces and signs do not matter.
 */
export function findName<Known extends KnownName>(
  known: readonly Known[],
  text: string,
): NameMatch<Known> {
  const folded = foldName(text);
  const words = wordsOf(text);
  const byId =
    known.find(({ id }) => id === text) ?? known.find(({ id }) => foldName(id) === folded);
  if (byId !== undefined) return { kind: 'one', found: byId };
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => foldName(name) === folded,
    (name) => wordsOf(name).toSorted().join(' ') === words.toSorted().join(' '),
    (name) => ` ${wordsOf(name).join(' ')} `.includes(` ${words.join(' ')} `),
  ];
  // A text of signs alone has no words to look for.
  for (const test of words.length === 0 ? tests.slice(0, 1) : tests) {
    const among = known.filter(({ name }) => test(name));
    const [only] = among;
    if (only !== undefined && among.length === 1) return { kind: 'one', found: only };
    if (among.length > 1) return { kind: 'several', among: among.toSorted(byName) };
  }
  return { kind: 'none', nearest: nearestNames(known, text) };
}

/** `hot`, `yoga`, `60` of `Hot-Yoga (60)`; `Spin & Core` and `spin and core` are the same. */
export function wordsOf(text: string): readonly string[] {
  const words = foldName(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.filter((word) => word !== 'and');
}

/** By edits to the whole name, the id or one word of the name, at most 5. */
export function nearestNames<Known extends KnownName>(known: readonly Known[], text: string) {
  const wanted = foldName(text);
  const measured = known.map((one) => {
    const texts = [foldName(one.name), foldName(one.id), ...wordsOf(one.name)];
    return { one, edits: Math.min(...texts.map((word) => distance(wanted, word))) };
  });
  measured.sort((a, b) => a.edits - b.edits || byName(a.one, b.one));
  return measured.slice(0, MAX_NEAREST).map(({ one }) => one);
}

const byName = inOrder<KnownName>(
  byText(({ name }) => name),
  byText(({ id }) => id),
);

/* Which configured room a schedule means. */

/**
 * Id of the room that is meant by `name`: by the mapping of the source, by id, by name, by another name, in this order. Case, accents,
 * punctuation and spaces do not matter, nor does a "the" in front; where two rooms differ in nothing else, the closest match goes
 * first.
 *
 * @param mapping id of the room by the name that the source uses. An entry whose room is not configured counts for nothing.
 * @returns null where no room is meant.
 */
export function matchRoom(
  name: string,
  rooms: readonly KnownName[],
  mapping: Readonly<Record<string, string>>,
): string | null {
  const names = [
    ...Object.entries(mapping).filter(([, id]) => rooms.some((room) => room.id === id)),
    ...rooms.map(({ id }) => [id, id] as const),
    ...rooms.map((room) => [room.name, room.id] as const),
    ...rooms.flatMap(({ id, alsoCalled = [] }) => alsoCalled.map((alias) => [alias, id] as const)),
  ];
  const alike = (fold: (text: string) => string) =>
    names.find(([known]) => fold(name) !== '' && fold(known) === fold(name));
  const withoutArticle = (text: string) => foldText(text.replace(/^the\s+/i, ''));
  return (alike((text) => text) ?? alike(foldText) ?? alike(withoutArticle))?.[1] ?? null;
}

/** Id of the configured room that a source means by a name, or null. */
export type RoomIdOf = ReturnType<typeof createRoomFinder>;

/** Rooms of a gym as each of its sources means them. Names repeat in every class: each is matched once. */
export function createRoomFinder({ rooms, schedule }: Pick<GymConfig, 'rooms' | 'schedule'>) {
  const finderOf = remembered((sourceId) => {
    const mapping = schedule.find(({ id }) => id === sourceId)?.rooms ?? {};
    return remembered((room) => matchRoom(room, rooms, mapping));
  });
  return (sourceId: string, room: string) => finderOf(sourceId)(room);
}

/*
 * Names of people that a booking system writes with the last name first: `Mills, Joanna` is Joanna Mills.
 *
 * A comma also divides two people (`Anna, Ben`), a title (`Smith, Jr.`) and a company (`Motion, Inc.`), so a name is
 * turned round only where both of its parts look like those of a person, and the other names that are known do not say
 * otherwise.
 */

/** A name as it is spoken. Gives the same text for the same name; other texts come out unchanged. */
export type NameReader = (name: string) => string;

/** What stands between several people in one cell. */
const BETWEEN = /(\s*[;|/&+]\s*|\s+(?:and|und|et|with)\s+)/iu;
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
/** Behind a name, after a comma; compared without dots. */
const SUFFIX =
  /^(?:jr|sr|junior|senior|[iv]{1,4}|esq|phd|md|do|dc|rn|pt|dpt|mba|ma|msc|bsc|ba|dipl|cpt|nasm|ace|e?ryt(?:[ -]?\d+)?|yacep)$/;
/** No part of a person's name. */
const NO_PERSON = new Set(
  'inc ltd llc llp gmbh ag kg ug co corp sa sarl srl sl spa bv nv team staff crew studio gym club fitness yoga pilates class classes course room tba tbc tbd na none cover covering sub substitute guest various instructor instructors trainer trainers coach coaches teacher teachers'.split(
    ' ',
  ),
);
/** Before a last name, part of it. */
const PARTICLE = new Set(
  'van von de der den del della di da do dos das du la le el al bin ibn ter ten zu zum zur st mac mc'.split(
    ' ',
  ),
);

/** @param heard all names that are known, among them those that will be read: they tell two people from one. */
export function createNameReader(heard: Iterable<string>): NameReader {
  const names = [...new Set(heard)];
  const plain = new Set(names.filter((name) => !name.includes(',')).map(foldName));
  const isUsual = names.some((name) => partsOf(name)?.isClear === true);
  const read = (name: string) => {
    const parts = partsOf(name);
    if (parts === null) return name;
    const { last, first, suffix, isClear } = parts;
    const turned = `${first} ${last}${suffix}`;
    if (plain.has(foldName(turned))) return turned;
    const isWhole = first.includes(' ') && plain.has(foldName(first));
    if (isWhole || plain.has(foldName(last))) return name;
    return isClear || isUsual ? turned : name;
  };
  return remembered((name) => (name.includes(',') ? name.split(BETWEEN).map(read).join('') : name));
}

/** The suffix with what stands before it. A clear name is no `Garcia Lopez, Maria Jose`, which could as well be two people. */
function partsOf(name: string) {
  if (!name.includes(',') || BETWEEN.test(name)) return null;
  const parts = name.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const suffix = parts.length === 3 && isSuffix(parts[2] ?? '') ? `, ${parts.pop()}` : '';
  const [last = '', first = ''] = parts;
  if (parts.length !== 2 || isSuffix(first)) return null;
  const [lasts, firsts] = [last.split(' '), first.split(' ')];
  const isPerson =
    isName(lasts, 5) && isName(firsts, 3) && isCapital(first) === isCapital(lasts.at(-1) ?? '');
  if (!isPerson) return null;
  const own = lasts.filter((word) => !PARTICLE.has(foldName(word)) && !isSuffix(word));
  const given = firsts.filter((word) => !/^\p{L}\.?$/u.test(word));
  return { last, first, suffix, isClear: own.length <= 1 || given.length <= 1 };
}

function isName(words: readonly string[], most: number): boolean {
  const isOfName = (word: string) =>
    WORD.test(word) && !NO_PERSON.has(foldName(word).replaceAll('.', ''));
  return words.length <= most && words.every(isOfName);
}

function isSuffix(text: string): boolean {
  return SUFFIX.test(foldName(text).replaceAll('.', ''));
}

/** Also for letters that have no case. */
function isCapital(text: string): boolean {
  return !/^\p{Ll}/u.test(text);
}
