/**
 * Phrases, written as people read them: `last|past <number> days|nights`, `week beginning? <date>`. Words of one place are
 * parted by `|`, `?` makes a place optional, `<name>` is a slot that reads a value. No regular expressions: the cost is
 * the number of phrases times the number of words, whatever is typed.
 */

import type { Sentence } from './sentence.ts';

/** Reads a value at a place, and says how many words it took; null where there is none. */
export type Slot = (
  sentence: Sentence,
  at: number,
) => { readonly value: unknown; readonly length: number } | null;
export type Slots = Readonly<Record<string, Slot>>;

interface Place {
  readonly words: ReadonlySet<string>;
  readonly slot: string | null;
  readonly isOptional: boolean;
}

/** A phrase and what it means; `values` are those of its slots in order. */
export interface Rule<Meaning> {
  readonly places: readonly Place[];
  readonly make: (values: readonly never[]) => Meaning | null;
}

export interface Found<Meaning> {
  readonly meaning: Meaning;
  readonly at: number;
  readonly length: number;
}

/** `make` may answer null: the values do not fit, and the words stay free. */
export function rule<Meaning, Values extends readonly unknown[] = []>(
  pattern: string,
  make: (...values: Values) => Meaning | null,
): Rule<Meaning> {
  return {
    places: pattern.split(' ').map(placeOf),
    make: (values) => make(...(values as unknown as Values)),
  };
}

function placeOf(text: string): Place {
  const isOptional = text.endsWith('?');
  const bare = isOptional ? text.slice(0, -1) : text;
  const slot = bare.startsWith('<') ? bare.slice(1, -1) : null;
  return { words: new Set(slot === null ? bare.split('|') : []), slot, isOptional };
}

/** Every word that stands in the rules: words of the vocabulary are never taken for typing errors. */
export function wordsOfRules(rules: readonly Rule<unknown>[]): Set<string> {
  return new Set(rules.flatMap(({ places }) => places.flatMap(({ words }) => [...words])));
}

/** Rules by the words they can begin with, so that a question is not held against all of them. */
export class Phrases<Meaning> {
  readonly rules: readonly Rule<Meaning>[];
  readonly #byWord = new Map<string, readonly Rule<Meaning>[]>();
  /** Rules that begin with a slot: any word may be one. */
  readonly #open: readonly Rule<Meaning>[];

  constructor(rules: readonly Rule<Meaning>[]) {
    this.rules = rules;
    const starts = new Map(rules.map((one) => [one, startsOf(one)]));
    // Of two phrases of one length the one that begins with a word of its own comes first.
    const firm = rules.filter(
      ({ places: [first] }) => first?.isOptional === false && first.slot === null,
    );
    const loose = rules.filter((one) => !firm.includes(one));
    this.#open = loose.filter((one) => starts.get(one) === null);
    const words = new Set([...starts.values()].flatMap((own) => [...(own ?? [])]));
    for (const word of words) {
      const isHere = (one: Rule<Meaning>): boolean => starts.get(one)?.has(word) === true;
      const others = loose.filter((one) => isHere(one) || starts.get(one) === null);
      this.#byWord.set(word, [...firm.filter(isHere), ...others]);
    }
  }

  /** All phrases of a sentence from left to right, the longest at each place; their words are claimed. */
  find(sentence: Sentence, slots: Slots = {}): Found<Meaning>[] {
    const found: Found<Meaning>[] = [];
    for (let at = 0; at < sentence.length; at++) {
      const best = sentence.isFree(at) ? this.longestAt(sentence, at, slots) : null;
      if (best === null) continue;
      sentence.claim(at, best.length);
      found.push(best);
      at += best.length - 1;
    }
    return found;
  }

  /** The longest phrase at one place; nothing is claimed. */
  longestAt(sentence: Sentence, at: number, slots: Slots): Found<Meaning> | null {
    let best: Found<Meaning> | null = null;
    for (const one of this.#byWord.get(sentence.word(at)) ?? this.#open) {
      const values: unknown[] = [];
      const end = endOf({ sentence, slots, places: one.places, values }, at, 0);
      if (end - at <= (best?.length ?? 0)) continue;
      const meaning = one.make(values as never[]);
      if (meaning !== null) best = { meaning, at, length: end - at };
    }
    return best;
  }
}

/** The words that a rule can begin with; null where it can begin with a slot. */
function startsOf({ places }: Rule<unknown>): ReadonlySet<string> | null {
  const words = new Set<string>();
  for (const place of places) {
    if (place.slot !== null) return null;
    for (const word of place.words) words.add(word);
    if (!place.isOptional) return words;
  }
  return null;
}

interface Matching {
  readonly sentence: Sentence;
  readonly slots: Slots;
  readonly places: readonly Place[];
  /** Of the slots that were read. */
  readonly values: unknown[];
}

/**
 * Where a phrase ends, -1 where it is not here. Depth is the number of places; an optional place is tried first, then left
 * out (its value is then undefined).
 */
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

/** Where the place ends, -1 where it is not here; the value of a slot is kept. */
function readPlace({ sentence, slots, values }: Matching, place: Place, at: number): number {
  if (place.slot === null)
    return place.words.has(sentence.word(at)) && sentence.isFree(at) ? at + 1 : -1;
  const read = slots[place.slot]?.(sentence, at) ?? null;
  if (read === null || !sentence.isFree(at, read.length)) return -1;
  values.push(read.value);
  return at + read.length;
}

const LISTS: Readonly<Record<string, string>> = {
  PEOPLE:
    'people|visitors|members|customers|clients|guests|attendees|participants|heads|persons|person|punters|folks|bodies|bookers',
  PLACES: 'places|place|spots|spot|spaces|space|seats|seat',
  MEMBERS:
    'members|member|customers|customer|clients|client|people|person|guests|guest|attendees|attendee|visitors',
};

/** @param meaningOf what the words behind `=` mean */
export function readTable<Meaning>(
  table: string,
  meaningOf: (kind: string, ...needs: readonly string[]) => Meaning,
): Rule<Meaning>[] {
  const groups = table.split(/^= /m).filter((group) => group.trim() !== '');
  return groups.flatMap((group) => {
    const [head = '', ...lines] = group.trim().split('\n');
    const [kind = '', ...needs] = head.split(' ');
    const meaning = meaningOf(kind, ...needs);
    return patternsOf(lines.join(' / ')).map((pattern) => rule(pattern, () => meaning));
  });
}

/** The patterns of one text. */
export function patternsOf(text: string): string[] {
  return text
    .replace(/\b(PEOPLE|PLACES|MEMBERS)\b/g, (name) => LISTS[name] ?? name)
    .split(/\s*[/\n]\s*/)
    .filter((pattern) => pattern !== '');
}
