/** Reads one question: its names, days and numbers, the shape that a trained model gives it, and the query of both. */

import { isDeepStrictEqual } from 'node:util';
import { isOfMoney } from '../../gym/figures/catalogue.ts';
import { list } from '../../web/words/format.ts';
import type { AskQuery } from '../query.ts';
import type { AskContext, Question, Reading, YesIf } from '../reader.ts';
import { build, isPossible } from './build.ts';
import { isDays, isLack, type Lack, lack } from './calendar.ts';
import { isOtherLanguage } from './language.ts';
import { type Mark, type MarkOf, marksOf, wordsIn } from './mark.ts';
import { findMarks, type Marked } from './marks.ts';
import type { Built } from './material.ts';
import { commonWords, type Opinion, opinionOf } from './opinion.ts';
import { phraseOf } from './phrase.ts';
import { inPlainWords, otherFigure } from './plain-words.ts';
import type { Shape } from './shape.ts';
import { suggestionsOf } from './suggestions.ts';
import { wordSet } from './words.ts';

/** Questions before that are looked at. Source: the contract (`reader.ts`). */
const MAX_BEFORE = 10;
const MAX_OPTIONS = 7;
const MAX_SUGGESTIONS = 8;
/**
 * Least chances for an answer: that figures are asked for at all, and that the rest was read right. On 1,200 questions that
 * the model had not learned from, 0.8 for the rest answered 16 fewer right ones and 2 fewer wrong ones.
 */
const SURE = { kind: 0.55, rest: 0.7 };
/** Over several gyms there is less that can be meant: of 718 questions 6 were another figure. */
const SURE_OVER_GYMS = { kind: 0.5, rest: 0.5 };
const isEnough = ({ kindChance, restChance }: Opinion, least: typeof SURE): boolean =>
  kindChance >= least.kind && restChance >= least.rest;
const EXCEPT =
  /\b(without|except(ing)?|excluding|excl\.?|minus|w\/o|(?<!or )not( counting)?|(apart|aside) from|other than|leav(e|ing) out|(all|everything|everyone|anyone|any day) but) +((for|on|in|the|our) +)*$/i;
const LEFT_OUT = /^('?s)?,? +(excluded|aside|left out|not (included|counted))\b/i;
/** From here on a refusal is said to be one; below, a language model may be asked. Chosen here. */
const SURE_TO_REFUSE = 0.8;

export interface Read {
  readonly marked: Marked;
  readonly query: Built | null;
  readonly lack: Lack | null;
  /** What it would have been read as, where that is not sure. */
  readonly guess: Built | null;
  readonly notes: readonly string[];
  /** Whether it takes something from the question before. */
  readonly isLeaning: boolean;
  readonly yesIf: YesIf | null;
}

/** What is made of a question. Never throws for whatever is typed. */
export async function readQuestion(question: Question, context: AskContext): Promise<Reading> {
  const read = await lastRead(question, context);
  const { marked, query, lack, guess, notes, isLeaning, yesIf } = read;
  const shared = choiceOf(marked);
  if (shared !== null) return shared;
  if (query === null) {
    const { stop, message } = lack ?? NOT_SURE;
    // A trainer may not see the money of a guess.
    const isShown = guess !== null && !(context.self !== null && asksMoney(guess));
    const guessed = isShown ? [phraseOf(guess as AskQuery, context)] : [];
    const others = suggestionsOf(marked, context);
    const suggestions = [...new Set([...guessed, ...others])].slice(0, MAX_SUGGESTIONS);
    return { kind: 'unclear', reason: stop, message, suggestions };
  }
  return {
    kind: 'query',
    query: query as AskQuery,
    decontextualized: isLeaning ? phraseOf(query as AskQuery, context) : question.text,
    assumed: [...new Set(notes)],
    ...(yesIf === null ? {} : { yesIf }),
  };
}

const asksMoney = (query: Built): boolean =>
  query.report === undefined && query.measures.some(isOfMoney);

/** The question, read after those before it. */
export async function lastRead({ text, prev }: Question, context: AskContext): Promise<Read> {
  let before: { readonly text: string; readonly query: Built } | null = null;
  for (const earlier of prev.slice(-MAX_BEFORE)) {
    const { query, isLeaning } = await read(earlier, before, context);
    if (query === null) continue;
    before = { text: isLeaning ? phraseOf(query as AskQuery, context) : earlier, query };
  }
  return read(text, before, context);
}

const NOT_SURE = lack(
  'Turnout could not tell what you are asking. Ask for one figure, and name the class, trainer, room or time.',
);
const GUESSED = lack('Turnout is not sure what you mean. Its best guess is the first suggestion.');
const REFUSED = lack(
  'Turnout cannot answer that. It knows classes, how many people came, bookings, trainers and what classes earn, and it changes nothing.',
  'not_known_here',
);
export const ONE_GYM = lack(
  'Over several gyms that is not known: classes, trainers, rooms and hours are of one gym.',
  'not_known_here',
);

async function read(
  text: string,
  before: { readonly text: string; readonly query: Built } | null,
  context: AskContext,
): Promise<Read> {
  const common = await commonWords();
  const marked = findMarks(text, context, common);
  const none = {
    marked,
    query: null,
    guess: null,
    notes: [],
    isLeaning: before !== null,
    yesIf: null,
  };
  const { sentence, marks } = marked;
  if (sentence.tokens.length === 0) return { ...none, lack: NOT_SURE };
  const isOverGyms = context.gyms !== undefined;
  const earlier = before === null ? null : findMarks(before.text, context, common);
  const { self } = context;
  const base = before?.query ?? null;
  const leftOut = leftOutOf(marked);
  const input = { marked, before: earlier, isOverGyms, hasExclusion: leftOut.size > 0 };
  const opinion = await opinionOf(input, (part, value) =>
    isPossible({ marks, base, self }, isOverGyms, part, value),
  );
  const stop = unreadable(opinion, marked, isOverGyms);
  if (stop !== null) return { ...none, lack: stop };
  const shape = inPlainWords(opinion.shape, text);
  const isSure = isEnough(opinion, isOverGyms ? SURE_OVER_GYMS : SURE);
  const work = build({
    shape,
    marks,
    leftOut,
    today: marked.today,
    self,
    base,
    isOwn: /\b(i|me|my|mine)\b/i.test(text),
    isPast: /\b(was|were|did|taught|took|ran|led|gave)\b/i.test(text),
    isLeft: /\b(left|still|remaining|yet)\b/i.test(text),
    isNext: /\bnext\b(?! (week|month|mon|tue|wed|thu|fri|sat|sun|\d))/i.test(text),
  });
  if (isLack(work)) return { ...none, lack: isSure ? work : NOT_SURE };
  // "Attendance without Boxing Day" is not that of Boxing Day.
  const isLeftOut = (mark: Mark) =>
    mark.is === 'time' && mark.time.weekdays === undefined && work.used.has(mark);
  if ([...leftOut].some(isLeftOut)) return { ...none, lack: NOT_SURE };
  const inMarks = wordsIn(marks);
  const left = marks.filter((mark) => !work.used.has(mark) && saysAll(mark, shape));
  const strange = sentence.tokens.filter(
    ({ word }, at) =>
      opinion.unknown.has(word) &&
      !inMarks.has(at) &&
      !(shape.order === 'newest' && word === 'recent'),
  );
  // Two words that nobody knows are what is asked, as a rule: "male to female".
  if (!isSure || strange.length > 1 || left.some(({ is }) => is === 'clock'))
    return { ...none, lack: GUESSED, guess: work.query };
  const unused = [...left, ...strange];
  const notes = [
    ...correctionsOf(marked),
    ...work.notes,
    ...(unused.length === 0 ? [] : [`Not used: ${quoted(unused)}.`]),
  ];
  const { query } = work;
  const isLeaning =
    before !== null && !isDeepStrictEqual((await read(text, null, context)).query, query);
  return { ...none, query, lack: null, notes, isLeaning, yesIf: yesIfOf(text, query) };
}

/** What classes are called elsewhere: where none is, that is the reason. */
const CLASS_WORDS = wordSet(
  'zumba aqua aquafit barre bodypump bodybalance boxfit bootcamp crossfit hyrox kickboxing pilates pole reformer tabata trx yoga judo karate ballet salsa capoeira aerobics',
);

/** Marks behind words such as "except Anna, Ben and Tom", or before "excluded". "Not the Studio, the Loft" is of one. */
function leftOutOf({ text, sentence, marks }: Marked): ReadonlySet<Mark> {
  const places = marks.map((mark) => ({
    mark,
    start: sentence.tokens[mark.at]?.start ?? 0,
    end: sentence.tokens[mark.at + mark.length - 1]?.end ?? 0,
  }));
  // Names in a row, with what stands before and behind them.
  const rows: (typeof places)[] = [];
  for (const place of places) {
    const row = rows.at(-1);
    const [first, last] = [row?.[0], row?.at(-1)];
    const isNames = place.mark.is === 'name' && last?.mark.is === 'name';
    const isPut = /\bnot +(the +)?$/i.test(text.slice(0, first?.start ?? 0));
    const link = isPut ? /^ *(and|or|nor) (the )?$/i : /^[ ,]*(and|or|nor)? *(the )?$/i;
    if (isNames && link.test(text.slice(last.end, place.start))) row?.push(place);
    else rows.push([place]);
  }
  const out = rows.filter(
    (row) =>
      EXCEPT.test(text.slice(0, row[0]?.start)) || LEFT_OUT.test(text.slice(row.at(-1)?.end)),
  );
  return new Set(out.flat().map(({ mark }) => mark));
}

function unreadable(
  { shape, kindChance, unknown }: Opinion,
  marked: Marked,
  isOverGyms: boolean,
): Lack | null {
  const { text, sentence, marks, strangers } = marked;
  const other = otherFigure(shape, text);
  if (other !== null) return other;
  const read = wordsIn(marks);
  const isStrange = (at: number) => !read.has(at) && unknown.has(sentence.word(at));
  if (isOtherLanguage(sentence, (at) => !isStrange(at))) return lack('Only English is read.');
  if (shape.kind === 'one_gym') return ONE_GYM;
  if (shape.kind !== 'refuse' && shape.kind !== 'unknown_name') return null;
  const kinds = sentence.tokens.filter(({ word }, at) => !read.has(at) && CLASS_WORDS.has(word));
  const noneOf = (names: typeof kinds, more = '') =>
    lack(`No trainer, class or room is called ${quoted(names)}.${more}`, 'unknown_name');
  if (kinds.length > 0) return noneOf(kinds);
  const among = (isName: (at: number) => boolean) =>
    sentence.tokens.filter((_, at) => isName(at) && !read.has(at));
  const names = among((at) => (strangers.size > 0 ? strangers.has(at) : isStrange(at)));
  if (shape.kind === 'unknown_name' && names.length > 0) return noneOf(names);
  if (kindChance < SURE_TO_REFUSE) return NOT_SURE;
  // A name may be the reason, and may not: "what did Sarah earn", "how many followers on Instagram".
  const capitals = among((at) => sentence.isCapital(at) && !isOverGyms);
  return capitals.length === 1 ? noneOf(capitals, ` ${REFUSED.message}`) : REFUSED;
}

/** Not "weekends", which may be a row, nor "before noon" in the morning, nor "which one of the two". */
function saysAll({ typed, ...mark }: Mark, { part_of_day = '' }: Shape): boolean {
  if (mark.is === 'time') return mark.time.isEither !== true && isDays(mark.time.days('back'));
  return mark.is === 'clock' ? part_of_day === '' : !/^(one|once|two)$/i.test(typed);
}

const quoted = (tokens: readonly { readonly typed: string }[]): string =>
  [...new Set(tokens.map(({ typed }) => `“${typed}”`))].join(', ');

/** "Is it full", "does it make money", "did more come than": what makes it a yes. */
function yesIfOf(text: string, query: Built): YesIf | null {
  if (query.report !== undefined || !YES_OR_NO.test(text) || EITHER.test(text)) return null;
  const { measures, by = [], compare } = query;
  const [first] = measures;
  if (FULL.test(text) && (first === 'fill_rate' || measures.includes('booked')))
    return { measure: 'fill_rate', op: '>=', value: 1 };
  const isDown = DOWN.test(text);
  const way = isDown ? 'down' : 'up';
  if (by.length > 0) return /\bthan\b/i.test(text) ? { than: way, text } : null;
  const op = first === 'trend' ? '>' : '>=';
  if (first === 'profit' || first === 'trend')
    return { measure: first, op: isDown ? '<' : op, value: 0 };
  return compare === undefined ? null : { change: way };
}
const YES_OR_NO = /^(so |and |but )?(is|are|was|were|do|does|did|has|have)\b/i;
/** "Are we up or down", "did more come on Monday or Tuesday": no yes, and no no. */
const EITHER = /\w or (?!(?:so|more|over|not|nah|no|what|is|am|are|was|do|does|has|have)\b)\w/i;
const FULL = /\b(full|sold out|booked out|packed)\b/i;
const DOWN =
  /\b(down|fewer|less|lower|cheaper|worse|fall|fell|drop|dropped|quieter|lose|losing|loss|lost|shrinking)\b/i;

/** Names that were put right. */
function correctionsOf({ corrections, marks }: Marked): string[] {
  return corrections.flatMap(({ typed }) => {
    const name = marksOf(marks, 'name').find((mark) => mark.typed.includes(typed));
    const [only, ...others] = name?.candidates ?? [];
    return only === undefined || others.length > 0 ? [] : [`Took “${typed}” for ${only.name}.`];
  });
}

/** Two people of one first name. Several classes of one word are meant all together. */
function isShared(mark: Marked['marks'][number]): mark is MarkOf<'name'> {
  return mark.is === 'name' && mark.candidates.length > 1 && mark.candidates[0]?.kind !== 'class';
}

/** Asks back which of those that share a name is meant: the question with the name of each in its place, and with both. */
export function choiceOf(marked: Marked): Extract<Reading, { kind: 'choice' }> | null {
  const { text, sentence, marks } = marked;
  const mark = marks.find(isShared);
  if (mark === undefined) return null;
  const start = sentence.tokens[mark.at]?.start ?? 0;
  const last = sentence.tokens[mark.at + mark.length - 1];
  const end = last?.end ?? start;
  const ending = last?.isPossessive === true ? '’s' : '';
  const names = mark.candidates.slice(0, MAX_OPTIONS).map(({ name }) => name);
  const isOfOneKind = new Set(mark.candidates.map(({ kind }) => kind)).size === 1;
  const options = [...names, ...(isOfOneKind ? [list(names)] : [])].map(
    (name) => `${text.slice(0, start)}${name}${ending}${text.slice(end)}`,
  );
  return { kind: 'choice', text: `Which “${mark.typed}”?`, options: [...new Set(options)] };
}
