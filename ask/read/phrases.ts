/**
 * Phrases as people read them: `last|past <number> days|nights`, `week beginning? <date>`. Words of one place are parted by
 * `|`, `?` makes a place optional, `<name>` is a slot that reads a value. The cost is the number of phrases that begin with
 * a word times the number of words, whatever is typed.
 */

import type { Sentence } from './words.ts';

/** Reads a value at a place, and says how many words it took; null where there is none. A value of null is none to hand on. */
export type Slot = (
  sentence: Sentence,
  at: number,
) => { readonly value: unknown; readonly length: number } | null;

/** A slot that takes no word. */
export const looks =
  (isThere: (sentence: Sentence, at: number) => boolean): Slot =>
  (sentence, at) =>
    isThere(sentence, at) ? { value: null, length: 0 } : null;

interface Place {
  readonly words: ReadonlySet<string>;
  readonly slot: Slot | null;
  readonly isOptional: boolean;
}

export interface Phrase<Meaning> {
  readonly places: readonly Place[];
  /** Null: the values do not fit. */
  readonly make: (...values: never[]) => Meaning | null;
}

export interface Found<Meaning> {
  readonly meaning: Meaning;
  readonly at: number;
  readonly length: number;
}

export const GYM = 'gym|club|site|location|branch';

/**
 * The phrases of a table. A row has its head before a colon, and its patterns, which are parted by `/`.
 * @param makeOf what makes a meaning of the values that slots read, by the head
 */
export function phrasesIn<Meaning>(
  table: string,
  slots: Readonly<Record<string, Slot>>,
  makeOf: (head: string) => Phrase<Meaning>['make'],
  inFull = (pattern: string) => pattern,
): Phrase<Meaning>[] {
  const rows = table.trim().split('\n');
  return rows.flatMap((row) => {
    const [head = '', patterns = ''] = row.split(': ');
    const make = makeOf(head);
    return patterns.split(' / ').map((pattern) => {
      const places = inFull(pattern).split(' ');
      return { places: places.map((text) => placeOf(text, slots)), make };
    });
  });
}

function placeOf(text: string, slots: Readonly<Record<string, Slot>>): Place {
  const [, slot, words = ''] = /^(?:<(.+)>|(.+?))\??$/.exec(text) ?? [];
  return {
    words: new Set(words.split('|')),
    slot: slot === undefined ? null : (slots[slot] ?? null),
    isOptional: text.endsWith('?'),
  };
}

/** Phrases by the words they can begin with, so that a question is not held against all of them. */
export class Phrases<Meaning> {
  readonly #byWord = new Map<string, Phrase<Meaning>[]>();
  /** Those that can begin with a slot. */
  readonly #open: Phrase<Meaning>[] = [];

  readonly all: readonly Phrase<Meaning>[];

  constructor(phrases: readonly Phrase<Meaning>[]) {
    this.all = phrases;
    for (const one of phrases) {
      const starts = startsOf(one);
      if (starts === null) this.#open.push(one);
      for (const word of starts ?? [])
        this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), one]);
    }
  }

  /** The longest phrase at one place, of two of one length one that begins with a word, and the first in the table. @param end where it must end at the latest */
  longestAt(sentence: Sentence, at: number, end = sentence.tokens.length): Found<Meaning> | null {
    let best: Found<Meaning> | null = null;
    for (const one of [...(this.#byWord.get(sentence.word(at)) ?? []), ...this.#open]) {
      const values: unknown[] = [];
      const last = endOf({ sentence, end, places: one.places, values }, at, 0);
      if (last - at <= (best?.length ?? 0)) continue;
      const meaning = one.make(...(values as never[]));
      if (meaning !== null) best = { meaning, at, length: last - at };
    }
    return best;
  }
}

/** The words that it can begin with; null where a slot can. */
function startsOf({ places }: Phrase<unknown>): ReadonlySet<string> | null {
  const first = places.slice(0, 1 + places.findIndex(({ isOptional }) => !isOptional));
  const isOpen = first.some(({ slot }) => slot !== null);
  return isOpen ? null : new Set(first.flatMap(({ words }) => [...words]));
}

interface Matching {
  readonly sentence: Sentence;
  readonly end: number;
  readonly places: readonly Place[];
  /** Of the slots that were read; undefined for one that was left out. */
  readonly values: unknown[];
}

/** Where a phrase ends, -1 where it is not here. Depth is the number of places. */
function endOf(matching: Matching, at: number, index: number): number {
  const place = matching.places[index];
  if (place === undefined) return at;
  const { values } = matching;
  const known = values.length;
  const end = readPlace(matching, place, at);
  const rest = end < 0 ? -1 : endOf(matching, end, index + 1);
  if (rest >= 0 || !place.isOptional) return rest;
  values.length = known;
  if (place.slot !== null) values.push(undefined);
  return endOf(matching, at, index + 1);
}

function readPlace({ sentence, end, values }: Matching, place: Place, at: number): number {
  if (place.slot === null && at >= end) return -1;
  if (place.slot === null) return place.words.has(sentence.word(at)) ? at + 1 : -1;
  const read = readSlot(place.slot, sentence, at);
  if (read === null || at + read.length > end) return -1;
  if (read.value !== null) values.push(read.value);
  return at + read.length;
}

/** Many phrases ask for the same slot at the same place. */
const SLOTS_READ = new WeakMap<Sentence, Map<Slot, ReturnType<Slot>[]>>();

function readSlot(slot: Slot, sentence: Sentence, at: number): ReturnType<Slot> {
  const ofSentence = SLOTS_READ.get(sentence) ?? new Map<Slot, ReturnType<Slot>[]>();
  SLOTS_READ.set(sentence, ofSentence);
  const read = ofSentence.get(slot) ?? [];
  ofSentence.set(slot, read);
  if (!(at in read)) read[at] = slot(sentence, at);
  return read[at] ?? null;
}
