/** Reads one question: marks from left to right, a query of them, and what stands against it. */

import { MEASURES } from '../../gym/figures/catalogue.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import { foldName } from '../../gym/sessions/fold-name.ts';
import type { AskQuery } from '../query.ts';
import type { Question, Reading, Surroundings } from '../reader.ts';
import { build } from './build/build.ts';
import { contradictionOf } from './build/contradictions.ts';
import { type Draft, isStop, merged, type Stop, unread } from './build/draft.ts';
import { PRICELESS, PRICELESS_MESSAGE } from './build/measures/measures.ts';
import { tookPlace } from './build/took-place.ts';
import { untraced } from './build/traces.ts';
import { Work } from './build/work.ts';
import { isOtherLanguage } from './language.ts';
import { findMarks, type Marked } from './marks/find-marks.ts';
import type { Mark, MarkOf } from './marks/mark.ts';
import { directoryOf } from './names/directory.ts';
import { phraseOf } from './phrase.ts';
import { suggestionsOf } from './suggestions.ts';
import { nearestOf } from './text/likeness.ts';
import { Sentence } from './text/sentence.ts';

/** Most questions before that are looked at. Source: the contract (`reader.ts`). */
const MAX_BEFORE = 10;
const MAX_OPTIONS = 8;

interface Read {
  readonly marked: Marked;
  readonly result: { readonly draft: Draft; readonly notes: readonly string[] } | Stop;
  readonly isLeaning: boolean;
}

interface Reader {
  readonly surroundings: Surroundings;
}

/** What is made of a question. Never throws for whatever is typed. */
export function readQuestion({ text, prev }: Question, surroundings: Surroundings): Reading {
  const reader: Reader = { surroundings };
  const base = newestUnderstood(prev.slice(-MAX_BEFORE), reader);
  const { marked, result, isLeaning } = read(text, base, reader);
  const shared = marked.marks.find(isShared);
  if (shared !== undefined && !('stop' in result && result.subject !== undefined)) {
    return choice(marked.text, shared);
  }
  if (isStop(result)) return unclear(result, marked, reader);
  const query = queryOf(result.draft);
  return {
    kind: 'query',
    query,
    decontextualized: isLeaning ? phraseOf(query, surroundings) : text,
    assumed: [...new Set(result.notes)],
  };
}

/** The newest question before that is understood, itself with what it took from those before it. */
function newestUnderstood(prev: readonly string[], reader: Reader): Draft | null {
  let newest: Draft | null = null;
  for (const asked of prev) {
    const { result } = read(asked, newest, reader);
    if (!isStop(result)) newest = result.draft;
  }
  return newest;
}

function read(text: string, base: Draft | null, reader: Reader): Read {
  const marked = findMarks(text, reader);
  const stop = unreadable(marked);
  if (stop !== null) return { marked, result: stop, isLeaning: false };
  const alone = made(marked, null, reader);
  const isLeaning = base !== null && leans(marked, alone);
  if (!isLeaning) return { marked, result: alone, isLeaning };
  const edited = made(marked, base, reader);
  const isSame = !isStop(edited) && JSON.stringify(edited.draft) === JSON.stringify(base);
  return { marked, result: isSame ? NOTHING_NEW : edited, isLeaning };
}

function made(marked: Marked, base: Draft | null, { surroundings }: Reader): Read['result'] {
  const work = new Work(marked, surroundings, base);
  const isOfAll = marked.marks.some(({ is, typed }) => is === 'measure' && EVERYONE.test(typed));
  if (base !== null && isOfAll) return OF_ROW;
  const own = build(work, base);
  if (isStop(own)) return own;
  if (marked.leftovers.length > 0) return leftOver(marked, surroundings);
  const stop = base === null ? null : unclearOf(own, base, marked.text);
  if (stop !== null) return stop;
  const draft = base === null ? own : merged(own, base, marked.isAdding);
  const against = contradictionOf(draft);
  if (against !== null) return against;
  if (draft.kind === 'figures' && draft.by.length === 0 && /\bbreak ?down\b/i.test(marked.text))
    return BY_WHAT;
  const passed = untraced(work, draft);
  return passed.length > 0
    ? unread(passed.map(({ typed }) => typed))
    : { draft: tookPlace(draft, marked.text, marked.today), notes: work.notes };
}

/** "What did they cost" after no-shows, "both of them" after one, "who teaches it" after many rows. */
function unclearOf(own: Draft, base: Draft, text: string): Stop | null {
  const isOfThem = base.kind === 'figures' && /\b(it|that|they|them|those|this)\b/i.test(text);
  const isMoney = own.measures.some((one) => MEASURES[one].unit === 'money');
  if (isOfThem && isMoney && base.measures.every((one) => PRICELESS.includes(one)))
    return { stop: 'not_known_here', message: PRICELESS_MESSAGE };
  const isMany = [...own.where, ...base.where].some(([, , values]) => values.length > 1);
  if (/\bboth\b/i.test(text) && !isMany) return OF_ROW;
  const isOther = base.by.length > 0 && own.kind !== 'figures' && own.where.length === 0;
  return isOfThem && isOther && !/\bthis\b/i.test(text) ? OF_ROW : null;
}

/** Marks that say what a question is about; without one it is about what the one before was. */
const OWN = /^(measure|state|verdict|doing|how|timetable|now|refuse|free)$/;

/** A question that begins with "and", or that says too little to stand alone. */
function leans(marked: Marked, alone: Read['result']): boolean {
  if ('stop' in alone && alone.subject !== undefined) return false;
  if (marked.isFollowUp || /\b(them|they|those|these)\b/i.test(marked.text)) return true;
  if (isStop(alone)) return marked.leftovers.length === 0;
  const isOwn = (mark: Mark): boolean =>
    mark.is === 'order' ? mark.measures.length > 0 : OWN.test(mark.is);
  if (!marked.marks.some(isOwn)) return true;
  const { kind, where, by, range, order, having, limit } = alone.draft;
  const named =
    [where, by, order, having].some((part) => part.length > 0) || range !== null || limit !== null;
  return kind === 'figures' && !named;
}

const EVERYONE = /^(everyone|everybody|anyone|anybody|someone|somebody)$/i;
const OF_ROW: Stop = {
  stop: 'not_understood',
  message: 'Who or which of the rows before is meant was not understood: name it.',
};
const BY_WHAT: Stop = {
  stop: 'not_understood',
  message: 'Broken down by what? Name it: “by trainer”, “by week”, “by room”.',
};
const NOTHING_NEW: Stop = {
  stop: 'not_understood',
  message: 'What should be different from the question before was not understood: name it.',
};

function unreadable(marked: Marked): Stop | null {
  if (marked.isUnreadable) {
    return { stop: 'not_understood', message: 'That is no question.', subject: 'greeting' };
  }
  const sentence = new Sentence(marked.text);
  const known = new Set(
    marked.marks.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)),
  );
  if (isOtherLanguage(sentence, (at) => known.has(at))) {
    return { stop: 'not_understood', message: 'Only English is read.', subject: 'language' };
  }
  if (marked.marks.length === 0 && marked.leftovers.length === 0) {
    return {
      stop: 'not_understood',
      message: 'Ask about attendance, classes, trainers, rooms, no-shows or money.',
      subject: 'greeting',
    };
  }
  return null;
}

function leftOver({ leftovers }: Marked, surroundings: Surroundings): Stop {
  const words = [...new Set(leftovers.map(({ typed }) => typed))];
  const quoted = words.map((word) => `“${word}”`).join(', ');
  const [only] = leftovers;
  const near =
    leftovers.length === 1 && only !== undefined ? nearestNames(only.word, surroundings) : [];
  const isName = near.length > 0 && only !== undefined && /^\p{Lu}/u.test(only.typed);
  const names = near.length === 0 ? '' : ` Nearest: ${near.join(', ')}.`;
  return isName
    ? { stop: 'unknown_name', message: `No trainer, class or room is called ${quoted}.${names}` }
    : { stop: 'not_understood', message: `Not understood: ${quoted}.` };
}

/** The names most like what was typed, for "did you mean"; none where nothing is like it. */
function nearestNames(typed: string, surroundings: Surroundings): string[] {
  return nearestOf(foldName(typed), directoryOf(surroundings).all, ({ name, words }) => [
    foldName(name),
    ...words,
  ])
    .slice(0, 3)
    .map(({ name }) => name);
}

function isShared(mark: Marked['marks'][number]): mark is MarkOf<'name'> {
  if (mark.is !== 'name' || mark.candidates.length < 2) return false;
  return mark.candidates.some(({ kind }) => kind !== 'class');
}

/** The question with each candidate's name in its place. */
function choice(text: string, mark: MarkOf<'name'>): Reading {
  const sentence = new Sentence(text);
  const start = sentence.tokens[mark.at]?.start ?? 0;
  const end = start + mark.typed.length;
  const options = mark.candidates
    .slice(0, MAX_OPTIONS)
    .map(({ name }) => `${text.slice(0, start)}${name}${text.slice(end)}`);
  return { kind: 'choice', text: `Which “${mark.typed}”?`, options: [...new Set(options)] };
}

function unclear(
  { stop, message, suggestions = [] }: Stop,
  marked: Marked,
  reader: Reader,
): Reading {
  const useful = [...suggestions, ...suggestionsOf(marked, reader.surroundings)];
  return {
    kind: 'unclear',
    reason: stop,
    message,
    suggestions: [...new Set(useful)].slice(0, 8),
  };
}

/** As it is asked: what was not named is left out. */
export function queryOf(draft: Draft): AskQuery {
  const { kind, measures, by, where, having, order, limit, range, compare } = draft;
  if (kind === 'now') return { report: 'occupancy', where };
  if (kind === 'timetable') {
    const days = range ?? { from: '', to: '' };
    return { report: 'timetable', ...days, where, next: draft.isNext };
  }
  const query: FiguresQuery = {
    measures,
    ...(by.length > 0 ? { by } : {}),
    ...(range === null ? {} : range),
    ...(where.length > 0 ? { where } : {}),
    ...(having.length > 0 ? { having } : {}),
    ...(order.length > 0 ? { order } : {}),
    ...(limit === null ? {} : { limit }),
    ...(draft.offset === 0 ? {} : { offset: draft.offset }),
    ...(compare === null ? {} : { compare }),
  };
  return query;
}
