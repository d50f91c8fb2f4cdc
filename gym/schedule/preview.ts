/**
 * What a preview of an import shows before anything is taken: the fields that a file says, counts of people that no room
 * holds, and what looks odd. Nothing here is a fault, and nothing is changed by it.
 */

import { distance } from 'fastest-levenshtein';
import { CLASS_NUMBERS, NUMBER_NAMES } from '../sessions/class-fields.ts';
import type { ParsedSchedule, ScheduleEntry } from './entry.ts';
import type { NamedRoom } from './rooms.ts';
import { foldText } from './values.ts';

export type UnderstoodField = ReturnType<typeof understoodFields>[number];

const SAID: readonly (readonly [field: string, says: (entry: ScheduleEntry) => boolean])[] = [
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
export function understoodFields({
  entries,
  columns = {},
}: Pick<ParsedSchedule, 'entries' | 'columns'>) {
  const named = (...fields: string[]) => fields.flatMap((field) => columns[field] ?? []);
  return SAID.map(([field, says]) => ({
    field,
    column:
      (field === 'start'
        ? named(...START).join('" + "')
        : named(field, ...(field === 'end' ? ['duration'] : []))[0]) || null,
    classes: entries.filter(says).length,
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
  /** A trainer who is new, and called nearly like one who is known. */
  | { readonly kind: 'trainer'; readonly name: string; readonly near: string }
  /** A trainer whose name is turned round: `near` is how it is spoken, and whom it means. */
  | { readonly kind: 'turned'; readonly name: string; readonly near: string }
  /** A room that is not configured; `near` is the id of the one that is nearest. */
  | { readonly kind: 'room'; readonly name: string; readonly near: string | null }
  /** Two titles at one time in one room, or with one trainer, or of which one begins with the other. */
  | {
      readonly kind: 'two_titles';
      readonly names: readonly [string, string];
      readonly startsUtcMs: number;
    };

/** What is compared of a class. */
export interface SeenClass {
  readonly name: string;
  readonly startsUtcMs: number;
  readonly room: string | null;
  readonly trainer: string | null;
}

export interface OddTask {
  readonly entries: readonly ScheduleEntry[];
  /** Classes that are known at the same time. */
  readonly known: readonly SeenClass[];
  /** Names of trainers that are known. */
  readonly trainers: readonly string[];
  readonly rooms: readonly NamedRoom[];
  /** Id of the configured room that is meant by a name. */
  readonly roomIdOf: (name: string) => string | null;
  /** How a name of a trainer is spoken. */
  readonly spoken: (name: string) => string;
}

/** Classes that make a series. Chosen here: a weekly class over a month, less one. */
const SERIES = 3;
/** Part of a name that may be written otherwise. Chosen here: two letters of Petrova. */
const NEARLY = 0.3;

/** Names, and classes of one start, that are compared with each other: a file may have 100,000. Chosen here. */
const MAX_NAMES = 500;
const MAX_AT_ONCE = 20;

/** The first `limit` of them: a hostile file has 100,000, and nobody reads so many. */
export function findOddOnes(task: OddTask, limit = Number.POSITIVE_INFINITY): OddOne[] {
  const found: OddOne[] = [];
  for (const search of [oddRooms, turnedNames, oddTrainers, twoTitles, onceOnly]) {
    for (const one of search(task)) if (found.push(one) >= limit) return found;
  }
  return found;
}

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

function* turnedNames({ entries, spoken }: OddTask): Generator<OddOne> {
  for (const name of trainersOf(entries)) {
    const near = spoken(name);
    if (near !== name) yield { kind: 'turned', name, near };
  }
}

function* oddTrainers({ entries, trainers }: OddTask): Generator<OddOne> {
  const wordy = (name: string) => ({ name, words: wordsOf(name) });
  const known = trainers.slice(0, MAX_NAMES).map(wordy);
  const seen = new Set(known.map(({ words }) => words));
  for (const other of trainersOf(entries).slice(0, MAX_NAMES).map(wordy)) {
    const near = known.find(({ words }) => isNearly(other.words, words));
    if (!seen.has(other.words) && near)
      yield { kind: 'trainer', name: other.name, near: near.name };
    seen.add(other.words);
    known.push(other);
  }
}

function trainersOf(entries: readonly ScheduleEntry[]): string[] {
  return [...new Set(entries.flatMap(({ trainer }) => trainer?.name ?? []))];
}

/** The words of a name in one order, whichever comes first. */
function wordsOf(name: string): string {
  const words = name.split(/[\s,]+/).map(foldText);
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}

/** Some letters are others, or one of them is a first name alone or has a further word. */
function isNearly(one: string, other: string): boolean {
  if (one === other) return false;
  const [words, others] = [one.split(' '), other.split(' ')];
  const [few, many] = words.length < others.length ? [words, others] : [others, words];
  if (few.length < many.length) return few.every((word) => many.includes(word));
  const edits = few.map((word, at) => distance(word, many[at] ?? '') / Math.max(4, word.length));
  const different = edits.filter((share) => share > 0);
  return different.length === 1 && edits.every((share) => share <= NEARLY);
}

function* oddRooms({ entries, rooms, roomIdOf }: OddTask): Generator<OddOne> {
  for (const name of new Set(entries.flatMap(({ room }) => room ?? []))) {
    if (roomIdOf(name) !== null) continue;
    const edits = (room: NamedRoom) =>
      Math.min(
        ...[room.id, room.name].map(
          (text) => distance(foldText(name), foldText(text)) / Math.max(1, foldText(text).length),
        ),
      );
    const [nearest] = rooms.toSorted((one, other) => edits(one) - edits(other));
    yield { kind: 'room', name, near: nearest?.id ?? null };
  }
}

/** With what is compared again and again: the folded name, and the words of the trainer. */
interface Titled extends SeenClass {
  readonly title: string;
  readonly words: string | null;
}

function* twoTitles({ entries, known, roomIdOf }: OddTask): Generator<OddOne> {
  const byStart = new Map<number, Titled[]>();
  const reported = new Set<string>();
  const fresh = entries.map(({ trainer, ...one }) => ({ ...one, trainer: trainer?.name ?? null }));
  for (const [at, one] of [...known, ...fresh].entries()) {
    const words = one.trainer === null ? null : wordsOf(one.trainer);
    const seen = { ...one, title: foldText(one.name), words };
    const before = byStart.get(one.startsUtcMs) ?? [];
    if (before.length < MAX_AT_ONCE) byStart.set(one.startsUtcMs, [...before, seen]);
    for (const other of at < known.length ? [] : before) {
      const pair = [other.title, seen.title].toSorted().join('/');
      if (reported.has(pair) || !areOne(seen, other, roomIdOf)) continue;
      reported.add(pair);
      const { startsUtcMs } = seen;
      yield { kind: 'two_titles', names: [other.name, seen.name], startsUtcMs };
    }
  }
}

/** Whether two classes of one start, with different titles, are likely the same. */
function areOne(one: Titled, other: Titled, roomIdOf: OddTask['roomIdOf']): boolean {
  const [name, title] = [one.title, other.title];
  if (name === title) return false;
  const roomOf = ({ room }: SeenClass) =>
    room === null ? null : (roomIdOf(room) ?? foldText(room));
  const [here, there] = [roomOf(one), roomOf(other)];
  if (here !== null && there !== null) return here === there;
  if (name.startsWith(title) || title.startsWith(name)) return true;
  return one.words !== null && one.words === other.words;
}
