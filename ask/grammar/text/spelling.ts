/**
 * Puts typing errors right before anything is read: a word that nobody knows becomes the one known word it is nearest to.
 * What was changed is said in the answer.
 */

import { MONTHS, WEEKDAYS } from '../dates/calendar-words.ts';
import { FILLER, NEVER_CORRECTED } from './filler.ts';
import { editsBetween } from './likeness.ts';
import type { Sentence, Token } from './sentence.ts';

export interface Correction {
  readonly typed: string;
  readonly read: string;
  /** Corrected to a word of a name: the note then says the name, not the word. */
  readonly isName: boolean;
}

/** Shortest word of the vocabulary that a typing error is put right to, and shortest typed month. Chosen here. */
const SHORTEST = 5;
const MIN_MONTH = 6;

/** How people write in a hurry. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  wk: 'week',
  wks: 'weeks',
  mth: 'month',
  mths: 'months',
  yday: 'yesterday',
  ppl: 'people',
  avg: 'average',
  sched: 'schedule',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tomoz: 'tomorrow',
  wknd: 'weekend',
  eve: 'evening',
  arvo: 'afternoon',
  hrs: 'hours',
  u: 'you',
  r: 'are',
  rm: 'room',
  rms: 'rooms',
  nums: 'numbers',
  num: 'number',
  rev: 'revenue',
  cls: 'class',
  thx: 'thanks',
  ty: 'thanks',
  abt: 'about',
  wot: 'what',
  hw: 'how',
  tmw: 'tomorrow',
  tonite: 'tonight',
  '2day': 'today',
  '2moro': 'tomorrow',
  att: 'attendance',
  instr: 'instructor',
  lst: 'last',
  util: 'utilisation',
  wkday: 'weekday',
  wkdays: 'weekdays',
  bookngs: 'bookings',
  sesh: 'session',
  wkly: 'weekly',
  mthly: 'monthly',
  pct: 'percent',
  cap: 'capacity',
  yest: 'yesterday',
  wkend: 'weekend',
  nxt: 'next',
  bkgs: 'bookings',
  bkg: 'booking',
  prft: 'profit',
  cancld: 'cancelled',
  rt: 'rate',
  attd: 'attended',
  hr: 'hour',
  trnr: 'trainer',
  mny: 'many',
  sess: 'sessions',
  mo: 'month',
  qtr: 'quarter',
  inst: 'instructor',
  noshws: 'noshows',
  clss: 'class',
  wkends: 'weekends',
  attn: 'attendance',
  mins: 'minutes',
  w: 'with',
  wo: 'without',
  wich: 'which',
  wat: 'what',
  teh: 'the',
  adn: 'and',
  clas: 'class',
  clases: 'classes',
};

/** @param nameWords folded words of the gym's names; they come before the vocabulary where both are as near. */
export function correctSpelling(
  sentence: Sentence,
  vocabulary: ReadonlySet<string>,
  nameWords: ReadonlySet<string>,
): Correction[] {
  const corrections: Correction[] = [];
  for (const [at, token] of sentence.tokens.entries()) {
    token.word = inFull(token.word);
    if (isKnown(token.word, vocabulary, nameWords) || /\d/.test(token.word)) continue;
    if (isHalf(sentence, at, nameWords)) continue;
    const singular = withoutS(token.word);
    if (singular !== null && nameWords.has(singular)) {
      token.word = singular;
      continue;
    }
    const read =
      nearest(token.word, nameWords, 3) ??
      (isLikelyName(sentence, token, at)
        ? dateWord(token.word)
        : vocabularyWord(token.word, vocabulary));
    if (read === null) continue;
    corrections.push({ typed: token.typed, read, isName: nameWords.has(read) });
    token.word = read;
  }
  return corrections;
}

function inFull(word: string): string {
  return (Object.hasOwn(SHORT_FORMS, word) ? SHORT_FORMS[word] : undefined) ?? word;
}

function isKnown(word: string, ...sets: readonly ReadonlySet<string>[]): boolean {
  return FILLER.has(word) || NEVER_CORRECTED.has(word) || sets.some((set) => set.has(word));
}

/** "candle lit": one word of a name, written as two. */
function isHalf(sentence: Sentence, at: number, nameWords: ReadonlySet<string>): boolean {
  const word = sentence.word(at);
  return (
    nameWords.has(word + sentence.word(at + 1)) ||
    (at > 0 && nameWords.has(sentence.word(at - 1) + word))
  );
}

/** "annas", "rides". */
function withoutS(word: string): string | null {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : null;
}

/** Written with a capital within a sentence that has small letters: rather somebody's name than a typing error. */
function isLikelyName({ text }: Sentence, { typed }: Token, at: number): boolean {
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(typed) && /(^|\s)\p{Ll}{2}/u.test(text);
}

function dateWord(word: string): string | null {
  const days = new Set([...WEEKDAYS.keys(), ...MONTHS.keys()].filter((one) => one.length > 5));
  return word.length >= MIN_MONTH ? nearest(word, days, SHORTEST) : null;
}

function vocabularyWord(word: string, vocabulary: ReadonlySet<string>): string | null {
  if (word.length < SHORTEST - 1) return null;
  const read = nearest(word, vocabulary, SHORTEST - 1);
  if (read === null || (MONTHS.has(read) && word.length < MIN_MONTH)) return null;
  // Of words of four letters only swapped letters are errors ("thsi"): "sale" is not "same".
  const isShort = Math.min(read.length, word.length) < SHORTEST;
  // And of five none has another letter: "Leeds" is not "leads".
  const isOther = word.length === SHORTEST && read.length === SHORTEST;
  return (isShort || isOther) && !isSlip(word, read) ? null : read;
}

/** The same letters in another order, or one of them doubled: "thsi", "manny". */
function isSlip(word: string, read: string): boolean {
  const sorted = (text: string): string => [...text].toSorted().join('');
  const single = (text: string): string => text.replace(/(.)\1+/gu, '$1');
  return sorted(word) === sorted(read) || single(word) === single(read);
}

/** The one nearest word; null where two are as near, for then nobody knows which was meant. */
function nearest(word: string, known: Iterable<string>, shortest: number): string | null {
  let best: string | null = null;
  let bestEdits = 3;
  for (const candidate of known) {
    if (candidate.length < shortest) continue;
    const edits = editsBetween(word, candidate);
    if (edits === null || edits > bestEdits) continue;
    best = edits === bestEdits ? firstOf(best, candidate) : candidate;
    bestEdits = edits;
  }
  return best;
}

/** Singular and plural of a word are as good as each other. */
function firstOf(one: string | null, other: string): string | null {
  if (one === null) return null;
  if (`${one}s` === other) return one;
  return `${other}s` === one ? other : null;
}
