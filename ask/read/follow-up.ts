/** A follow-up edits the query before: what it names takes the place of the same there, the rest stays. */

import { MEASURES } from '../../gym/figures/catalogue.ts';
import { type Draft, isStop, isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { Filter, Mark } from './mark.ts';

/** Marks that say what a question is about; without one it is about what the one before was. */
const OWN = /^(measure|state|verdict|report|free)$/;

/** Whether a question begins with "and", or says too little to stand alone. */
export function leans(list: readonly Mark[], alone: Draft | Stop, isUnknown: boolean): boolean {
  const marks = list.filter(({ is }) => is !== 'nothing');
  const [first] = marks;
  if (first?.is === 'report' && first.report === 'now' && marks.length > 1) return true;
  if (isWord(first, 'follow', 'add', 'and', 'only')) return true;
  if (isStop(alone)) return !isUnknown;
  const isOwn = (mark: Mark): boolean =>
    mark.is === 'order' || mark.is === 'more'
      ? mark.names.length > 0
      : OWN.test(mark.is) || isWord(mark, 'doing', 'how');
  if (!marks.some(isOwn)) return true;
  const { kind, where, by, range, order, having, limit } = alone;
  const isNamed =
    [where, by, order, having].some((part) => part.length > 0) || range !== null || limit !== null;
  return kind === 'figures' && !isNamed;
}

const OF_ROW = notUnderstood(
  'Who or which of the rows before is meant was not understood: name it.',
);

export function followed(own: Draft, base: Draft, marks: Marks): Draft | Stop {
  const isOfThem = base.kind === 'figures' && marks.has('them');
  const isOther = base.by.length > 0 && own.kind !== 'figures' && own.where.length === 0;
  if (isOfThem && isOther) return OF_ROW;
  const draft = merged(own, base, marks.has('add'));
  return JSON.stringify(draft) === JSON.stringify(base)
    ? notUnderstood(
        'What should be different from the question before was not understood: name it.',
      )
    : draft;
}

function merged(own: Draft, base: Draft, isAdding: boolean): Draft {
  // "For all trainers" after one of them: a row alone would be no breakdown.
  const isOpened = ([dim, op, values]: Filter): boolean =>
    own.by.includes(dim) && op === 'is' && values.length === 1;
  const where = mergedWhere(
    own.where,
    base.where.filter((one) => !isOpened(one)),
  );
  const time =
    own.range !== null
      ? { range: own.range, time: own.time, compare: own.compare }
      : { range: base.range, time: base.time, compare: own.compare ?? base.compare };
  if (own.kind !== 'figures') {
    const isTimed = own.kind !== 'timetable' || own.time !== null || base.range === null;
    return isTimed ? { ...own, where } : { ...own, where, range: base.range, time: base.time };
  }
  if (base.kind !== 'figures') return { ...own, where, ...(base.kind === 'now' ? {} : time) };
  const or = <T>(mine: readonly T[], theirs: readonly T[]): readonly T[] =>
    mine.length > 0 ? mine : theirs;
  const both = <T>(mine: readonly T[], theirs: readonly T[]): readonly T[] =>
    isAdding ? [...new Set([...theirs, ...mine])] : or(mine, theirs);
  const having = or(own.having, base.having);
  const measures = [
    ...new Set([...both(own.measures, base.measures), ...having.map(([name]) => name)]),
  ];
  const isOtherRows = own.by.length > 0 && own.order.length === 0;
  return {
    ...base,
    ...time,
    where,
    measures,
    by: both(own.by, base.by),
    having,
    order: or(own.order, orderOf(own, base)),
    limit: own.limit ?? (isOtherRows ? null : base.limit),
    share: own.share,
  };
}

/** The order of before, of the figure that is named now. */
function orderOf(own: Draft, base: Draft): Draft['order'] {
  const [measure] = own.measures;
  if (own.by.length > 0) return [];
  if (measure === undefined || own.measures.some((name) => base.measures.includes(name)))
    return base.order;
  return base.order.map(([, way]) => [measure, way]);
}

/** "and Darius?" after Tom; "without Fridays" besides what was there. */
function mergedWhere(own: readonly Filter[], base: readonly Filter[]): Filter[] {
  const isReplaced = ([dim, op]: Filter): boolean =>
    own.some(
      ([other, otherOp]) =>
        kindOf(dim) === kindOf(other) && (op === 'is_not') === (otherOp === 'is_not'),
    );
  return [...base.filter((one) => !isReplaced(one)), ...own];
}

/** A clock time and a part of the day say the same thing, gyms and groups which gyms. */
function kindOf(dim: string): string {
  return dim === 'start_time' ? 'part_of_day' : dim === 'group' ? 'gym' : dim;
}

/** "make that 5 percent", "top 10 instead": the bound or the length of before with another number. */
export function renumbered(marks: Marks, base: Draft): Draft | null {
  const [amount, ...others] = marks.free('amount');
  if (amount === undefined || others.length > 0) return null;
  const [bound, second] = base.having;
  if (bound !== undefined && second === undefined) {
    const value =
      MEASURES[bound[0]].unit === 'rate' && amount.value > 1 ? amount.value / 100 : amount.value;
    return { ...base, having: [[bound[0], bound[1], value]] };
  }
  if (base.order.length === 0 || amount.unit !== 'plain') return null;
  return { ...base, limit: amount.value };
}
