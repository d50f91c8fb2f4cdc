/** Names, weekdays, parts of the day and clock times as filters; "except" turns those behind it round. */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import { WEEKDAYS } from '../../../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../../../gym/figures/query.ts';
import { listOf } from '../../../answers/words/wording.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import { pairedValues } from '../contradictions.ts';
import type { Stop } from '../draft.ts';
import type { Work } from '../work.ts';
import { isExcepting, isFiltering, isLeftOut, isSkipped, leftOutBy } from './left-out.ts';

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
function isTwoHalves(pieces: readonly Piece[], work: Work): boolean {
  const days = pieces.filter(({ dim }) => dim === 'weekday');
  const many = days.filter(({ values }) => values.length > 1);
  const isHeld = work.has('compare', 'than', 'or') && (days.length > 1 || isWeekdays(work));
  const isOne = new Set(many.map(({ values }) => values.join())).size < 2;
  return (many.length > 1 && !isOne) || (many.length === 1 && isHeld);
}

/** "Compare *weekdays* with weekends". */
function isWeekdays(work: Work): boolean {
  return work.all('noun').some(({ typed }) => /^weekdays?$/i.test(typed));
}

/** "At weekends, *Sunday only*": of days and one of them the one. */
function narrowed(pieces: readonly Piece[], work: Work): readonly Piece[] {
  if (!/\b(only|just)\b/i.test(work.marked.text)) return pieces;
  const days = pieces.filter(({ dim, isNot }) => dim === 'weekday' && !isNot);
  const isWhole = (whole: Piece): boolean => {
    const others = days.filter((one) => one !== whole && one.values.length < whole.values.length);
    const isPart = others.every(({ values }) => values.every((day) => whole.values.includes(day)));
    return others.length > 0 && isPart;
  };
  const wholes = days.filter(isWhole);
  return pieces.filter((one) => !wholes.includes(one));
}

export function filtersOf(work: Work): Filters | Stop {
  const pieces = work.marks.flatMap((mark) => piecesOf(mark, work));
  if (isTwoHalves(pieces, work)) return HALVES;
  const stop = negate(pieces, work);
  if (stop !== null) return stop;
  const paired = pairedValues(pieces);
  if (paired !== null) return paired;
  for (const { mark } of pieces) work.use(mark);
  for (const mark of work.all('filter')) work.note(mark.note);
  const asked = narrowed(pieces, work);
  const all = [...joined(asked, false), ...joined(asked, true)];
  // "The regular coach and no cover" says it twice.
  const where = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
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
      return [namePiece(mark, work)];
    case 'filter':
      // "Do subs get fewer than the regular trainers": the two are rows.
      if (mark.dim === 'substitute' && work.all('by').some(({ dim }) => dim === 'substitute')) {
        work.use(mark);
        return [];
      }
      return [{ mark, dim: mark.dim, op: mark.op, values: mark.values, isNot: false }];
    case 'time':
      return timePieces(mark, work);
    default:
      return [];
  }
}

/** Several are classes that a word means all of. */
function namePiece(mark: MarkOf<'name'>, work: Work): Piece {
  const { candidates, isPart, typed } = mark;
  const kind = candidates[0]?.kind ?? 'class';
  if ((isPart && kind !== 'trainer') || candidates.length > 1) {
    work.note(`Took “${typed}” for ${listOf(candidates.map(({ name }) => name))}.`);
  }
  return { mark, dim: kind, op: 'is', values: candidates.map(({ id }) => id), isNot: false };
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
    .filter(
      ({ phrase }) =>
        phrase.span?.isWeekday === true ||
        (phrase.weekdays !== undefined && phrase.span === undefined),
    );
const otherSpans = (work: Work): MarkOf<'time'>[] =>
  work
    .all('time')
    .filter(({ phrase }) => phrase.span !== undefined && phrase.span.isWeekday !== true);

/** "Yesterday compared with *Friday*": one date and the other. */
function isHeldAgainstDay(work: Work): boolean {
  const others = otherSpans(work);
  return (
    work.has('compare', 'than') && others.length === 1 && others[0]?.phrase.span?.unit === 'day'
  );
}

/** "on Monday" is a date; left out, beside another weekday or within other days it is every Monday. */
export function isEveryWeek(mark: MarkOf<'time'>, work: Work): boolean {
  if (work.isAfterDay && work.all('time').length === 1 && !isLeftOut(mark, work)) return false;
  const isNegated = isLeftOut(mark, work);
  const isCompared = weekdayMarks(work).length > 1;
  const isWithin =
    !isHeldAgainstDay(work) &&
    otherSpans(work).some(({ phrase }) => phrase.span?.isBefore !== true);
  // "The fullest classes on Tuesday" are of them all; "were" and "yesterday" are not.
  const isPresent = work.has('measure', 'state') && /\b(is|are|do|does)\b/i.test(work.marked.text);
  const isUsual = work.has('order', 'direction') || isPresent;
  return isNegated || isCompared || isWithin || (isUsual && !isPast(work) && !isPlanned(work));
}

/** "How many people came Monday": of the past, one weekday, and nothing else that names days. */
export function isOneDate(mark: MarkOf<'time'>, work: Work): boolean {
  if (mark.phrase.bare === undefined || isEveryWeek(mark, work)) return false;
  if (work.has('timetable') || work.isAfterDay || isHeldAgainstDay(work)) return true;
  const after = work.after(mark);
  const isOwn = /['’]s$/.test(mark.typed);
  const isStart = after?.is === 'filter' && after.dim === 'start_time';
  if ((after?.is === 'noun' && !isOwn) || (isStart && !/^at\b/i.test(after.typed))) return false;
  if (isOwn && isPlanned(work)) return true;
  return isPast(work) && !work.has('by', 'compare', 'than', 'or', 'direction', 'order', 'bound');
}

function isPast(work: Work): boolean {
  return work.has('past') || /\b(came|went|did|was|were|had)\b/i.test(work.marked.text);
}

function isPlanned(work: Work): boolean {
  return work.has('timetable', 'free', 'future') || has(work, 'booked') || has(work, 'waitlisted');
}

const has = (work: Work, measure: MeasureName): boolean =>
  work.all('measure').some(({ measures }) => measures.includes(measure));

function negate(pieces: readonly Piece[], work: Work): Stop | null {
  for (const not of work.all('not')) {
    if (isPlainBut(not, work)) continue;
    const marks = leftOutBy(not, work);
    const turned = pieces.filter(({ mark }) => marks.includes(mark));
    if (turned.length === 0) continue;
    if (isBoth(turned, work)) return BOTH;
    for (const piece of turned) piece.isNot = true;
    const from = work.marks.indexOf(not);
    const to = marks[0] === undefined ? from : work.marks.indexOf(marks[0]);
    const between = work.marks.slice(Math.min(from, to), Math.max(from, to));
    work.use(not, ...between.filter(isSkipped));
  }
  const isStretch = pieces.some(({ isNot, op }) => isNot && op === 'between');
  return isStretch ? STRETCH : null;
}

/** A "but" that leaves nothing out. Of "attendance but Mondays" no one knows whether it is with or without them. */
function isPlainBut(but: MarkOf<'not'>, work: Work): boolean {
  if (but.kind !== 'but' || isExcepting(but, work)) return false;
  const next = work.after(but);
  const isNext = next !== undefined && next.at === but.at + 1 && isFiltering(next);
  if (!isNext || /\b(only|just)\b/i.test(work.marked.text)) work.use(but);
  return true;
}

const BOTH: Stop = {
  stop: 'not_understood',
  message:
    'Two things together cannot be left out: leave out one of them, or put “and” between to leave out each.',
};

/** "Except Tom's evening classes", "without HIIT 45 on Tuesdays": neither all of Tom nor all evenings. */
function isBoth(turned: readonly Piece[], work: Work): boolean {
  return turned.some(({ mark, dim }, i) => {
    const earlier = turned[i - 1];
    if (earlier === undefined || earlier.dim === dim) return false;
    const isNext = mark === earlier.mark || work.before(mark) === earlier.mark;
    return isNext && !mark.isAfterComma;
  });
}

const STRETCH: Stop = {
  stop: 'not_understood',
  message: 'A stretch of time cannot be left out: name the times that are wanted.',
};

/** Not by a substitute: by none. */
function plain(one: QueryFilter): QueryFilter {
  return one[0] === 'substitute' && one[1] === 'is_not' ? ['substitute', 'is', [false]] : one;
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
  return [...where.values()].map(plain);
}

const OF_SELF = [
  /\b(how|what) (did|do|am|was|have) i\b.*\b(do|doing|teach|taught|get|got)\b/i,
  /\b(am|was) i\b.*\b(teaching|working|taking|covering|on (next|today|tomorrow|tonight|this|last))\b/i,
  /\b(do|did|have) i (teach|work|taught|take|cover)\b/i,
];

/** "How did I do": nobody else is named. "Should I cut", "can I see" are not about the asker. */
function isOfSelf(work: Work): boolean {
  return OF_SELF.some((one) => one.test(work.marked.text));
}

/** "my classes": the trainer who asks; for everybody else "my" means the gym's. */
function selfFilter(work: Work): QueryFilter | Stop | null {
  const marks = work.all('self');
  work.use(...marks);
  const { self } = work.surroundings;
  if (
    self === null &&
    marks.some(({ typed }) => /^(i|am i|i am|me|myself|mine)$/i.test(typed)) &&
    isOfSelf(work)
  ) {
    return { stop: 'unknown_name', message: 'You are not known as a trainer here: name one.' };
  }
  return marks.length > 0 && self !== null ? ['trainer', 'is', [self]] : null;
}
