/** Filters: names, weekdays, parts of the day, clock times, and what is left out. */

import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../gym/figures/query.ts';
import { isDays, WEEKDAY_IDS } from './calendar.ts';
import { isWord, type Marks } from './draft.ts';
import type { Mark, MarkOf } from './mark.ts';

interface Part {
  readonly mark: Mark;
  readonly dim: DimensionName;
  readonly op: 'is' | 'between';
  readonly values: readonly FilterValue[];
  readonly isLeftOut: boolean;
}

export interface Filters {
  readonly where: readonly QueryFilter[];
  /** Dimensions of which several values were named, not left out, in the order of the question. */
  readonly several: readonly DimensionName[];
}

/** @param self the trainer who asks; null for all others */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function filtersOf(marks: Marks, self: string | null): Filters {
  const leftOut = leftOutOf(marks);
  marks.leftOut = leftOut;
  const parts = marks.list.flatMap((mark) =>
    partsOf(mark, marks, leftOut.has(mark)).map(
      (part): Part => ({ mark, isLeftOut: leftOut.has(mark), ...part }),
    ),
  );
  marks.use(...parts.map(({ mark }) => mark));
  const own: Part[] =
    self === null || !marks.has('self') || parts.some(({ dim }) => dim === 'trainer')
      ? []
      : marks
          .words('self')
          .slice(0, 1)
          .map((mark) => ({ mark, dim: 'trainer', op: 'is', values: [self], isLeftOut: false }));
  const where: QueryFilter[] = [];
  const several: DimensionName[] = [];
  for (const one of [...own, ...parts]) {
    const op = one.isLeftOut ? 'is_not' : 'is';
    if (one.op === 'between') {
      where.push([one.dim, 'between', one.values]);
      continue;
    }
    const at = where.findIndex(([dim, other]) => dim === one.dim && other === op);
    const known = where[at];
    if (known === undefined) where.push([one.dim, op, one.values]);
    else {
      const all = [...new Set([...known[2], ...one.values])];
      where[at] = [one.dim, op, all];
      if (op === 'is' && all.length > known[2].length && !several.includes(one.dim))
        several.push(one.dim);
    }
  }
  for (const [at, [dim, op, values]] of where.entries()) {
    if (dim === 'substitute' && op === 'is_not')
      where[at] = [dim, 'is', values.map((value) => value !== true)];
  }
  const isHeld = marks.all('more').length > 0 || marks.has('compare', 'than');
  const isBoth = where.filter(([dim]) => dim === 'substitute').length > (isHeld ? 0 : 1);
  if (isBoth) several.push('substitute');
  const isEither = several.includes('substitute');
  const kept = isEither ? where.filter(([dim]) => dim !== 'substitute') : where;
  return { where: withoutPart(kept), several };
}

/** "6am" and "morning" say the same thing where the clock is within it. */
function withoutPart(where: readonly QueryFilter[]): QueryFilter[] {
  const isClock = where.some(([dim, op]) => dim === 'start_time' && op === 'is');
  return where.filter(([dim, op]) => !(isClock && dim === 'part_of_day' && op === 'is'));
}

function partsOf(mark: Mark, marks: Marks, isLeftOut: boolean): Omit<Part, 'mark' | 'isLeftOut'>[] {
  if (mark.is === 'name') {
    const [first] = mark.candidates;
    if (first === undefined) return [];
    return [
      { dim: first.kind, op: 'is', values: [...new Set(mark.candidates.map(({ id }) => id))] },
    ];
  }
  if (mark.is === 'filter') {
    marks.note(mark.note);
    return [{ dim: mark.dim, op: mark.op, values: mark.values }];
  }
  if (mark.is !== 'time') return [];
  const { time } = mark;
  const part =
    time.part === undefined
      ? []
      : [{ dim: 'part_of_day' as const, op: 'is' as const, values: [time.part] }];
  const isDate = time.isEither === true && !isLeftOut && isOneDate(mark, marks);
  if (time.unit === 'weekend' && isLeftOut) return [weekdays([6, 7])];
  const days = time.days('back');
  if (isLeftOut && time.weekdays === undefined && isDays(days))
    return [{ dim: 'day', op: 'is', values: [days.from] }];
  return time.weekdays === undefined || isDate ? part : [...part, weekdays(time.weekdays)];
}

function weekdays(days: readonly number[]): Omit<Part, 'mark' | 'isLeftOut'> {
  return { dim: 'weekday', op: 'is', values: days.map((day) => WEEKDAY_IDS[day - 1] ?? '') };
}

const hasPreposition = ({ length }: Mark): boolean => length > 1;

/** "How many came on Tuesday" is a date, "Tuesday attendance" all of them. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function isOneDate(mark: MarkOf<'time'>, marks: Marks): boolean {
  if (mark.time.isEither !== true || marks.leftOut.has(mark)) return false;
  const times = marks
    .all('time')
    .filter(({ time }) => time.weekdays === undefined || time.isEither === true);
  const others = times.filter((one) => one !== mark && one.time.isEither !== true);
  const weekdayMarks = times.filter(({ time }) => time.isEither === true);
  const isHeld = marks.has('compare', 'than');
  // "yesterday compared with Friday"; "on Tuesday, last month" is each Tuesday of it.
  if (others.length > 0)
    return isHeld && weekdayMarks.length === 1 && others.every(({ time }) => time.unit === 'day');
  const next2 = marks.after(mark, 2);
  const isOfMany =
    isWord(marks.after(mark), 'and', 'or') &&
    next2?.is === 'time' &&
    next2.time.weekdays !== undefined &&
    next2.time.isEither !== true;
  if (isOfMany) return false;
  if (
    !marks.has('how_many') &&
    marks.all('order', 'most').length > 0 &&
    marks.all('noun').some(({ isMany }) => isMany)
  )
    return false;
  const isRowOf = marks.all('by', 'order', 'most').length > 0 && !hasPreposition(mark);
  if (weekdayMarks.length > 1)
    return (
      weekdayMarks.every(hasPreposition) &&
      !isHeld &&
      !marks.has('or') &&
      weekdayMarks.length < 3 &&
      !marks.all('more').length
    );
  const part = marks.after(mark);
  const isOfPart =
    part?.is === 'filter' &&
    part.dim === 'part_of_day' &&
    !hasPreposition(mark) &&
    marks.list.length > 2;
  if (isOfPart && !marks.has('past')) return false;
  if (isRowOf || isHeld) return false;
  if (hasPreposition(mark)) return true;
  const previous = marks.before(mark);
  return (
    marks.all('report').length > 0 ||
    isWord(previous, 'how', 'asked', 'follow', 'past') ||
    marks.list.length === 1 ||
    (marks.list.length === 2 && marks.list.some(({ is }) => is === 'filter'))
  );
}

/** What negations leave out: those that follow one, joined by "and" or nothing; or stand before "left out". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function leftOutOf(marks: Marks): ReadonlySet<Mark> {
  const found = new Set<Mark>();
  for (const not of marks.all('not')) {
    const step = not.place === 'after' ? -1 : 1;
    const all = marks.list;
    let last: Mark | undefined;
    for (let at = all.indexOf(not) + step; all[at] !== undefined; at += step) {
      const mark = all[at] as Mark;
      const isSame =
        last === undefined || last.is === mark.is || isWord(all[at - step], 'and', 'or');
      if (isLeavable(mark) && isSame) {
        last = mark;
        found.add(mark);
        marks.use(not);
        continue;
      }
      const isJoint =
        isWord(mark, 'and', 'or', 'each', 'past', 'have', 'asked', 'which', 'any') ||
        (mark.is === 'noun' && !found.size) ||
        mark.is === 'not';
      if (!isJoint) break;
      // "without X and with Y".
      if (found.size > 0 && !isWord(mark, 'and', 'or')) break;
    }
  }
  return found;
}

function isLeavable(mark: Mark): boolean {
  if (mark.is === 'time')
    return (
      mark.time.weekdays !== undefined || mark.time.unit === 'weekend' || mark.time.unit === 'day'
    );
  return mark.is === 'name' || mark.is === 'filter';
}

/** "weekend" and "weekday" as the two parts of a week; null where other days are named. */
export function weekpartOf([dim, op, values]: QueryFilter): 'weekday' | 'weekend' | null {
  if (dim !== 'weekday' || op !== 'is') return null;
  const days = [...values].sort().join();
  if (days === 'saturday,sunday') return 'weekend';
  return days === 'friday,monday,thursday,tuesday,wednesday' ? 'weekday' : null;
}
