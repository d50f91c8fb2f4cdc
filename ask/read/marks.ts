/** Finds the marks of a question: whole names, then from left to right the longest of what can be read at each place. */

import { dateAt } from '../../gym/calendar/zone.ts';
import type { AskContext } from '../reader.ts';
import { AMOUNTS } from './amounts.ts';
import { MONTHS, WEEKDAYS } from './calendar.ts';
import { asBegun, CLOCK, shifted } from './clock.ts';
import { DATES } from './dates.ts';
import { type Mark, type Meaning, wordsIn } from './mark.ts';
import { type Directory, directoryOf, partNameAt, wholeNameAt } from './names.ts';
import type { Found, Phrases } from './phrases.ts';
import { type Correction, correctSpelling, Sentence } from './words.ts';

/** A typing error is put right to these, and to names. */
const TIMES: ReadonlySet<string> = new Set([
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  ...'yesterday today tomorrow tonight week weeks weekend weekends month months quarter'.split(' '),
  ...'morning mornings afternoon afternoons evening evenings'.split(' '),
]);

export interface Marked {
  readonly text: string;
  readonly today: string;
  readonly marks: readonly Mark[];
  /** Words of names and times that were put right. */
  readonly corrections: readonly Correction[];
  readonly sentence: Sentence;
  /** Words that could be names, of which none is known. */
  readonly strangers: ReadonlySet<number>;
}

/** @param common English words, which are no typing errors */
export function findMarks(text: string, context: AskContext, common: ReadonlySet<string>): Marked {
  const today = dateAt(context.timezone, context.nowUtcMs);
  const directory = directoryOf(context);
  const sentence = new Sentence(text);
  const { tokens } = sentence;
  const corrections = correctSpelling(sentence, TIMES, directory.words, common);
  const names = new Map<number, Mark>();
  for (let at = 0; at < tokens.length; at += names.get(at)?.length ?? 1) {
    const found = wholeNameAt(sentence, at, directory);
    if (found !== null)
      names.set(at, markAt(sentence, { ...found, meaning: { is: 'name', ...found } }));
  }
  const marks: Mark[] = [];
  for (let at = 0; at < tokens.length; ) {
    const name = names.get(at);
    const end = [...names.keys()].find((start) => start > at) ?? tokens.length;
    const found = name === undefined ? longestAt({ sentence, end, today, directory }, at) : null;
    if (name !== undefined) marks.push(name);
    if (found !== null) marks.push(markAt(sentence, found));
    at += name?.length ?? found?.length ?? 1;
  }
  const read = wordsIn(marks);
  const strangers = tokens.flatMap(({ word, isPossessive }, at) =>
    !read.has(at) && !common.has(word) && (isPossessive || sentence.isCapital(at)) ? [at] : [],
  );
  return {
    ...{ text, today, corrections, sentence },
    marks: withHours(marks, context),
    strangers: new Set(strangers),
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
  // "By week from 12 Oct" has rows of weeks, and is of no week that begins then.
  const isRow =
    /^(by|per|each|every)$/.test(sentence.word(at - 1)) &&
    /^(day|week|month)$/.test(sentence.word(at));
  const read = <One>(phrases: Phrases<One>, meaningOf: (one: One) => Meaning) => {
    const found = phrases.longestAt(sentence, at, end);
    return found && { ...found, meaning: meaningOf(found.meaning) };
  };
  const time = isRow ? null : read(DATES, (make) => ({ is: 'time', time: make(today) }));
  const hours = read(CLOCK, (clock) => ({ is: 'clock', clock }));
  const number = read(AMOUNTS, (amount) => ({ is: 'amount', amount }));
  const part = partNameAt(sentence, at, directory);
  const name = part && { ...part, meaning: { is: 'name', ...part } as const };
  const all = [time, hours, number, name];
  // "Came between 6 and 8" is a time, "had between 6 and 8" a number.
  const isCounted = /^(with|have|had|has|of|averaging|average|gets?|got)$/.test(
    sentence.word(at - 1),
  );
  if (isCounted && number !== null) all.unshift(number);
  // "Max’s classes" are those of a trainer, whatever "max" and "April" mean in lower case.
  const isPossessive = sentence.tokens[at]?.isPossessive ?? false;
  const isWritten = sentence.isCapital(at) && time === null;
  if (part?.candidates[0]?.kind === 'trainer' && (isPossessive || isWritten)) all.unshift(name);
  let best: Found<Meaning> | null = null;
  for (const one of all) if (one !== null && one.length > (best?.length ?? 0)) best = one;
  return best;
}

/** "tonight after 8": of the evening, where a part of the day is named. */
function withHours(marks: readonly Mark[], { startTimes = [] }: AskContext): Mark[] {
  const parts = new Set(marks.map((mark) => (mark.is === 'time' ? mark.time.part : undefined)));
  const part = parts.has('evening') ? 'evening' : parts.has('morning') ? 'morning' : null;
  return marks.map((mark): Mark => {
    if (mark.is !== 'clock') return mark;
    const isNamed = part !== null && mark.clock.isBare;
    const clock = isNamed ? shifted(mark.clock, part) : asBegun(mark.clock, startTimes);
    return { ...mark, clock };
  });
}

function markAt(sentence: Sentence, { meaning, at, length }: Found<Meaning>): Mark {
  return { ...meaning, at, length, typed: sentence.typed(at, length) };
}
