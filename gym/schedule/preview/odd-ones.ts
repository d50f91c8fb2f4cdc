/**
 * What looks odd in an import, for a person to look at before it is taken: nothing here is a fault, and nothing is
 * changed by it.
 */

import { distance } from 'fastest-levenshtein';
import type { ScheduleEntry } from '../entry.ts';
import type { NamedRoom } from '../rooms.ts';
import { foldText } from '../row/fold.ts';

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

/** A class as far as it is looked at here. */
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
    for (const one of search(task)) {
      if (found.length >= limit) return found;
      found.push(one);
    }
  }
  return found;
}

function* onceOnly({ entries, known }: OddTask): Generator<OddOne> {
  const counts = new Map<string, number>();
  for (const { name } of [...entries, ...known]) {
    const folded = foldText(name);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  const timesOf = (entry: ScheduleEntry) => counts.get(foldText(entry.name)) ?? 0;
  const inSeries = entries.filter((entry) => timesOf(entry) >= SERIES).length;
  if (inSeries * 2 < entries.length) return;
  for (const entry of entries) {
    const { name, startsUtcMs } = entry;
    if (timesOf(entry) === 1) yield { kind: 'once', name, startsUtcMs };
  }
}

function* turnedNames({ entries, spoken }: OddTask): Generator<OddOne> {
  const named = new Set(entries.flatMap(({ trainer }) => (trainer === null ? [] : [trainer.name])));
  for (const name of named) {
    const near = spoken(name);
    if (near !== name) yield { kind: 'turned', name, near };
  }
}

function* oddTrainers({ entries, trainers }: OddTask): Generator<OddOne> {
  const named = new Set(entries.flatMap(({ trainer }) => (trainer === null ? [] : [trainer.name])));
  const known = trainers.slice(0, MAX_NAMES).map((name) => ({ name, words: wordsOf(name) }));
  const others = [...named].slice(0, MAX_NAMES).map((name) => ({ name, words: wordsOf(name) }));
  const seen = new Set<string>();
  for (const { name, words } of others) {
    if (known.some((each) => each.words === words) || seen.has(words)) continue;
    seen.add(words);
    const earlier = others.slice(
      0,
      others.findIndex((each) => each.name === name),
    );
    const near = [...known, ...earlier].find((each) => isNearly(words, each.words));
    if (near !== undefined) yield { kind: 'trainer', name, near: near.name };
  }
}

/** The words of a name in one order, whichever stands first. */
function wordsOf(name: string): string {
  return name
    .split(/[\s,]+/)
    .map(foldText)
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
  for (const name of new Set(entries.flatMap(({ room }) => (room === null ? [] : [room])))) {
    if (roomIdOf(name) !== null) continue;
    const [nearest] = rooms
      .map((room) => ({
        id: room.id,
        edits: Math.min(editsTo(name, room.id), editsTo(name, room.name)),
      }))
      .toSorted((one, other) => one.edits - other.edits);
    yield { kind: 'room', name, near: nearest?.id ?? null };
  }
}

function editsTo(name: string, other: string): number {
  return distance(foldText(name), foldText(other)) / Math.max(1, foldText(other).length);
}

/** With what is compared again and again: the folded name, and the words of the trainer. */
interface Titled extends SeenClass {
  readonly title: string;
  readonly words: string | null;
}

function titled(seen: SeenClass): Titled {
  const words = seen.trainer === null ? null : wordsOf(seen.trainer);
  return { ...seen, title: foldText(seen.name), words };
}

function* twoTitles({ entries, known, roomIdOf }: OddTask): Generator<OddOne> {
  const byStart = new Map<number, Titled[]>();
  for (const one of known) addTo(byStart, titled(one));
  const told = new Set<string>();
  for (const entry of entries) {
    const { name, startsUtcMs, room } = entry;
    const trainer = entry.trainer?.name ?? null;
    const seen = titled({ name, startsUtcMs, room, trainer });
    for (const other of byStart.get(startsUtcMs) ?? []) {
      if (!areOne(seen, other, roomIdOf)) continue;
      const pair = [other.title, seen.title].toSorted().join('/');
      if (told.has(pair)) continue;
      told.add(pair);
      yield { kind: 'two_titles', names: [other.name, name], startsUtcMs };
    }
    addTo(byStart, seen);
  }
}

function addTo(byStart: Map<number, Titled[]>, one: Titled): void {
  const others = byStart.get(one.startsUtcMs);
  if (others === undefined) byStart.set(one.startsUtcMs, [one]);
  else if (others.length < MAX_AT_ONCE) others.push(one);
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
