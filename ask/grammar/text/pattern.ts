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

/** Rules by the word they begin with, so that a question is not held against all of them. */
export class Phrases<Meaning> {
  readonly rules: readonly Rule<Meaning>[];
  readonly #byWord = new Map<string, Rule<Meaning>[]>();
  readonly #others: Rule<Meaning>[] = [];

  constructor(rules: readonly Rule<Meaning>[]) {
    this.rules = rules;
    for (const one of rules) {
      const [first] = one.places;
      if (first === undefined || first.isOptional || first.slot !== null) this.#others.push(one);
      else
        for (const word of first.words)
          this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), one]);
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
    for (const one of [...(this.#byWord.get(sentence.word(at)) ?? []), ...this.#others]) {
      const match = matchPlaces({ sentence, slots, places: one.places }, at, 0);
      if (match === null || match.end - at <= (best?.length ?? 0)) continue;
      const meaning = one.make(match.values as never[]);
      if (meaning !== null) best = { meaning, at, length: match.end - at };
    }
    return best;
  }
}

interface Matching {
  readonly sentence: Sentence;
  readonly slots: Slots;
  readonly places: readonly Place[];
}

interface Match {
  readonly end: number;
  readonly values: readonly unknown[];
}

/** Depth is the number of places; an optional place is tried first, then left out (its value is then undefined). */
function matchPlaces(matching: Matching, at: number, index: number): Match | null {
  const place = matching.places[index];
  if (place === undefined) return { end: at, values: [] };
  const read = readPlace(matching, place, at);
  const rest = read === null ? null : matchPlaces(matching, at + read.length, index + 1);
  if (read !== null && rest !== null) {
    return place.slot === null ? rest : { ...rest, values: [read.value, ...rest.values] };
  }
  if (!place.isOptional) return null;
  const without = matchPlaces(matching, at, index + 1);
  if (without === null || place.slot === null) return without;
  return { ...without, values: [undefined, ...without.values] };
}

function readPlace({ sentence, slots }: Matching, place: Place, at: number): ReturnType<Slot> {
  if (place.slot === null) {
    if (!sentence.isFree(at)) return null;
    return place.words.has(sentence.word(at)) ? { value: sentence.word(at), length: 1 } : null;
  }
  const read = slots[place.slot]?.(sentence, at) ?? null;
  return read !== null && sentence.isFree(at, read.length) ? read : null;
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
