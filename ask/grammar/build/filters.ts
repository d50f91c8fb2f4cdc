/** Names, weekdays, parts of the day and clock times as filters; "except" turns those behind it round. */

import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import { WEEKDAYS } from '../../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Named } from '../names/directory.ts';
import type { Stop } from './draft.ts';
import type { Work } from './work.ts';

/** One filter of one mark, before those of one dimension are joined. */
interface Piece {
  readonly mark: Mark;
  readonly dim: DimensionName;
  readonly op: 'is' | 'between';
  readonly values: readonly FilterValue[];
  isNot: boolean;
}

export interface Filters {
  readonly where: QueryFilter[];
  /** Of filters that are asked for, not those left out: the values of each dimension in their order. */
  readonly values: ReadonlyMap<DimensionName, readonly FilterValue[]>;
}

const HALVES: Stop = {
  stop: 'not_understood',
  message: 'Weekdays and weekends are no rows: ask by weekday, or for one of them after the other.',
};

/** "on weekdays and at weekends" leaves nothing out and tells nothing apart. */
function isTwoHalves(pieces: readonly Piece[]): boolean {
  const many = pieces.filter(({ dim, values }) => dim === 'weekday' && values.length > 1);
  return many.length > 1;
}

const JOINING: ReadonlySet<Mark['is']> = new Set(['and', 'or']);
/** Between "except" and what it leaves out. */
const SKIPPED: ReadonlySet<Mark['is']> = new Set(['any', 'all', 'have', 'self', 'each', 'and']);

export function filtersOf(work: Work): Filters | Stop {
  const pieces = work.marks.flatMap((mark) => piecesOf(mark, work));
  if (isTwoHalves(pieces)) return HALVES;
  const stop = negate(pieces, work);
  if (stop !== null) return stop;
  for (const { mark } of pieces) work.use(mark);
  for (const mark of work.all('filter')) work.note(mark.note);
  const where = [...joined(pieces, false), ...joined(pieces, true)];
  const self = selfFilter(work);
  if (self !== null && 'stop' in self) return self;
  if (self !== null && !where.some(([dim]) => dim === 'trainer')) where.unshift(self);
  const values = new Map(
    where.flatMap(([dim, op, of]) => (op === 'is' ? [[dim, of] as const] : [])),
  );
  return { where, values };
}

function piecesOf(mark: Mark, work: Work): Piece[] {
  switch (mark.is) {
    case 'name':
      return mark.candidates.slice(0, 1).map((named) => nameNote(mark, named, work));
    case 'filter':
      return [{ mark, dim: mark.dim, op: mark.op, values: mark.values, isNot: false }];
    case 'time':
      return timePieces(mark, work);
    default:
      return [];
  }
}

function nameNote(mark: MarkOf<'name'>, named: Named, work: Work): Piece {
  const { kind, name, id } = named;
  if (mark.isPart && kind !== 'trainer') work.note(`Took “${mark.typed}” for ${name}.`);
  return { mark, dim: kind, op: 'is', values: [id], isNot: false };
}

function timePieces(mark: MarkOf<'time'>, work: Work): Piece[] {
  const { weekdays, bare, span, part } = mark.phrase;
  const pieces: Piece[] = [];
  const isFilter = bare === undefined || !isOneDate(mark, work);
  if (weekdays !== undefined && isFilter) pieces.push(weekdayPiece(mark, weekdays));
  if (span?.isWeekday === true && isEveryWeek(mark, work)) {
    pieces.push(weekdayPiece(mark, [weekdayOfSpan(mark)]));
  }
  if (span?.unit === 'weekend' && isLeftOut(mark, work)) pieces.push(weekdayPiece(mark, [6, 7]));
  if (part !== undefined) {
    pieces.push({ mark, dim: 'part_of_day', op: 'is', values: [part], isNot: false });
  }
  return pieces;
}

function weekdayPiece(mark: Mark, weekdays: readonly number[]): Piece {
  const values = weekdays.map((day) => WEEKDAYS[day - 1] ?? 'sunday');
  return { mark, dim: 'weekday', op: 'is', values, isNot: false };
}

function weekdayOfSpan({ phrase }: MarkOf<'time'>): number {
  const date = phrase.span?.days('back')?.from ?? '';
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

const weekdayMarks = (work: Work): MarkOf<'time'>[] =>
  work
    .all('time')
    .filter(({ phrase }) => phrase.bare !== undefined || phrase.span?.isWeekday === true);
const otherSpans = (work: Work): MarkOf<'time'>[] =>
  work
    .all('time')
    .filter(({ phrase }) => phrase.span !== undefined && phrase.span.isWeekday !== true);

/** "on Monday" is a date; left out, beside another weekday or within other days it is every Monday. */
export function isEveryWeek(mark: MarkOf<'time'>, work: Work): boolean {
  const isNegated = isLeftOut(mark, work);
  const isCompared = weekdayMarks(work).length > 1;
  const isWithin = otherSpans(work).some(({ phrase }) => phrase.span?.isBefore !== true);
  return isNegated || isCompared || isWithin;
}

/** "How many people came Monday": of the past, one weekday, and nothing else that names days. */
export function isOneDate(mark: MarkOf<'time'>, work: Work): boolean {
  if (mark.phrase.bare === undefined || isEveryWeek(mark, work)) return false;
  if (work.has('timetable')) return true;
  const after = work.after(mark);
  if (after?.is === 'noun' || (after?.is === 'filter' && after.dim === 'start_time')) return false;
  const isPast = work.has('past') || /\b(came|went|did|was|were)\b/i.test(work.marked.text);
  return isPast && !work.has('by', 'compare', 'than', 'or', 'direction', 'order', 'bound');
}

export function isLeftOut(mark: Mark, work: Work): boolean {
  for (const not of work.all('not')) {
    const isBut = not.kind === 'but' && !isExcepting(not, work);
    if (not.side === 'before' && !isBut && runAfter(not, work).includes(mark)) return true;
    if (not.side === 'after' && work.before(not) === mark) return true;
  }
  return false;
}

/** Filters that follow an "except", joined by "and". */
function runAfter(not: Mark, work: Work): Mark[] {
  const run: Mark[] = [];
  let at = work.marks.indexOf(not) + 1;
  while (at < work.marks.length) {
    const mark = work.marks[at];
    if (mark === undefined) break;
    if (isFiltering(mark)) run.push(mark);
    else if (run.length === 0 ? !isSkipped(mark) : !JOINING.has(mark.is)) break;
    at++;
  }
  return run;
}

/** "ignoring sessions with quality C". */
function isSkipped(mark: Mark): boolean {
  const isClass = mark.is === 'noun' && (mark.dim === 'series' || mark.dim === 'session');
  const isTeaching = mark.is === 'timetable' && /^(teach|teaches|taught)/i.test(mark.typed);
  return (
    SKIPPED.has(mark.is) || isClass || isTeaching || mark.is === 'by_word' || mark.is === 'past'
  );
}

function isFiltering(mark: Mark): boolean {
  if (mark.is === 'name' || mark.is === 'filter') return true;
  if (mark.is !== 'time') return false;
  const { weekdays, span, part } = mark.phrase;
  const isWeekend = span?.unit === 'weekend';
  return weekdays !== undefined || part !== undefined || span?.isWeekday === true || isWeekend;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function negate(pieces: readonly Piece[], work: Work): Stop | null {
  for (const not of work.all('not')) {
    if (not.kind === 'but' && !isExcepting(not, work)) {
      work.use(not);
      continue;
    }
    const behind = not.side === 'before' ? runAfter(not, work) : runBefore(not, work);
    const left = /^left\b/i.test(not.typed) ? runBefore(not, work) : taughtBefore(not, work);
    const marks = behind.length === 0 ? left : behind;
    const turned = pieces.filter(({ mark }) => marks.includes(mark));
    if (turned.length === 0) continue;
    if (turned.some(({ dim, op }) => op === 'between' && dim !== 'start_time')) {
      return { stop: 'not_understood', message: 'A stretch of days cannot be left out.' };
    }
    for (const piece of turned) piece.isNot = true;
    const first = marks[0];
    work.use(not);
    const from = work.marks.indexOf(not);
    const to = first === undefined ? from : work.marks.indexOf(first);
    work.use(...work.marks.slice(Math.min(from, to), Math.max(from, to)).filter(isSkipped));
  }
  return pieces.some(({ isNot, op }) => isNot && op === 'between')
    ? {
        stop: 'not_understood',
        message: 'A stretch of time cannot be left out: name the times that are wanted.',
      }
    : null;
}

/** "all days but Sunday"; any other "but" only joins. */
function isExcepting(not: Mark, work: Work): boolean {
  const before = work.marked.text.toLowerCase().split(/\bbut\b/)[0] ?? '';
  return /\b(all|every|any|each|everything|everyone)\b/.test(before) && not.at > 0;
}

/** "when Tom does not teach". */
function taughtBefore(not: Mark, work: Work): Mark[] {
  const after = work.after(not);
  const before = work.before(not);
  const isTeaching = after?.is === 'timetable' && /^(teach|teaches|teaching)/i.test(after.typed);
  if (!isTeaching || before?.is !== 'name') return [];
  work.use(after);
  return [before];
}

function runBefore(not: Mark, work: Work): Mark[] {
  const before = work.before(not);
  return before !== undefined && isFiltering(before) ? [before] : [];
}

/** Filters of one dimension as one: any of the values, or none of them. */
function joined(pieces: readonly Piece[], isNot: boolean): QueryFilter[] {
  const where = new Map<string, QueryFilter>();
  for (const piece of pieces.filter((one) => one.isNot === isNot)) {
    if (piece.op === 'between') {
      where.set(`${piece.dim} ${where.size}`, [piece.dim, 'between', piece.values]);
      continue;
    }
    const known = where.get(piece.dim)?.[2] ?? [];
    const values = [...new Set([...known, ...piece.values])];
    where.set(piece.dim, [piece.dim, isNot ? 'is_not' : 'is', values]);
  }
  return [...where.values()];
}

/** "How did I do": nobody else is named. "Should I cut", "can I see" are not about the asker. */
function isOfSelf(work: Work): boolean {
  return /\b(how|what) (did|do|am|was|have) i\b.*\b(do|doing|teach|taught|get|got)\b/i.test(
    work.marked.text,
  );
}

/** "my classes": the trainer who asks; for everybody else "my" means the gym's. */
function selfFilter(work: Work): QueryFilter | Stop | null {
  const marks = work.all('self');
  work.use(...marks);
  const { self } = work.surroundings;
  if (
    self === null &&
    marks.some(({ typed }) => /^(i|me|myself|mine)$/i.test(typed)) &&
    isOfSelf(work)
  ) {
    return { stop: 'unknown_name', message: 'You are not known as a trainer here: name one.' };
  }
  return marks.length > 0 && self !== null ? ['trainer', 'is', [self]] : null;
}
