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
import { findPartNames, findWholeNames, ofClasses } from '../names/find-names.ts';
import { claimCommand, isOrderToChange } from '../text/command.ts';
import { FILLER } from '../text/filler.ts';
import { fronted } from '../text/fronted.ts';
import { claimGreeting, claimSmallTalk } from '../text/greeting.ts';
import { type Found, Phrases, type Rule, readTable, rule, wordsOfRules } from '../text/pattern.ts';
import { MAX_WORDS, Sentence, type Token } from '../text/sentence.ts';
import { type Correction, correctSpelling } from '../text/spelling.ts';
import { BOUND_RULES, CONDITION_SLOTS, FRACTIONS, RANGE_RULES } from './conditions.ts';
import {
  BREAKDOWN_RULES,
  DIMENSION_SLOTS,
  DIMENSION_WORDS,
  GRID_RULES,
  LONG_NOUN_RULES,
  NOUN_RULES,
} from './dimensions.ts';
import type { Mark, Meaning } from './mark.ts';
import { meaningOf } from './meanings.ts';
import { FILTER_RULES, PART_SLOTS, SUBSTITUTE_RULES, WORKDAY_RULES } from './time-words.ts';
import { MEASURE_WORDS, STATE_WORDS, VERDICT_WORDS } from './words/figures.ts';
import { FOLLOW_WORDS, LINK_WORDS, RANKING_WORDS, SUBJECT_WORDS } from './words/sentence.ts';

const RANGES = new Phrases(RANGE_RULES);
const BOUNDS = new Phrases(BOUND_RULES);
const GRIDS = new Phrases(GRID_RULES);
const BREAKDOWNS = new Phrases([
  ...SUBSTITUTE_RULES,
  ...WORKDAY_RULES,
  ...BREAKDOWN_RULES,
  ...LONG_NOUN_RULES,
]);
const table = (words: string): Rule<Meaning>[] => readTable(words, meaningOf);
const FOLLOWS = new Phrases(table(FOLLOW_WORDS));
const OTHERS = new Phrases<Meaning>([
  ...FILTER_RULES,
  ...table(MEASURE_WORDS),
  ...table(STATE_WORDS),
  ...table(VERDICT_WORDS),
  ...table(LINK_WORDS),
  rule('<number> minute|minutes|min|mins|hour|hr long?', () => meaningOf('refuse', 'not_in_data')),
  rule('<rank>', (value: number): Meaning | null => (value > 1 ? { is: 'nth', value } : null)),
  rule('limit|limited|limiting to? <number>', (value: number): Meaning => ({ is: 'count', value })),
  rule('<number>', (value: number): Meaning | null =>
    value >= 1 && value <= 1000 ? { is: 'count', value } : null,
  ),
  ...table(RANKING_WORDS),
  ...table(SUBJECT_WORDS),
  ...NOUN_RULES,
]);

export const VOCABULARY: ReadonlySet<string> = new Set([
  ...[RANGES.rules, BOUNDS.rules, GRIDS.rules, FOLLOWS.rules, OTHERS.rules].flatMap((rules) => [
    ...wordsOfRules(rules),
  ]),
  ...DIMENSION_WORDS,
  ...wordsOfRules(DATE_PHRASES.rules),
  ...wordsOfRules(HOUR_PHRASES.rules),
  ...[WEEKDAYS, MONTHS, NUMBERS, NTHS].flatMap((words) => [...words.keys()]),
  ...FEAST_WORDS,
  ...[...FRACTIONS.keys()].flatMap((words) => words.split(' ')),
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
  /** "Add the no-shows": beside what was asked before, not in its place. */
  readonly isAdding: boolean;
  readonly isOrder: boolean;
  /** No word, or far too many. */
  readonly isUnreadable: boolean;
}

export interface MarkReader {
  readonly surroundings: Surroundings;
}

export function findMarks(typed: string, { surroundings }: MarkReader): Marked {
  const text = fronted(typed.slice(0, 500));
  const sentence = new Sentence(text);
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
      isAdding: false,
      isOrder: false,
      isUnreadable,
    };
  }
  const directory = directoryOf(surroundings);
  const corrections = correctSpelling(sentence, VOCABULARY, directory);
  const marks: Mark[] = [];
  const add = (found: readonly Found<Meaning>[]): void => {
    for (const { meaning, at, length } of found) marks.push(placed(sentence, meaning, at, length));
  };
  const whole = findWholeNames(sentence, directory);
  claimGreeting(sentence);
  claimSmallTalk(sentence);
  claimCommand(sentence);
  const { isFollowUp, isAdding } = claimFollowUp(sentence);
  const addAll = (found: readonly Found<readonly Meaning[]>[]): void => {
    for (const { meaning, at, length } of found)
      for (const one of meaning) marks.push(placed(sentence, one, at, length));
  };
  addAll(RANGES.find(sentence, CONDITION_SLOTS));
  add(BOUNDS.find(sentence, { ...CONDITION_SLOTS, ...NUMBER_SLOTS }));
  addAll(GRIDS.find(sentence, DIMENSION_SLOTS));
  add(BREAKDOWNS.find(sentence, { ...DIMENSION_SLOTS, ...PART_SLOTS }));
  add(timesIn(sentence, today));
  add(HOUR_PHRASES.find(sentence));
  add(OTHERS.find(sentence, { ...NUMBER_SLOTS, ...CONDITION_SLOTS }));
  const names = [...whole, ...findPartNames(sentence, directory)];
  // "Yoga or the Spin Room": two rooms, or the classes and a room?
  const isHeldAgainst = marks.some(({ is }) => is === 'compare' || is === 'than' || is === 'or');
  const isOfRooms = names.some(({ candidates: [one] }) => one?.kind === 'room');
  const meant = isHeldAgainst && isOfRooms ? names : names.map(ofClasses);
  for (const { at, length, candidates, isPart } of meant) {
    marks.push(placed(sentence, { is: 'name', candidates, isPart }, at, length));
  }
  return {
    text,
    today,
    marks: marks.toSorted((a, b) => a.at - b.at),
    leftovers: sentence.free().flatMap(({ token, at }) => (isEmpty(sentence, at) ? [] : [token])),
    notes: correctionNotes(corrections, directory),
    isFollowUp,
    isAdding,
    isOrder: isOrderToChange(sentence, new Set(names.map(({ at }) => at))),
    isUnreadable: false,
  };
}

/** Before these "if" and "once" only lead on: "tell me if", "once you allow for". */
const LEADING =
  /^(me|us|know|see|check|tell|say|ask|wonder|wondering|wondered|sure|out|find|whether)$/;

/** "Running *the* classes", "running *at* 85 %"; "running classes" are a kind of class. */
const LED_BY_RUNNING =
  /^(a|an|the|our|my|your|all|these|those|this|each|every|at|on|in|over|under|above|below|between)$/;

function isEmpty(sentence: Sentence, at: number): boolean {
  const word = sentence.word(at);
  if (/^(if|whether)$/.test(word)) return LEADING.test(sentence.word(at - 1));
  if (/^needs?$/.test(word))
    return (
      at === 0 ||
      sentence.tokens.some((one) => /^(even|breakeven|itself|themselves)$/.test(one.word)) ||
      /^(i|we|you|just|also|really|would|to|please|and|so|hi)$/.test(sentence.word(at - 1))
    );
  if (word === 'once') return /^(you|we|i)$/.test(sentence.word(at + 1));
  if (word === 'running') return LED_BY_RUNNING.test(sentence.word(at + 1));
  if (/^(right|alright|listen)$/.test(word))
    return sentence.tokens.slice(0, at).every((one) => FILLER.has(one.word));
  if (word === 'latest')
    return /^(figures?|numbers?|stats|statistics|data|counts?|report)$/.test(sentence.word(at + 1));
  return FILLER.has(word);
}

function placed(sentence: Sentence, meaning: Meaning, at: number, length: number): Mark {
  const isAfterComma = /[,;:]\s*$/.test(sentence.text.slice(0, sentence.tokens[at]?.start));
  return { ...meaning, at, length, typed: sentence.typed(at, length), isAfterComma };
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
function claimFollowUp(sentence: Sentence): Pick<Marked, 'isFollowUp' | 'isAdding'> {
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
  const isTail = /^\W*(and |but )?also\b|\b(too|as well|also)\W*$/i.test(sentence.text);
  if (found === null) return { isFollowUp: isFound, isAdding: isTail };
  sentence.claim(at, found.length);
  const { meaning } = found;
  return { isFollowUp: true, isAdding: isTail || (meaning.is === 'follow' && meaning.isAdding) };
}

function correctionNotes(corrections: readonly Correction[], { all }: Directory): string[] {
  return corrections.flatMap(({ typed, read, isName }) => {
    if (!isName) return [`Read “${typed}” as “${read}”.`];
    const named = all.filter(({ words }) => words.includes(read));
    // Where several names have the word, the question is asked back anyway.
    return [`Took “${typed}” for ${named.length === 1 ? named[0]?.name : `“${read}”`}.`];
  });
}
