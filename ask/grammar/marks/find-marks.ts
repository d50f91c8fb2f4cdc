/**
 * From a text to marks, in layers: names first ("Sunday Ride" is no Sunday), then numbers with their bounds, breakdowns by
 * time ("each week" is no week), dates, clock times, and all other words; what is left may be a part of a name. What nobody
 * claims and is no filler is left over.
 */

import { dateAt } from '../../../gym/calendar/zone.ts';
import type { Surroundings } from '../../reader.ts';
import { writtenDates } from '../dates/absolute.ts';
import { MONTHS, NTHS, NUMBERS, WEEKDAYS } from '../dates/calendar-words.ts';
import { FEAST_WORDS } from '../dates/feasts.ts';
import { HOUR_PHRASES } from '../dates/hours.ts';
import { DATE_PHRASES } from '../dates/phrases.ts';
import { dateSlots, NUMBER_SLOTS } from '../dates/slots.ts';
import { type Directory, directoryOf } from '../names/directory.ts';
import { findPartNames, findWholeNames } from '../names/find-names.ts';
import { claimCommand, isOrderToChange } from '../text/command.ts';
import { FILLER } from '../text/filler.ts';
import { claimGreeting } from '../text/greeting.ts';
import { type Found, Phrases, wordsOfRules } from '../text/pattern.ts';
import { MAX_WORDS, Sentence, type Token } from '../text/sentence.ts';
import { type Correction, correctSpelling } from '../text/spelling.ts';
import { BOUND_RULES, CONDITION_SLOTS, RANGE_RULES, VERDICT_RULES } from './conditions.ts';
import {
  BREAKDOWN_RULES,
  DIMENSION_SLOTS,
  DIMENSION_WORDS,
  LONG_NOUN_RULES,
  NOUN_RULES,
} from './dimensions.ts';
import { FOLLOW_RULES, LINK_RULES } from './links.ts';
import type { Mark, Meaning } from './mark.ts';
import { MEASURE_RULES } from './measures.ts';
import { RANKING_RULES } from './ranking.ts';
import { SUBJECT_RULES } from './subjects.ts';
import { FILTER_RULES } from './time-words.ts';

const RANGES = new Phrases(RANGE_RULES);
const BOUNDS = new Phrases(BOUND_RULES.filter((one) => hasAmount(one.places)));
const BREAKDOWNS = new Phrases([...BREAKDOWN_RULES, ...LONG_NOUN_RULES]);
const FOLLOWS = new Phrases(FOLLOW_RULES);
const OTHERS = new Phrases<Meaning>([
  ...FILTER_RULES,
  ...MEASURE_RULES,
  ...BOUND_RULES,
  ...VERDICT_RULES,
  ...LINK_RULES,
  ...RANKING_RULES,
  ...SUBJECT_RULES,
  ...NOUN_RULES,
]);

function hasAmount(places: readonly { readonly slot: string | null }[]): boolean {
  return places.some(({ slot }) => slot === 'amount' || slot === 'number');
}

const VOCABULARY: ReadonlySet<string> = new Set([
  ...[RANGES.rules, BOUNDS.rules, FOLLOWS.rules, OTHERS.rules].flatMap((rules) => [
    ...wordsOfRules(rules),
  ]),
  ...DIMENSION_WORDS,
  ...wordsOfRules(DATE_PHRASES.rules),
  ...wordsOfRules(HOUR_PHRASES.rules),
  ...[WEEKDAYS, MONTHS, NUMBERS, NTHS].flatMap((words) => [...words.keys()]),
  ...FEAST_WORDS,
]);

export interface Marked {
  readonly text: string;
  readonly today: string;
  readonly marks: readonly Mark[];
  /** Words that carry meaning and were not understood. */
  readonly leftovers: readonly Token[];
  /** What was taken for something else. */
  readonly notes: readonly string[];
  /** "And ...", "what about ...". */
  readonly isFollowUp: boolean;
  readonly isOrder: boolean;
  /** No word, or far too many. */
  readonly isUnreadable: boolean;
}

export interface MarkReader {
  readonly surroundings: Surroundings;
}

export function findMarks(text: string, { surroundings }: MarkReader): Marked {
  const sentence = new Sentence(text.slice(0, 500));
  const { timezone, nowUtcMs } = surroundings;
  const today = dateAt(timezone, nowUtcMs);
  const isUnreadable = sentence.length === 0 || sentence.length > MAX_WORDS;
  if (isUnreadable) {
    return {
      text,
      today,
      marks: [],
      leftovers: [],
      notes: [],
      isFollowUp: false,
      isOrder: false,
      isUnreadable,
    };
  }
  const directory = directoryOf(surroundings);
  const corrections = correctSpelling(sentence, VOCABULARY, directory.words);
  const marks: Mark[] = [];
  const add = (found: readonly Found<Meaning>[]): void => {
    for (const { meaning, at, length } of found) marks.push(placed(sentence, meaning, at, length));
  };
  const whole = findWholeNames(sentence, directory);
  claimGreeting(sentence);
  claimCommand(sentence);
  const isFollowUp = claimFollowUp(sentence);
  for (const { meaning, at, length } of RANGES.find(sentence, CONDITION_SLOTS)) {
    for (const one of meaning) marks.push(placed(sentence, one, at, length));
  }
  add(BOUNDS.find(sentence, { ...CONDITION_SLOTS, ...NUMBER_SLOTS }));
  add(BREAKDOWNS.find(sentence, DIMENSION_SLOTS));
  add(timesIn(sentence, today));
  add(HOUR_PHRASES.find(sentence));
  add(OTHERS.find(sentence, { ...NUMBER_SLOTS, ...CONDITION_SLOTS }));
  const names = [...whole, ...findPartNames(sentence, directory)];
  for (const { at, length, candidates, isPart } of names) {
    marks.push(placed(sentence, { is: 'name', candidates, isPart }, at, length));
  }
  return {
    text,
    today,
    marks: marks.toSorted((a, b) => a.at - b.at),
    leftovers: sentence.free().flatMap(({ token }) => (isEmpty(token) ? [] : [token])),
    notes: correctionNotes(corrections, directory),
    isFollowUp,
    isOrder: isOrderToChange(sentence, new Set(names.map(({ at }) => at))),
    isUnreadable: false,
  };
}

function isEmpty({ word }: Token): boolean {
  return FILLER.has(word);
}

function placed(sentence: Sentence, meaning: Meaning, at: number, length: number): Mark {
  return { ...meaning, at, length, typed: sentence.typed(at, length) };
}

function timesIn(sentence: Sentence, today: string): Found<Meaning>[] {
  const slots = dateSlots(writtenDates(sentence));
  return DATE_PHRASES.find(sentence, slots).map(({ meaning, at, length }) => ({
    meaning: { is: 'time', phrase: meaning(today) },
    at,
    length,
  }));
}

/** At the head only: later in a sentence "only" and "and" join. */
function claimFollowUp(sentence: Sentence): boolean {
  let at = 0;
  let isFound = false;
  while (
    /^(and|but|ok|okay|so|now|then|also|well)$/.test(sentence.word(at)) &&
    sentence.isFree(at)
  ) {
    isFound ||= /^(and|but|also|then)$/.test(sentence.word(at));
    sentence.claim(at);
    at++;
  }
  const found = sentence.isFree(at) ? FOLLOWS.longestAt(sentence, at, {}) : null;
  if (found === null) return isFound;
  sentence.claim(at, found.length);
  return true;
}

function correctionNotes(corrections: readonly Correction[], { all }: Directory): string[] {
  return corrections.flatMap(({ typed, read, isName }) => {
    if (!isName) return [`Read “${typed}” as “${read}”.`];
    const named = all.filter(({ words }) => words.includes(read));
    // Where several names have the word, the question is asked back anyway.
    return [`Took “${typed}” for ${named.length === 1 ? named[0]?.name : `“${read}”`}.`];
  });
}
