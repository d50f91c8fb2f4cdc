/**
 * What a question consists of, before it is decided which report answers it: cues, names, times, numbers, and the words
 * nobody understood. Follow-ups are merged at this stage.
 */

import { dateAt } from '../../gym/calendar/zone.ts';
import type { Surroundings } from '../reader.ts';
import { writtenDates } from './dates/absolute.ts';
import { MONTHS, NTHS, NUMBERS, WEEKDAYS } from './dates/calendar-words.ts';
import { FEAST_WORDS } from './dates/feasts.ts';
import { HOUR_PHRASES, type Hours } from './dates/hours.ts';
import { DATE_PHRASES } from './dates/phrases.ts';
import { dateSlots, NUMBER_SLOTS } from './dates/slots.ts';
import type { Span } from './dates/span.ts';
import { type Directory, directoryOf, type Named } from './names/directory.ts';
import { findPartNames, findWholeNames, type Mention } from './names/find-names.ts';
import { claimCommand, isOrderToChange } from './text/command.ts';
import { FILLER } from './text/filler.ts';
import { claimGreeting } from './text/greeting.ts';
import { Phrases, rule, wordsOfRules } from './text/pattern.ts';
import { MAX_WORDS, Sentence, type Token } from './text/sentence.ts';
import { type Correction, correctSpelling } from './text/spelling.ts';
import { type Cue, LEXICON } from './words.ts';

export interface Parts {
  readonly text: string;
  readonly today: string;
  readonly cues: ReadonlySet<Cue>;
  /** Who and what is named, in the order of the text; ambiguous ones have several candidates. */
  readonly mentions: readonly NamedMention[];
  readonly spans: readonly Span[];
  /** "on Fridays": 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly hours: readonly Hours[];
  readonly limit: number | null;
  readonly notes: readonly string[];
  /** Words that carry meaning and were not understood. */
  readonly leftovers: readonly Leftover[];
  /** Something would have to be changed: "cancel Low Impact". */
  readonly isOrder: boolean;
  /** Nothing but punctuation, or far too much. */
  readonly isUnreadable: boolean;
}

export interface NamedMention {
  readonly candidates: readonly Named[];
  /** As typed, and where in the text. */
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  readonly isPart: boolean;
}

export interface Leftover {
  readonly typed: string;
  readonly word: string;
  /** Follows a trainer's name, as a surname would: "Anna Smith". */
  readonly followsName: boolean;
  readonly isCapital: boolean;
  /** The first word, which may be a name or anything else. */
  readonly isFirst: boolean;
  /** Where a name stands: "how is X", "with X", "X's", "X classes". */
  readonly isInNamePlace: boolean;
}

const LIMITS = new Phrases<number>([
  rule('best|top|first|worst|bottom|highest|lowest <number>', (count: number) => count),
  rule(
    '<number> best|top|worst|emptiest|fullest|busiest|biggest|smallest|quietest|most|least|highest|lowest|weakest',
    (count: number) => count,
  ),
  rule('<number> classes|trainers|sessions', (count: number) => count),
  rule(
    'emptiest|fullest|busiest|biggest|smallest|quietest|weakest|largest|strongest <number>',
    (count: number) => count,
  ),
  rule('make it|that? <number>', (count: number) => count),
  rule('limit|max|maximum|only to|of? <number>', (count: number) => count),
  rule('most popular|profitable <number>', (count: number) => count),
]);
const BEFORE_NAMES: ReadonlySet<string> = new Set(
  'is was were with by did does do about to vs versus compare than next teach teaches and or for in at of has'.split(
    ' ',
  ),
);
/** Most classes of a ranking, as the API has it. */
const MAX_ROWS = 100;

const VOCABULARY: ReadonlySet<string> = new Set([
  ...wordsOfRules(LEXICON.rules),
  ...wordsOfRules(DATE_PHRASES.rules),
  ...wordsOfRules(HOUR_PHRASES.rules),
  ...wordsOfRules(LIMITS.rules),
  ...[WEEKDAYS, MONTHS, NUMBERS, NTHS].flatMap((words) => [...words.keys()]),
  ...FEAST_WORDS,
]);

export function readParts(text: string, surroundings: Surroundings): Parts {
  const sentence = new Sentence(text.slice(0, 500));
  const { timezone, nowUtcMs } = surroundings;
  const today = dateAt(timezone, nowUtcMs);
  const directory = directoryOf(surroundings);
  if (sentence.length === 0 || sentence.length > MAX_WORDS) return unreadable(text, today);
  const corrections = correctSpelling(sentence, VOCABULARY, directory.words);
  const whole = findWholeNames(sentence, directory);
  claimGreeting(sentence);
  claimCommand(sentence, (word) => VOCABULARY.has(word) || directory.words.has(word));
  const slots = dateSlots(writtenDates(sentence));
  const dates = DATE_PHRASES.find(sentence, slots).map(({ meaning }) => meaning(today));
  const hours = HOUR_PHRASES.find(sentence).map(({ meaning }) => meaning);
  const limits = findLimits(sentence);
  const cues = new Set(LEXICON.find(sentence).map(({ meaning }) => meaning));
  const mentions = [...whole, ...findPartNames(sentence, directory)].toSorted(
    (a, b) => a.at - b.at,
  );
  const isOrder = isOrderToChange(sentence, new Set(mentions.map(({ at }) => at)));
  return {
    text,
    today,
    cues,
    limit: limits[0] ?? null,
    isUnreadable: false,
    isOrder,
    mentions: mentions.map((mention) => placed(sentence, mention)),
    spans: dates.flatMap(({ span }) => span ?? []),
    weekdays: [...new Set(dates.flatMap(({ weekdays }) => weekdays ?? []))],
    hours: [
      ...dates.flatMap(({ hours: of }) => (of ? [{ from: of[0], to: of[1] }] : [])),
      ...hours,
    ],
    notes: correctionNotes(corrections, directory),
    leftovers: leftoversOf(sentence, mentions),
  };
}

/** Numbers of "best three" are claimed, their words are not: "best" is a cue as well. */
function findLimits(sentence: Sentence): number[] {
  const probe = new Sentence(sentence.text);
  for (const [at, { word }] of sentence.tokens.entries()) {
    const token = probe.tokens[at];
    if (token !== undefined) token.word = word;
    if (!sentence.isFree(at)) probe.claim(at);
  }
  return LIMITS.find(probe, NUMBER_SLOTS).flatMap(({ meaning, at, length }) => {
    for (let i = at; i < at + length; i++) {
      if (NUMBERS.has(sentence.word(i)) || /^\d+$/.test(sentence.word(i))) sentence.claim(i);
    }
    return meaning >= 1 && meaning <= MAX_ROWS ? [meaning] : [];
  });
}

function placed(sentence: Sentence, { at, length, candidates, isPart }: Mention): NamedMention {
  const start = sentence.tokens[at]?.start ?? 0;
  const typed = sentence.typed(at, length);
  return { candidates, isPart, typed, start, end: start + typed.length };
}

function correctionNotes(corrections: readonly Correction[], { all }: Directory): string[] {
  return corrections.flatMap(({ typed, read, isName }) => {
    if (!isName) return [`Read “${typed}” as “${read}”.`];
    const named = all.filter(({ words }) => words.includes(read));
    // Where several names have the word, the question is asked back anyway.
    return [`Took “${typed}” for ${named.length === 1 ? named[0]?.name : `“${read}”`}.`];
  });
}

function leftoversOf(sentence: Sentence, mentions: readonly Mention[]): Leftover[] {
  const isTrainer = ({ candidates }: Mention): boolean =>
    candidates.some(({ kind }) => kind === 'trainer');
  const afterTrainer = new Set(mentions.filter(isTrainer).map(({ at, length }) => at + length));
  const hasSmallLetters = /(^|\s)\p{Ll}{2}/u.test(sentence.text);
  return sentence
    .free()
    .filter(({ token }) => !FILLER.has(token.word))
    .map(({ token, at }) => ({
      typed: token.typed,
      word: token.word,
      followsName: afterTrainer.has(at) && !isAfterPossessive(sentence.tokens[at - 1]),
      isFirst: at === 0,
      isInNamePlace:
        token.isPossessive ||
        BEFORE_NAMES.has(sentence.word(at - 1)) ||
        /^(class|classes|session|sessions)$/.test(sentence.word(at + 1)),
      isCapital: at > 0 && hasSmallLetters && /^\p{Lu}/u.test(token.typed),
    }));
}

function isAfterPossessive(token: Token | undefined): boolean {
  return token?.isPossessive === true;
}

function unreadable(text: string, today: string): Parts {
  return {
    text,
    today,
    cues: new Set<Cue>(),
    mentions: [],
    spans: [],
    weekdays: [],
    hours: [],
    limit: null,
    notes: [],
    leftovers: [],
    isUnreadable: true,
    isOrder: false,
  };
}
