/**
 * Names in a question: whole names first, before anything else is read ("Sunday Ride" is no Sunday); then, of the words
 * that nobody has understood, parts of names: "Anna", "hatha".
 */

import { FILLER } from '../text/filler.ts';
import type { Sentence } from '../text/sentence.ts';
import type { Directory, Named } from './directory.ts';

export interface Mention {
  readonly at: number;
  readonly length: number;
  /** One where it is clear who or what is meant; of several classes all are, other ones are asked back. */
  readonly candidates: readonly Named[];
  /** Only a part of the name was written. */
  readonly isPart: boolean;
}

const ROOM_WORDS = new Set('room rooms studio floor hall area space zone'.split(' '));

/** Whole names; the longest at each place. Claims their words. */
export function findWholeNames(sentence: Sentence, { all }: Directory): Mention[] {
  const mentions: Mention[] = [];
  const byFirst = new Map<string, Named[]>();
  for (const one of all) {
    for (const first of new Set([one.words[0] ?? '', one.words.join('')])) {
      byFirst.set(first, [...(byFirst.get(first) ?? []), one]);
    }
  }
  for (let at = 0; at < sentence.length; at++) {
    const room = roomAt(sentence, at, all);
    const joined = byFirst.get(sentence.word(at) + sentence.word(at + 1)) ?? [];
    const whole = wholeAt(sentence, at, byFirst.get(sentence.word(at)) ?? []);
    const mention = longer(
      longer(room, initialAt(sentence, at, all)),
      longer(whole, apartAt(sentence, at, joined)),
    );
    if (mention === null) continue;
    sentence.claim(mention.at, mention.length);
    mentions.push(mention);
    at += mention.length - 1;
  }
  return mentions;
}

function longer(one: Mention | null, other: Mention | null): Mention | null {
  return (one?.length ?? 0) > (other?.length ?? 0) ? one : other;
}

function wholeAt(sentence: Sentence, at: number, named: readonly Named[]): Mention | null {
  let length = 0;
  let candidates: Named[] = [];
  for (const one of named) {
    const taken = lengthAt(sentence, at, one);
    if (taken === 0 || taken < length) continue;
    candidates = taken === length ? [...candidates, one] : [one];
    length = taken;
  }
  return length === 0 ? null : { at, length, candidates, isPart: false };
}

/** Words that a whole name takes here, 0 for none; "powerride" is "Power Ride". */
function lengthAt(sentence: Sentence, at: number, { kind, words }: Named): number {
  if (
    words.every((word, i) => isWord(kind, word, sentence.word(at + i))) &&
    sentence.isFree(at, words.length)
  ) {
    return words.length;
  }
  return words.length > 1 && sentence.word(at) === words.join('') && sentence.isFree(at) ? 1 : 0;
}

/** "candle lit yin": the first word of a name written as two. */
function apartAt(sentence: Sentence, at: number, named: readonly Named[]): Mention | null {
  const candidates = named.filter(
    ({ words: [first, ...others] }) =>
      first === sentence.word(at) + sentence.word(at + 1) &&
      others.every((word, i) => sentence.word(at + 2 + i) === word),
  );
  const [one] = candidates;
  if (one === undefined || !sentence.isFree(at, one.words.length + 1)) return null;
  return { at, length: one.words.length + 1, candidates: [one], isPart: false };
}

const TITLES = new Set('mr mrs ms miss mx dr sir madam'.split(' '));

/** "B. Carter", "Miss Petrova": an initial that fits, or a title, before the last name of a trainer. */
function initialAt(sentence: Sentence, at: number, all: readonly Named[]): Mention | null {
  const word = sentence.word(at);
  const isTitle = TITLES.has(word);
  if (!isTitle && (word.length !== 1 || !sentence.isFree(at, 2))) return null;
  const candidates = all.filter(
    ({ kind, words }) =>
      kind === 'trainer' &&
      words.length > 1 &&
      words.at(-1) === sentence.word(at + 1) &&
      (isTitle || words[0]?.startsWith(word) === true),
  );
  return candidates.length === 0 ? null : { at, length: 2, candidates, isPart: false };
}

/** "yoga room", "yoga studio" for the Yoga Loft: a word of a room's name before a word for rooms. */
function roomAt(sentence: Sentence, at: number, all: readonly Named[]): Mention | null {
  if (!ROOM_WORDS.has(sentence.word(at + 1)) || !sentence.isFree(at, 2)) return null;
  const word = sentence.word(at);
  if (FILLER.has(word) || ROOM_WORDS.has(word)) return null;
  const candidates = all.filter(({ kind, words }) => kind === 'room' && words.includes(word));
  return candidates.length === 0 ? null : { at, length: 2, candidates, isPart: false };
}

/** Parts of names among the words that are still free. Claims them. */
export function findPartNames(sentence: Sentence, { all, words }: Directory): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < sentence.length; at++) {
    const word = sentence.word(at);
    const canStand = words.has(word) && !FILLER.has(word) && !/^\d/.test(word) && word.length > 1;
    if (!canStand || !sentence.isFree(at)) continue;
    const mention = partAt(sentence, at, all);
    if (mention.length === 1 && isEverydayWord(sentence, at)) continue;
    sentence.claim(at, mention.length);
    mentions.push(mention);
    at += mention.length - 1;
  }
  return mentions;
}

function hasWord({ kind, words }: Named, typed: string): boolean {
  return words.some((word) => isWord(kind, word, typed));
}

/** "rides" is in the name of a class Power Ride. */
function isWord(kind: Named['kind'], word: string, typed: string): boolean {
  return word === typed || (kind === 'class' && `${word}s` === typed);
}

/** As many words as go together in some name: "kettlebell flow". */
function partAt(sentence: Sentence, at: number, all: readonly Named[]): Mention {
  let candidates = all.filter((one) => hasWord(one, sentence.word(at)));
  let length = 1;
  while (sentence.isFree(at + length)) {
    const next = sentence.word(at + length);
    const both = candidates.filter((one) => hasWord(one, next));
    if (both.length === 0) break;
    candidates = both;
    length++;
  }
  return { at, length, candidates, isPart: true };
}

/** "yoga" is the classes with this word, and no room; a trainer of the same name may still be meant. */
export function ofClasses(mention: Mention): Mention {
  const { candidates } = mention;
  const classes = candidates.filter(({ kind }) => kind === 'class');
  const isOfTrainer = candidates.some(({ kind }) => kind === 'trainer');
  return isOfTrainer || classes.length === 0 ? mention : { ...mention, candidates: classes };
}

/** Describe a time or a figure: alone never a name, unless written with a capital. */
const ADJECTIVES = new Set(
  'early late low high slow fast quick easy hard light heavy deep gentle soft total open hot cold new long short full prime super ultimate basic simple active strong'.split(
    ' ',
  ),
);
/** Verbs and nouns of other things: "spin up a report", "core hours", "the stretch to 8 November". */
const OTHERS = new Set(
  'core power stretch spin flow ride reset lift dance box run jump blast boost burn express weekend lunch family'.split(
    ' ',
  ),
);
const DETERMINERS = new Set('a an the this that each every over my our'.split(' '));
const GOES_ON = new Set(
  'up out the a an it me us to through this that these those back over hour hours time times day days number numbers figures attendance members people revenue money range period business team goal goals'.split(
    ' ',
  ),
);
const CLASS_NOUNS = /^(class|classes|session|sessions|course|courses)$/;

/** @param at a word that is a part of some name, alone */
function isEverydayWord(sentence: Sentence, at: number): boolean {
  const word = sentence.word(at);
  const isAdjective = ADJECTIVES.has(word);
  if (!isAdjective && !OTHERS.has(word)) return false;
  const typed = sentence.tokens[at]?.typed ?? '';
  const hasSmallLetters = /(^|\s)\p{Ll}{2}/u.test(sentence.text);
  if (at > 0 && hasSmallLetters && /^\p{Lu}\p{Ll}/u.test(typed)) return false;
  if (isAdjective) return true;
  const next = sentence.word(at + 1);
  if (CLASS_NOUNS.test(next)) return false;
  return GOES_ON.has(next) || DETERMINERS.has(sentence.word(at - 1));
}
