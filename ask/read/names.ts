/** Trainers, classes and rooms in a question: whole names first ("Sunday Ride" is no Sunday), parts of names later. */

import { foldName } from '../../gym/sessions/names.ts';
import type { AskContext } from '../reader.ts';
import { NUMBERS } from './calendar.ts';
import { GYM } from './phrases.ts';
import { Sentence, wordSet } from './words.ts';

export interface Named {
  readonly kind: 'trainer' | 'class' | 'room' | 'gym' | 'group';
  /** What a query carries: the id of a trainer, a room or a gym, the name of a class or of a group of gyms. */
  readonly id: string;
  /** As the gym writes it. */
  readonly name: string;
  /** Folded; signs left out. */
  readonly words: readonly string[];
}

export interface Directory {
  readonly all: readonly Named[];
  /** Every word of every name that can stand for it; not "and", "the". */
  readonly words: ReadonlySet<string>;
  readonly byFirst: ReadonlyMap<string, readonly Named[]>;
}

export interface Mention {
  readonly at: number;
  readonly length: number;
  /** One, or all that share the words. */
  readonly candidates: readonly Named[];
}

const TOO_COMMON = wordSet('and of the a in at for with to on by or');
/** Most names that are looked at: a gym has dozens. Bounds the work of one question. */
const MAX_NAMES = 2000;
const TITLES = wordSet('mr mrs ms miss mx dr sir madam coach');
const ROOM_WORDS = wordSet('room rooms studio floor hall area space zone');
/** Words of names that say something else alone, unless written with a capital or before "class". */
const EVERYDAY = wordSet(
  'heavy deep gentle soft hot cold prime super basic simple active strong strength core power stretch flow ride reset lift dance box run jump blast boost burn express lunch floor mobility teen circuit studio night',
);
/** Those that are never a name but for a whole one. */
const NEVER = wordSet(
  'gym club site location branch branche early late low high slow fast quick easy hard light total open new long short full weekend afternoon sunday monday saturday mat impact body club room basics family fit team morning evening class classes session sessions course courses',
);

/** First names that are words as well: written small, and without 's, they are none. */
const WORDS = wordSet(
  'max will may april june august mark grant rich pat art joy grace faith hope dawn summer bill sunny',
);

/** In the name of a room, which people then call "the bikes". */
const BIKES = /^(bikes?|spin|spinning|cycle|cycling)$/;
const A_GYM = new RegExp(`^(${GYM})$`);

/** Read once for the questions of one talk. */
const known = new WeakMap<AskContext, Directory>();

export function directoryOf(context: AskContext): Directory {
  const directory = known.get(context) ?? readDirectory(context);
  known.set(context, directory);
  return directory;
}

function readDirectory(context: AskContext): Directory {
  const { trainers, classNames, families, rooms, gyms = [], groups = [] } = context;
  const named = (kind: Named['kind'], id: string, name: string, text = name): Named => ({
    kind,
    id,
    name,
    words: wordsOf(text),
  });
  // "HIIT forty five" is HIIT 45.
  const spoken = classNames.flatMap((name) => {
    const words = wordsOf(name).flatMap(inWords);
    return words.length > wordsOf(name).length ? [{ ...named('class', name, name), words }] : [];
  });
  const withBikes = rooms.filter(({ name }) => wordsOf(name).some((word) => BIKES.test(word)));
  const bikes = ['the bikes', 'on bikes'].flatMap((text) =>
    withBikes.map(({ id, name }) => named('room', id, name, text)),
  );
  const seen = new Set<string>();
  const folded = trainers.map(({ name }) => foldName(name));
  const shared = new Set(folded.filter((name) => seen.size === seen.add(name).size));
  const people = trainers.map(({ id, name }) =>
    named('trainer', id, shared.has(foldName(name)) ? `${name} (${id})` : name, name),
  );
  // Two people of one name are told apart by their ids, which are no words of a name.
  const apart = people
    .filter((_, at) => shared.has(folded[at] ?? ''))
    .map((one) => ({ ...one, words: asWritten(one.name) }));
  // A gym is also called by its id.
  const ofGyms = gyms.map(({ id, name }) =>
    wordings(name, id).map((words): Named => ({ kind: 'gym', id, name, words })),
  );
  const all = [
    ...people,
    ...classNames.map((name) => named('class', name, name)),
    ...families.flatMap(({ name, classes }) =>
      classes
        .map((one) => named('class', one, one, name))
        // A class of this very name is there already.
        .filter(({ words, name: own }) => words.join(' ') !== wordsOf(own).join(' ')),
    ),
    ...rooms.map(({ id, name }) => named('room', id, name)),
    ...ofGyms.flatMap(([one]) => one ?? []),
    ...groups.map((name) => named('group', name, name)),
  ]
    .filter(({ words }) => words.length > 0)
    .slice(0, MAX_NAMES);
  const others = [...apart, ...spoken, ...bikes, ...ofGyms.flatMap(([, ...more]) => more)];
  const byFirst = new Map<string, Named[]>();
  for (const one of [...all, ...others]) {
    for (const first of new Set([one.words[0] ?? '', one.words.join('')])) {
      byFirst.set(first, [...(byFirst.get(first) ?? []), one]);
    }
  }
  const words = all.flatMap((one) => one.words).filter((word) => !TOO_COMMON.has(word));
  return { all, words: new Set(words), byFirst };
}

/** A number of two digits as it is said. */
function inWords(word: string): string[] {
  const wordsFor = (value: number) =>
    [...NUMBERS].find(([, number]) => number === value)?.[0] ?? [];
  if (!/^[2-9][1-9]$/.test(word)) return [word];
  return [10 * Number(word[0]), Number(word[1])].flatMap(wordsFor);
}

/** Each as words, and as a sentence has it: "leeds-2" is no stretch. */
function wordings(...names: readonly string[]): string[][] {
  const all = [...names.map(wordsOf), ...names.map(asWritten)];
  const each = new Map(all.map((words) => [words.join(' '), words]));
  return [...each.values()].filter(({ length }) => length > 0);
}

function asWritten(name: string): string[] {
  return new Sentence(name).tokens.map(({ word }) => word);
}

/** As a sentence is taken apart: letters and numbers, each run of its own. */
export function wordsOf(name: string): string[] {
  const folded = foldName(name).replace(/['’`]/g, '').replace(/[&+]/g, ' and ');
  return folded.match(/\p{L}+|\d+(?:[.:/]\d+)*/gu) ?? [];
}

/** Also of several, and "bens class". */
const isWord = (word: string, typed: string): boolean =>
  typed === word ||
  (word.length > 2 && typed === (/(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`));

/** What a word is several of, the shortest last. */
const oneOf = (word: string): string[] =>
  ['s', 'es'].flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : []));

/** A whole name at one place, the longest. */
export function wholeNameAt(
  sentence: Sentence,
  at: number,
  { all, byFirst }: Directory,
): Mention | null {
  const typed = sentence.word(at);
  let length = 0;
  let candidates: Named[] = [];
  const near = new Set(
    [typed, ...oneOf(typed), typed + sentence.word(at + 1)].flatMap(
      (word) => byFirst.get(word) ?? [],
    ),
  );
  for (const name of near) {
    const taken = lengthAt(sentence, at, name);
    if (taken === 0 || taken < length) continue;
    candidates = taken === length ? [...candidates, name] : [name];
    length = taken;
  }
  const whole: Mention | null = length === 0 ? null : { at, length, candidates };
  const other = pairAt(sentence, at, all);
  return (other?.length ?? 0) > length ? other : whole && withNoun(sentence, whole);
}

/** "the Riverside *gym*". */
function withNoun(sentence: Sentence, mention: Mention): Mention {
  const { at, length, candidates } = mention;
  const isGym = candidates[0]?.kind === 'gym' && A_GYM.test(sentence.word(at + length));
  return isGym ? { ...mention, length: length + 1 } : mention;
}

/** Words that a whole name takes here, 0 for none; "powerride" is "Power Ride". */
function lengthAt(sentence: Sentence, at: number, { words }: Named): number {
  if (words.every((word, i) => isWord(word, sentence.word(at + i)))) return words.length;
  if (words.length > 1 && sentence.word(at) === words.join('')) return 1;
  return 0;
}

/** "yoga room", "the spin studio": a word of a room's name before a word for rooms; "Miss Petrova". */
function pairAt(sentence: Sentence, at: number, all: readonly Named[]): Mention | null {
  const [word, next] = [sentence.word(at), sentence.word(at + 1)];
  const isRoom = ROOM_WORDS.has(next) && !ROOM_WORDS.has(word);
  if (!isRoom && !TITLES.has(word)) return null;
  const candidates = all.filter(({ kind, words }) =>
    isRoom ? kind === 'room' && words.includes(word) : kind === 'trainer' && words.at(-1) === next,
  );
  return candidates.length === 0 ? null : { at, length: 2, candidates };
}

/**
 * A part of some names: "Anna", "hatha", "kettlebell flow". All classes that share a word are meant together, and come
 * before rooms; who shares a first name is asked back.
 */
export function partNameAt(
  sentence: Sentence,
  at: number,
  { all, words }: Directory,
): Mention | null {
  const word = sentence.word(at);
  const isKnown = [word, ...oneOf(word)].some((one) => words.has(one));
  const isLong = word.length > 2;
  if (!isKnown || word.length < 2 || /^\d/.test(word)) return null;
  // Only names of people may have two letters: "Jo", "Al".
  let candidates = all.filter(
    (one) => (isLong || one.kind === 'trainer') && one.words.some((own) => isWord(own, word)),
  );
  let length = 1;
  for (let next = sentence.word(at + length); next !== ''; next = sentence.word(at + length)) {
    const both = candidates.filter((one) => one.words.some((own) => isWord(own, next)));
    if (both.length === 0 || next === word) break;
    candidates = both;
    length += 1;
  }
  const { typed = '', isPossessive = false } = sentence.tokens[at] ?? {};
  const isAWord = [word, ...oneOf(word)].some((one) => WORDS.has(one));
  if (length === 1 && isAWord && typed === word && !isPossessive) return null;
  if (length === 1 && candidates.length > 0 && isEveryday(sentence, at, candidates)) return null;
  const meant = meantBy(sentence, at, candidates);
  return meant.length === 0 ? null : withNoun(sentence, { at, length, candidates: meant });
}

function meantBy(sentence: Sentence, at: number, candidates: readonly Named[]): readonly Named[] {
  const isInRoom = /^(the|in)$/.test(sentence.word(at - 1)) && sentence.word(at - 2) === 'in';
  const kinds = ['trainer', ...(isInRoom ? ['room', 'class'] : ['class', 'room']), 'gym'];
  const kind = kinds.find((one) => candidates.some((named) => named.kind === one));
  // "Power" can be Max Power's or Power Ride: a first name alone is surely someone's.
  const isSure =
    kind !== 'trainer' ||
    sentence.tokens[at]?.isPossessive === true ||
    candidates.some((one) => one.kind === kind && one.words[0] === sentence.word(at));
  return isSure ? candidates.filter((named) => named.kind === kind) : candidates;
}

function isEveryday(sentence: Sentence, at: number, candidates: readonly Named[]): boolean {
  const typed = sentence.word(at);
  const word = [typed, ...oneOf(typed)].find((one) => EVERYDAY.has(one) || NEVER.has(one));
  if (word === undefined || candidates.some(({ kind }) => kind === 'trainer')) return false;
  if (sentence.isCapital(at)) return false;
  const next = sentence.word(at + 1);
  // "Who lifts a slot".
  if (NEVER.has(word) || sentence.word(at - 1) === 'who') return true;
  // "The rides this month" are some.
  if (word !== typed) return false;
  if (/^(class|classes|session|sessions|course|courses)$/.test(next)) return false;
  const isVerb = /^(to|at|can|we|you|i|they|could|should|will)$/.test(sentence.word(at - 1));
  return isVerb || /^(up|out|it|the|a|an|me|us|this|that|these|hours|time|times|more)$/.test(next);
}
