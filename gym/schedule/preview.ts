/**
 * What a preview of an import shows before anything is taken: the fields that a file says, counts of people that no room
 * holds, and what looks odd. Nothing here is a fault, and nothing is changed by it.
 */

import { distance } from 'fastest-levenshtein';
import { CLASS_NUMBERS, NUMBER_NAMES } from '../sessions/class-fields.ts';
import { foldPerson, foldText, type KnownName, nearestNames } from '../sessions/names.ts';
import type { ParsedSchedule, ScheduleEntry } from './entry.ts';

const FIELDS: readonly (readonly [field: string, says: (entry: ScheduleEntry) => boolean])[] = [
  ['name', () => true],
  ['start', () => true],
  ['end', () => true],
  ['trainer', ({ trainer }) => trainer !== null],
  ['substitute', ({ isSubstitute }) => isSubstitute],
  ['room', ({ room }) => room !== null],
  ['status', ({ isCancelled }) => isCancelled],
  ...NUMBER_NAMES.map(
    (name) =>
      [CLASS_NUMBERS[name].imported.field, (entry: ScheduleEntry) => entry[name] !== null] as const,
  ),
];
const START = ['start', 'date', 'weekday', 'time', 'from', 'until', 'closed'];

/**
 * All fields, also those that no class says: one of them may be missed. `column` is null where a format names none,
 * `classes` are those that say it.
 */
export function understoodFields(parsed: Pick<ParsedSchedule, 'entries' | 'columns'>) {
  const { end, duration, ...columns } = parsed.columns ?? {};
  const start = START.flatMap((field) => columns[field] ?? []).join('" + "');
  const named: Partial<Record<string, string>> = { ...columns, start, end: end ?? duration };
  return FIELDS.map(([field, says]) => ({
    field,
    column: named[field] || null,
    classes: parsed.entries.filter(says).length,
  }));
}

/** More than so many times the places of a room are asked back. Chosen here: a room may be squeezed full, but never twice. */
const TIMES_PLACES = 1.5;
/** Those that are named; all are counted. */
const NAMED = 1_000;

export type Crowds = ReturnType<typeof findCrowds>;

/** @param placesOf places of the configured room of a class; null where it has none: then those of the class count. */
export function findCrowds(
  { entries, lines = [] }: Pick<ParsedSchedule, 'entries' | 'lines'>,
  placesOf: (entry: ScheduleEntry) => number | null,
) {
  const crowds = entries.flatMap((entry, at) => {
    const { name, startsUtcMs, room, booked, checkedIn } = entry;
    const places = placesOf(entry) ?? entry.capacity ?? Number.POSITIVE_INFINITY;
    const counts = [['booked', booked] as const, ['attended', checkedIn] as const];
    return counts.flatMap(([field, people]) =>
      people === null || people <= places * TIMES_PLACES
        ? []
        : [{ line: lines[at] ?? null, field, people, room, places, name, startsUtcMs }],
    );
  });
  return { count: crowds.length, named: crowds.slice(0, NAMED) };
}

export type OddOne =
  /** A class that is there once, where the others come again and again. */
  | { readonly kind: 'once'; readonly name: string; readonly startsUtcMs: number }
  /**
   * A trainer who is new, and called nearly like one who is known; or one whose name is turned round: `near` is how it is
   * spoken, and whom it means.
   */
  | { readonly kind: 'trainer' | 'turned'; readonly name: string; readonly near: string }
  /** A room that is not configured; `near` is the id of the one that is nearest. */
  | { readonly kind: 'room'; readonly name: string; readonly near: string | null }
  /** Two titles at one time in one room, or with one trainer, or of which one begins with the other. */
  | { readonly kind: 'two_titles'; readonly names: [string, string]; readonly startsUtcMs: number };

/** What is compared of a class. */
type SeenClass = Pick<ScheduleEntry, 'name' | 'startsUtcMs' | 'room'> & {
  readonly trainer: { readonly name: string } | null;
};

export interface OddTask {
  readonly entries: readonly SeenClass[];
  /** Classes that are known at the same time. */
  readonly known: readonly SeenClass[];
  /** Names of trainers that are known. */
  readonly trainers: readonly string[];
  readonly rooms: readonly KnownName[];
  /** Id of the configured room that is meant by a name. */
  readonly roomIdOf: (name: string) => string | null;
  /** How a name of a trainer is spoken. */
  readonly spoken: (name: string) => string;
}

/** Odd ones that are told. Chosen here: a hostile file has 100,000, and nobody reads so many. */
const MAX_ODD = 200;

export function findOddOnes(task: OddTask): OddOne[] {
  const found: OddOne[] = [];
  for (const search of [oddRooms, oddTrainers, twoTitles, onceOnly]) {
    for (const one of search(task)) if (found.push(one) >= MAX_ODD) return found;
  }
  return found;
}

function* oddRooms({ entries, rooms, roomIdOf }: OddTask): Generator<OddOne> {
  for (const name of new Set(entries.flatMap(({ room }) => room ?? []))) {
    const near = nearestNames(rooms, name)[0]?.id ?? null;
    if (roomIdOf(name) === null) yield { kind: 'room', name, near };
  }
}

/** Names that are compared with each other: a file may have 100,000. Chosen here. */
const MAX_NAMES = 500;
/** Part of a name that may be written otherwise. Chosen here: two letters of Petrova. */
const NEARLY = 0.3;

function* oddTrainers({ entries, trainers, spoken }: OddTask): Generator<OddOne> {
  const known = new Map(trainers.slice(0, MAX_NAMES).map((name) => [foldPerson(name), name]));
  const names = new Set(entries.flatMap(({ trainer }) => trainer?.name ?? []));
  for (const name of [...names].slice(0, MAX_NAMES)) {
    if (spoken(name) !== name) yield { kind: 'turned', name, near: spoken(name) };
    const words = foldPerson(name);
    if (known.has(words)) continue;
    const [, near] = [...known].find(([other]) => isNearly(words, other)) ?? [];
    if (near !== undefined) yield { kind: 'trainer', name, near };
    known.set(words, name);
  }
}

/** Some letters are others, or one of them is a first name alone or has a further word. */
function isNearly(one: string, other: string): boolean {
  const [words, others] = [one.split(' '), other.split(' ')];
  const [few, many] = words.length < others.length ? [words, others] : [others, words];
  if (few.length < many.length) return few.every((word) => many.includes(word));
  const edits = few.map((word, at) => distance(word, many[at] ?? '') / Math.max(4, word.length));
  const different = edits.filter((share) => share > 0);
  return different.length === 1 && edits.every((share) => share <= NEARLY);
}

/** Classes of one start that are compared with each other. Chosen here. */
const MAX_AT_ONCE = 20;

function* twoTitles({ entries, known, roomIdOf }: OddTask): Generator<OddOne> {
  const titled = ({ name, room, trainer }: SeenClass) => ({
    name,
    title: foldText(name),
    place: room === null ? null : (roomIdOf(room) ?? foldText(room)),
    words: trainer === null ? null : foldPerson(trainer.name),
  });
  type Titled = ReturnType<typeof titled>;
  /** Whether two classes of one start, with different titles, are likely the same. */
  const areOne = (one: Titled, other: Titled) => {
    if (one.title === other.title) return false;
    if (one.place !== null && other.place !== null) return one.place === other.place;
    if (one.title.startsWith(other.title) || other.title.startsWith(one.title)) return true;
    return one.words !== null && one.words === other.words;
  };
  const byStart = new Map<number, Titled[]>();
  const reported = new Set<string>();
  for (const [at, one] of [...known, ...entries].entries()) {
    const { startsUtcMs } = one;
    const seen = titled(one);
    const before = byStart.get(startsUtcMs) ?? [];
    if (before.length < MAX_AT_ONCE) byStart.set(startsUtcMs, [...before, seen]);
    for (const other of at < known.length ? [] : before) {
      const pair = [other.title, seen.title].toSorted().join('/');
      if (reported.has(pair) || !areOne(seen, other)) continue;
      reported.add(pair);
      yield { kind: 'two_titles', names: [other.name, seen.name], startsUtcMs };
    }
  }
}

/** Classes that make a series. Chosen here: a weekly class over a month, less one. */
const SERIES = 3;

function* onceOnly({ entries, known }: OddTask): Generator<OddOne> {
  const counts = new Map<string, number>();
  for (const { name } of [...entries, ...known]) {
    counts.set(foldText(name), (counts.get(foldText(name)) ?? 0) + 1);
  }
  const times = entries.map(({ name }) => counts.get(foldText(name)) ?? 0);
  if (times.filter((each) => each >= SERIES).length * 2 < entries.length) return;
  for (const [at, { name, startsUtcMs }] of entries.entries()) {
    if (times[at] === 1) yield { kind: 'once', name, startsUtcMs };
  }
}
