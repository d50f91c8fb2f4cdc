/** Finds the marks of a question: names, then from left to right the longest phrase at each place. */

import { dateAt } from '../../gym/calendar/zone.ts';
import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Direction, HavingOperator } from '../../gym/figures/query.ts';
import type { Surroundings } from '../reader.ts';
import { AMOUNT_PHRASES } from './amounts.ts';
import { asBegun, CLOCK, shifted } from './clock.ts';
import { DATE_WORDS, DATES } from './dates.ts';
import { DIMENSION_PHRASES } from './dimensions.ts';
import { FILLER, GYM_LEXICON, LEXICON } from './lexicon.ts';
import type { Dim, Mark, Meaning, Word } from './mark.ts';
import { type Directory, directoryOf, partNameAt, wholeNameAt } from './names.ts';
import {
  type Found,
  GYM_WORDS,
  looks,
  overGyms,
  type Phrase,
  Phrases,
  phrase,
  tableOf,
} from './phrases.ts';
import { reasonOf, type Subject, unknowablePhrases } from './unknowable.ts';
import { type Correction, correctSpelling, Sentence, type Token } from './words.ts';

/** What stands behind a head of the lexicon, by its first word. */
const MEANINGS: Readonly<Record<string, (...args: string[]) => Meaning>> = {
  measure: (...names) => ({ is: 'measure', names: names as MeasureName[], isWeak: false }),
  weak: (...names) => ({ is: 'measure', names: names as MeasureName[], isWeak: true }),
  order: (way, ...names) => ({ is: 'order', way: way as Direction, names: names as MeasureName[] }),
  most: (way) => ({ is: 'most', way: way as Direction, names: [] }),
  more: (way, ...names) => ({ is: 'more', way: way as Direction, names: names as MeasureName[] }),
  sorted: (way) => ({ is: 'sorted', way: way as Direction }),
  state: (name, op, value, too) => ({
    is: 'state',
    bound: [name as MeasureName, op as HavingOperator, Number(value)],
    isMeasureToo: too !== undefined,
  }),
  by: (...dims) => ({ is: 'by', dims: dims as Dim[] }),
  noun: (dim, many) => ({ is: 'noun', dim: dim as Dim, isMany: many !== undefined }),
  filter: (dim, ...texts) => {
    const values = texts
      .flatMap((text) => (dim === 'group' ? [text] : text.split('..')))
      .map((value) => (dim === 'substitute' ? value === 'true' : value));
    return {
      is: 'filter',
      dim: dim as Dim,
      op: values.length === 2 ? 'between' : 'is',
      values,
    };
  },
  verdict: (...values) => ({ is: 'verdict', values }),
  report: (report) => ({ is: 'report', report: report as 'now' }),
  not: (place) => ({ is: 'not', place: place as 'before' }),
  word: (word) => ({ is: 'word', word: word as Word }),
  turn: (into) => ({ is: 'turn', into: into as 'average' }),
  free: () => ({ is: 'free' }),
  nothing: () => ({ is: 'nothing' }),
};

const SLOTS = {
  over_gyms: overGyms,
  /** "The gym with the most …" is one of several. */
  unchosen: looks((sentence, at) => !/^(with|that|which|where)$/.test(sentence.word(at))),
  gyms_ahead: looks((sentence, at) => GYM_WORDS.has(sentence.word(at))),
  /** The longest name; "north" is no part of "north-east". */
  group: (sentence: Sentence, at: number) => {
    const { groups = [], text, tokens } = sentence;
    const [found] = groups
      .filter(({ words }) => words.every((word, i) => word === sentence.word(at + i)))
      .filter(({ words }) => text[tokens[at + words.length - 1]?.end ?? 0] !== '-')
      .toSorted((one, other) => other.words.length - one.words.length);
    return found === undefined ? null : { value: found.name, length: found.words.length };
  },
};

const lexiconOf = (text: string, ending = ''): Phrase<Meaning>[] =>
  tableOf(text).flatMap(({ head, patterns }) => {
    const [kind = '', ...args] = head.split(' ');
    const make = (...names: string[]) => MEANINGS[kind]?.(...args, ...names) ?? null;
    return patterns.map((one) => phrase<Meaning>(one + ending, make, SLOTS));
  });

const PHRASES = new Phrases<Meaning>([
  ...lexiconOf(GYM_LEXICON, ' <over_gyms>'),
  ...AMOUNT_PHRASES,
  ...DIMENSION_PHRASES,
  ...lexiconOf(LEXICON),
]);
const FILLING = new Set(FILLER);
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...PHRASES.words,
  ...CLOCK.words,
  ...DATE_WORDS,
  ...FILLER,
]);
const UNKNOWABLE = unknowablePhrases((word) => !ALL_WORDS.has(word));
const ALL_WORDS: ReadonlySet<string> = new Set([...VOCABULARY, ...UNKNOWABLE.words]);

export interface Marked {
  readonly text: string;
  readonly today: string;
  readonly marks: readonly Mark[];
  /** Words that nothing knows. */
  readonly leftovers: readonly (Token & { readonly at: number })[];
  readonly corrections: readonly Correction[];
  /** What cannot be known, and the words that asked for it. */
  readonly unknowable: { readonly subject: Subject; readonly message: string } | null;
  readonly sentence: Sentence;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function findMarks(text: string, surroundings: Surroundings): Marked {
  const today = dateAt(surroundings.timezone, surroundings.nowUtcMs);
  const directory = directoryOf(surroundings);
  const sentence = new Sentence(text, directory.groups);
  const { tokens } = sentence;
  const corrections = correctSpelling(tokens, text, ALL_WORDS, directory.words);
  const names = new Map<number, Mark>();
  for (let at = 0; at < tokens.length; at += names.get(at)?.length ?? 1) {
    const found = wholeNameAt(sentence, at, directory);
    if (found !== null) names.set(at, markAt(sentence, { is: 'name', ...found }, found));
  }
  const marks: Mark[] = [];
  const leftovers: (Token & { at: number })[] = [];
  const subjects: Subject[] = [];
  for (let at = 0; at < tokens.length; ) {
    const name = names.get(at);
    if (name !== undefined) {
      marks.push(name);
      at += name.length;
      continue;
    }
    const end = [...names.keys()].find((start) => start > at) ?? tokens.length;
    const unknowable = UNKNOWABLE.longestAt(sentence, at, end);
    const found = longestAt({ sentence, end, today, directory }, at);
    // "Other gyms" and "the franchise gyms" are known where they are of the same chain.
    const dim = found !== null && 'dim' in found.meaning ? found.meaning.dim : '';
    const isOfGyms = dim === 'gym' || dim === 'group';
    if (unknowable !== null && !isOfGyms && unknowable.length >= (found?.length ?? 0)) {
      subjects.push(unknowable.meaning);
    }
    if (found === null) {
      const token = tokens[at];
      if (token !== undefined && !FILLING.has(token.word) && !/^\p{P}|\p{S}$/u.test(token.word)) {
        leftovers.push({ ...token, at });
      }
      at += 1;
      continue;
    }
    for (let inside = at + 1; inside < at + found.length; inside += 1) {
      const beyond = UNKNOWABLE.longestAt(sentence, inside, end);
      if (beyond !== null && inside + beyond.length > at + found.length)
        subjects.push(beyond.meaning);
    }
    marks.push(markAt(sentence, found.meaning, found));
    at += found.length;
  }
  const subject = subjects.find((one) => one !== 'greeting') ?? subjects[0];
  const unknowable = subject === undefined ? null : { subject, message: reasonOf(subject) };
  return {
    text,
    today,
    marks: withHours(marks, surroundings.startTimes ?? []),
    leftovers,
    corrections,
    unknowable,
    sentence,
  };
}

interface Place {
  readonly sentence: Sentence;
  /** Where the next whole name begins. */
  readonly end: number;
  readonly today: string;
  readonly directory: Directory;
}

/** The longest of all that can be read here; of two of one length the first of this list. */
function longestAt({ sentence, end, today, directory }: Place, at: number): Found<Meaning> | null {
  const date = DATES.longestAt(sentence, at, end);
  const clock = CLOCK.longestAt(sentence, at, end);
  const words = PHRASES.longestAt(sentence, at, end);
  const part = partNameAt(sentence, at, directory);
  const time = date && {
    at,
    length: date.length,
    meaning: { is: 'time', time: date.meaning(today) } as const,
  };
  const hours = clock && {
    at,
    length: clock.length,
    meaning: { is: 'filter', dim: 'start_time', ...clock.meaning } as const,
  };
  const name = part && { at, length: part.length, meaning: { is: 'name', ...part } as const };
  const all: (Found<Meaning> | null)[] = [time, hours, words, name];
  // "Came between 6 and 8" is a time, "had between 6 and 8" a number.
  const isCounted = /^(with|have|had|has|of|averaging|average|gets?|got)$/.test(
    sentence.word(at - 1),
  );
  if (isCounted && words?.meaning.is === 'bound') all.unshift(words);
  // "Max’s classes" are those of a trainer, whatever "max" and "April" mean in lower case.
  const { isPossessive = false, typed = '' } = sentence.tokens[at] ?? {};
  const isWritten = at > 0 && /^\p{Lu}\p{Ll}/u.test(typed) && time === null;
  if (part?.candidates[0]?.kind === 'trainer' && (isPossessive || isWritten)) all.unshift(name);
  let best: Found<Meaning> | null = null;
  for (const one of all) if (one !== null && one.length > (best?.length ?? 0)) best = one;
  return best;
}

/** "tonight after 8": of the evening, where a part of the day is named. */
function withHours(marks: readonly Mark[], begins: readonly string[]): Mark[] {
  const has = (part: string): boolean =>
    marks.some((mark) =>
      mark.is === 'time'
        ? mark.time.part === part
        : mark.is === 'filter' && mark.dim === 'part_of_day' && mark.values[0] === part,
    );
  const part = has('evening') ? 'evening' : has('morning') ? 'morning' : null;
  return marks.map((mark): Mark => {
    if (mark.is !== 'filter' || mark.isBare === undefined) return mark;
    const { op, isBare, note } = mark;
    const one = { op, isBare, note, values: mark.values.map(String) };
    return { ...mark, ...(part !== null && isBare ? shifted(one, part) : asBegun(one, begins)) };
  });
}

function markAt(
  sentence: Sentence,
  meaning: Meaning,
  { at, length }: { at: number; length: number },
): Mark {
  const { tokens, text } = sentence;
  const isApart = /[,:;.(]/.test(text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start));
  return { ...meaning, at, length, typed: sentence.typed(at, length), isApart } as Mark;
}
