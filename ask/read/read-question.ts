/** Reads one question: marks from left to right, a query of them, and what stands against it. */

import { list } from '../../web/words/format.ts';
import type { Question, Reading, Surroundings } from '../reader.ts';
import { type Apart, askedBeside, withoutIdle, withoutRemarks } from './asides.ts';
import { assemble } from './assemble.ts';
import { type Draft, isStop, isWord, Marks, queryOf, type Stop } from './draft.ts';
import { followed, leans, renumbered } from './follow-up.ts';
import { isOtherLanguage } from './language.ts';
import { unusedOf } from './leftovers.ts';
import type { MarkOf } from './mark.ts';
import { findMarks, type Marked } from './marks.ts';
import { phraseOf } from './phrase.ts';
import { suggestionsOf } from './suggestions.ts';
import { reasonOf } from './unknowable.ts';

/** Most questions before that are looked at. Source: the contract (`reader.ts`). */
const MAX_BEFORE = 10;
const MAX_OPTIONS = 7;
/** What stands for something that was said before. */
const LEANS = /\b(it|its|that|then|there|they|them|those|this|he|she|him|his|hers?)\b/i;
/** Where no mark says so, a part that begins like this is a question. */
const ASKS = /^(how (many|much|full|often)|who|which|when|did|does|do|is|are|was|were)\b/i;

export interface Read {
  readonly marked: Marked;
  readonly draft: Draft | Stop;
  readonly notes: readonly string[];
  readonly isLeaning: boolean;
  /** Whether no figure was named. */
  readonly isOverview: boolean;
}

/** What is made of a question. Never throws for whatever is typed. */
export function readQuestion(question: Question, surroundings: Surroundings): Reading {
  const { marked, draft, notes, isLeaning } = lastRead(question, surroundings);
  const shared = choiceOf(marked);
  if (shared !== null) return shared;
  if (isStop(draft)) {
    const suggestions = suggestionsOf(marked, surroundings);
    return { kind: 'unclear', reason: draft.stop, message: draft.message, suggestions };
  }
  const query = queryOf(draft);
  return {
    kind: 'query',
    query,
    decontextualized: isLeaning ? phraseOf(query, surroundings) : question.text,
    assumed: [...new Set(notes)],
    ...(draft.yesIf === null ? {} : { yesIf: draft.yesIf }),
  };
}

/** The question, read after those before it. */
export function lastRead({ text, prev }: Question, surroundings: Surroundings): Read {
  let base: Draft | null = null;
  for (const asked of prev.slice(-MAX_BEFORE)) {
    const { draft } = read(asked, base, surroundings);
    if (!isStop(draft)) base = draft;
  }
  const asked = readWithout(withoutRemarks(text, surroundings), base, surroundings);
  if (asked !== null) return asked;
  const whole = read(text, base, surroundings);
  if (!isStop(whole.draft)) return whole;
  return (
    bySentence(text, base, surroundings) ??
    readWithout(withoutIdle(text, surroundings), base, surroundings) ??
    whole
  );
}

/** Null where there are no asides, or what is left without them is not understood. */
function readWithout(
  found: Apart | null,
  base: Draft | null,
  surroundings: Surroundings,
): Read | null {
  if (found === null) return null;
  const one = read(found.rest, base, surroundings);
  const note = notUsed(found.asides);
  return isStop(one.draft) || one.isOverview ? null : { ...one, notes: [...one.notes, note] };
}

const notUsed = (asides: readonly string[]): string =>
  `Not used: ${asides.map((aside) => `“${aside.replace(/[,;:.?!]+$/, '')}”`).join(', ')}.`;

/**
 * "Fire officer is coming. Did we go over capacity?": sentence by sentence, each as said after the one before. Who asks must
 * have got an answer to each question; what was only said is left aside and named.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function bySentence(text: string, base: Draft | null, surroundings: Surroundings): Read | null {
  const parts = text
    .split(
      /(?<=[.?!])\s+|:\s+|\.{2,}\s*|\s+[-–—]+\s+|[,;.]?\s*\b(?:sorry|i mean|no wait|wait no|scrap that|or rather|actually no)\b,?\s*/i,
    )
    .filter((part) => /\p{L}/u.test(part));
  const isAsked = (part: string): boolean => part.endsWith('?') || ASKS.test(part);
  const isAsking = parts.some(isAsked);
  const unused: Marked[] = [];
  let talk = base;
  const answered: Read[] = [];
  for (const part of parts.length > 1 ? parts : []) {
    const one = read(part, talk, surroundings);
    const isQuestion = isAsking ? isAsked(part) : one.marked.unknowable !== null;
    // "Early mornings - worth it?" is not asked of all.
    const isOfIt = one.marked.marks.some(({ is }) => /^(name|filter|time|measure)$/.test(is));
    const isOfFigure = one.marked.marks.some((mark) => mark.is === 'measure' && !mark.isWeak);
    // "How many came to yoga? Need the number for this weekend."
    const isMore =
      part === parts.at(-1) &&
      one.marked.leftovers.length === 0 &&
      one.marked.marks.some(({ is }) => is === 'time' || is === 'by');
    if (
      isStop(one.draft) &&
      (isQuestion ||
        isOfFigure ||
        isMore ||
        (isOfIt && !/[.?!]$/.test(part) && part !== parts.at(-1)))
    )
      return null;
    if (isStop(one.draft) || (isAsking && !isQuestion && !isMore && answered.length > 0))
      unused.push(one.marked);
    else {
      talk = one.draft;
      answered.push(one);
    }
  }
  const last = answered.at(-1);
  if (last === undefined) return null;
  const { text: rest } = last.marked;
  // "My wife loves Candlelit Yin. Does it make money?"
  const named = LEANS.test(rest) ? askedBeside(rest, unused, 0, surroundings) : rest;
  if (named === null) return null;
  const notes = unused.length === 0 ? [] : [notUsed(unused.map((aside) => aside.text))];
  const asked = named === rest ? last : read(named, base, surroundings);
  return { ...asked, notes: [...answered.flatMap((one) => one.notes), ...notes] };
}

function read(text: string, base: Draft | null, surroundings: Surroundings): Read {
  const marked = findMarks(text, surroundings);
  const stop = unreadable(marked);
  if (stop !== null) return { marked, draft: stop, notes: [], isLeaning: false, isOverview: false };
  const alone = made(marked, null, surroundings.self);
  const own = isStop(alone.draft) ? null : alone.draft;
  const isOfAll = own?.kind === 'timetable' && own.where.length === 0;
  const unused = unusedOf(marked, alone.isOverview || isOfAll);
  const isLeaning = base !== null && leans(marked.marks, alone.draft, 'stop' in unused);
  const { draft, notes, isOverview } = isLeaning ? made(marked, base, surroundings.self) : alone;
  if ('stop' in unused) return { marked, draft: unused, notes: [], isLeaning, isOverview };
  const all = [...correctionsOf(marked), ...notes, ...unused.notes];
  return { marked, draft, notes: all, isLeaning, isOverview };
}

function made(
  marked: Marked,
  base: Draft | null,
  self: string | null,
): { draft: Draft | Stop; notes: readonly string[]; isOverview: boolean } {
  const marks = new Marks(marked, base);
  const renumber = base === null ? null : renumbered(marks, base);
  const own = assemble(marks, self);
  if (renumber !== null && (isStop(own) || (own.measures.length === 0 && own.where.length === 0)))
    return { draft: renumber, notes: marks.notes, isOverview: false };
  const draft = isStop(own) || base === null ? own : followed(own, base, marks);
  return { draft, notes: marks.notes, isOverview: marks.isOverview };
}

function unreadable(marked: Marked): Stop | null {
  const { marks, leftovers, unknowable, sentence } = marked;
  const known = new Set(
    marks.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)),
  );
  if (isOtherLanguage(sentence, (at) => known.has(at))) {
    return { stop: 'not_understood', message: 'Only English is read.' };
  }
  const isBare = marks.every(
    (mark) =>
      mark.is === 'nothing' ||
      isWord(mark, 'how', 'and', 'follow', 'self', 'which', 'only', 'have', 'asked'),
  );
  if (unknowable !== null && (unknowable.subject !== 'greeting' || isBare)) {
    const stop = unknowable.subject === 'greeting' ? 'not_understood' : 'not_known_here';
    return { stop, message: unknowable.message };
  }
  if (isHandover(marked)) return { stop: 'not_known_here', message: reasonOf('deed') };
  if (marks.length === 0 && leftovers.length === 0) {
    return {
      stop: 'not_understood',
      message: 'Ask about attendance, classes, trainers, rooms, no-shows or money.',
    };
  }
  return null;
}

/** "Take it off the timetable", "add a yoga class". */
const ORDER =
  /^(please )?((take|put|pull|add) .* (off|on|to) the (schedule|timetable)|(add|create|schedule|plan) (a|an|another) .*(class|session))\b/i;

/** "Give Darius's boxing to Tom", "give Anna the 6pm class": orders. */
function isHandover({ marks, sentence }: Marked): boolean {
  const verb = sentence.word(0);
  if (ORDER.test(sentence.text)) return true;
  if (!/^(give|assign|hand|pass|swap|move|switch)$/.test(verb)) return false;
  const isTo = (at: number) => at > 2 && sentence.word(at - 1) === 'to';
  return marks.some(({ is, at }) => is === 'name' && (isTo(at) || (at === 1 && verb === 'give')));
}

function correctionsOf({ corrections, marks }: Marked): string[] {
  return corrections.map(({ typed, read }) => {
    const name = marks.find(
      (mark): mark is MarkOf<'name'> => mark.is === 'name' && mark.typed.includes(typed),
    );
    const [only, ...others] = name?.candidates ?? [];
    return only !== undefined && others.length === 0
      ? `Took “${typed}” for ${only.name}.`
      : `Read “${typed}” as “${read}”.`;
  });
}

/** Two people of one first name. Several classes of one word are meant all together. */
function isShared(mark: Marked['marks'][number]): mark is MarkOf<'name'> {
  return mark.is === 'name' && mark.candidates.length > 1 && mark.candidates[0]?.kind !== 'class';
}

/** Asks back which of those that share a name is meant: the question with the name of each in its place, and with both. */
export function choiceOf(marked: Marked): Extract<Reading, { kind: 'choice' }> | null {
  const { text, sentence, marks, unknowable } = marked;
  const mark = unknowable === null ? marks.find(isShared) : undefined;
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
