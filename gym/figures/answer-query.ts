/**
 * Answers a query from the classes of a gym: those of the range, filtered, put into groups, added up, and the groups made
 * into rows. Pure, and in chunks: it yields so that others have their turn.
 */

import { byAlphabet } from '../reports/order.ts';
import {
  daysIn,
  dayWords,
  type Horizon,
  horizonOf,
  isComparable,
  mondayOf,
  rangeNotes,
} from '../reports/period.ts';
import type { GymView } from '../sessions/view.ts';
import { countsClassesToCome, isMeasure } from './catalogue.ts';
import { atOnce, filtered, firstInOrder, inChunks, type Order } from './chunks.ts';
import type { ClassFacts, ClassTable } from './class-table.ts';
import { DIMENSIONS, type Dimension, rankOf, type Span, shownDimensions } from './dimensions.ts';
import { type Group, type Grouped, groupsIn, nameOf, noClassesIn, withGaps } from './groups.ts';
import {
  countsPeople,
  figuresOfRow,
  NOT_COVERED,
  possibleOf,
  type RowSums,
  TREND_DAYS,
  unitOf,
  valueIn,
} from './measures.ts';
import type {
  FiguresAnswer,
  FiguresRow,
  FilterValue,
  HavingOperator,
  NormalQuery,
} from './query.ts';
import { attendanceBasis, changeNote, type Sums, slotNote, trendNote } from './sums.ts';

const WITHIN: Readonly<Record<HavingOperator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** @param table Of the gym of the view: with the classes of the range, of the range to compare with, and of the 42 days that end with either. */
export function* answerQuery(view: GymView, table: ClassTable, query: NormalQuery) {
  const { measures, by, from, to, compare, share, having, offset, limit } = query;
  const horizon = horizonOf(view);
  const range = { from, to };
  const now = yield* groupsIn(view, table, query, range);
  const before = compare && (yield* groupsIn(view, table, query, compare));
  const { days } = now.total;
  const all = yield* withGaps(query, now);
  const shown = yield* filtered(all ?? now.groups.values(), ({ sums }) =>
    isWithin(having, { sums, days }),
  );
  const first = yield* firstInOrder(shown, ordersOf(query, now), offset + limit);
  const page = first.slice(offset);
  const unchanged = changeReasonsOf(query, horizon);
  const row = { measures, currency: view.gym.currency, ...(unchanged && { unchanged }) };
  const part = share ? { ...row, whole: now.total } : row;
  const none = before && noClassesIn(by, before);
  const rows: FiguresRow[] = [];
  yield* inChunks(page, (group) => {
    const { keys, sums } = group;
    const earlier = before && {
      sums: before.groups.get(nameOf(keys))?.sums ?? none?.(keys) ?? NOT_COVERED,
      days: before.total.days,
    };
    const figures = figuresOfRow(part, { sums, days }, earlier);
    rows.push({ ...membersOf(group, by, now.span), ...figures });
  });
  const hasChange = measures.some((name) => unchanged?.[name] === undefined);
  return {
    query,
    covered: now.covered,
    rows,
    total: figuresOfRow(row, now.total, before?.total ?? null),
    ...(unchanged && { change_reasons: unchanged }),
    row_count: shown.length,
    possible: Object.fromEntries(measures.map((name) => [name, possibleOf(name, now.total.sums)])),
    notes: [
      ...rangeNotes(range, compare, horizon),
      ...(now.covered?.from === from ? cutNotes(by, from, horizon.today) : []),
      ...(yield* notesOf(query, now, before, page, hasChange)),
      ...(all === null ? ['Gaps are not filled in: there would be too many rows.'] : []),
    ],
  };
}

/** What a row is of: a session also says its own day, class, trainer and so on. */
function membersOf({ keys, first }: Group, by: NormalQuery['by'], span: Span) {
  const members: Record<string, FilterValue> = {};
  for (const [at, name] of shownDimensions(by).entries()) {
    const dimension: Dimension = DIMENSIONS[name];
    const { label, toValue } = dimension;
    const key = at < by.length ? (keys[at] ?? null) : first && dimension.keyOf(first, span);
    members[name] = toValue === undefined ? key : toValue(key, first, span);
    if (label !== null) members[label] = textIn(dimension, first);
  }
  return members;
}

/** Why measures have no change; null where all have one. */
function changeReasonsOf({ measures, compare, from, to }: NormalQuery, horizon: Horizon) {
  if (compare === null) return null;
  const isKnown = isComparable({ from, to }, compare, horizon);
  const isCut = to > horizon.today && daysIn(compare) === daysIn({ from, to: horizon.today });
  const without = measures.filter((name) => !isKnown || (isCut && countsClassesToCome(name)));
  const reason = isKnown ? ('classes_to_come' as const) : ('not_covered' as const);
  return without.length === 0 ? null : Object.fromEntries(without.map((name) => [name, reason]));
}

/** A first row that lacks days makes the next one look like growth. */
export function cutNotes(by: readonly string[], from: string, today: string): string[] {
  const whole = { week: mondayOf(from), month: `${from.slice(0, 7)}-01` };
  return (['week', 'month'] as const)
    .filter((unit) => by.includes(unit) && whole[unit] < from)
    .map((unit) => `The first ${unit} is incomplete: it starts on ${dayWords(from, today)}.`);
}

/** The same without pauses, for classes that are in memory and few. */
export function answerAtOnce(view: GymView, table: ClassTable, query: NormalQuery): FiguresAnswer {
  return atOnce(answerQuery(view, table, query));
}

/** Whether a row is within all bounds. Unknown is within none. Money is compared in units of the currency. */
export function isWithin(having: NormalQuery['having'], row: RowSums): boolean {
  return having.every(([measure, operator, bound]) => {
    const value = valueIn(row, measure);
    return value !== null && WITHIN[operator](value / unitOf(measure), bound);
  });
}

/** What rows come by: what is asked, and then the dimensions. Things that have names come by the alphabet. */
function ordersOf({ by, order }: NormalQuery, { total: { days } }: Grouped): Order<Group>[] {
  const rest = by.map((name) => [name, 'asc'] as const);
  return [...order, ...rest].map(([name, direction]) => {
    if (isMeasure(name)) return { direction, by: ({ sums }) => valueIn({ sums, days }, name) };
    const at = by.indexOf(name);
    const dimension: Dimension = DIMENSIONS[name];
    return dimension.values === 'name'
      ? { direction, by: ({ first }) => first && textIn(dimension, first), compare: byAlphabet }
      : { direction, by: ({ keys }) => rankOf(dimension, keys[at]) };
  });
}

function textIn({ textOf }: Dimension, facts: ClassFacts | null): string | null {
  return (facts && textOf?.(facts)) ?? null;
}

/**
 * Sentences of what a reader has to know with the numbers.
 *
 * @param page the rows that are shown.
 * @param hasChange whether any change is given where there is an earlier range.
 */
function* notesOf(
  query: NormalQuery,
  now: Grouped,
  before: Grouped | null,
  page: readonly Group[],
  hasChange: boolean,
): Generator<void, string[]> {
  const { sums } = now.total;
  const { manual, camera, import: checkIns } = sums.sources;
  const notes: string[] = [];
  if (countsPeople(query.measures) && attendanceBasis(sums) === 'mixed') {
    const present = counted(manual + camera, 'class', 'classes');
    notes.push(`People present were counted in ${present}; ${checkIns} have check-ins.`);
  }
  notes.push(...sourceNotes(query.measures, now.total, before, page, hasChange));
  const lost = yield* filtered(before?.groups.keys() ?? [], (key) => !now.groups.has(key));
  if (lost.length > 0) {
    notes.push(
      `${counted(lost.length, 'row', 'rows')} of the earlier range have no classes in this one and are not listed.`,
    );
  }
  return notes;
}

/** Where the source changes inside a comparison, one sentence: with the numbers of all classes, or else how many rows it holds for. */
function sourceNotes(
  measures: NormalQuery['measures'],
  total: RowSums,
  before: Grouped | null,
  page: readonly Group[],
  hasChange: boolean,
): string[] {
  const noteOf: ((sums: Sums, earlier: Sums | undefined) => string | null)[] = [];
  if (measures.includes('trend') && total.days >= TREND_DAYS) noteOf.push(trendNote);
  if (measures.includes('slot_index')) noteOf.push(slotNote);
  if (before !== null && hasChange && countsPeople(measures)) {
    noteOf.push((sums, earlier) => (earlier === undefined ? null : changeNote(earlier, sums)));
  }
  return noteOf.flatMap((note) => {
    const ofAll = note(total.sums, before?.total.sums);
    if (ofAll !== null) return [ofAll];
    const rows = page.flatMap(
      ({ keys, sums }) => note(sums, before?.groups.get(nameOf(keys))?.sums) ?? [],
    );
    const [first] = rows;
    return first === undefined
      ? []
      : [`In ${counted(rows.length, 'row', 'rows')}, such as: ${first}`];
  });
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
