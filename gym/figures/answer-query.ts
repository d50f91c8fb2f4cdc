/**
 * Answers a query from the classes of a gym: those of the range, filtered, put into groups, added up, and the groups made
 * into rows. Pure, and in chunks: it yields so that others have their turn.
 */

import { dateAt } from '../calendar/zone.ts';
import { byText } from '../reports/order.ts';
import {
  comparisonNotes,
  type Horizon,
  isComparable,
  missingNote,
  sameDaysNote,
} from '../reports/period.ts';
import { countsClassesToCome, isMeasure } from './catalogue.ts';
import { atOnce, firstInOrder, inChunks, inOrder } from './chunks.ts';
import { type Codes, DIMENSIONS, type DimensionName, shownDimensions } from './dimensions.ts';
import {
  type FiguresSource,
  type Group,
  type Grouped,
  groupsIn,
  keyOf,
  NO_CLASSES,
  noClassesIn,
  withGaps,
} from './groups.ts';
import type { RowFigures, RowSums } from './measures.ts';
import { countsPeople, figuresOfRow, possibleOf, TREND_DAYS, unitOf, valueIn } from './measures.ts';
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

export function* answerQuery(
  source: FiguresSource,
  query: NormalQuery,
): Generator<void, FiguresAnswer> {
  const { measures, compare, share, by: names } = query;
  const now = yield* groupsIn(source, query, query);
  const before = compare === null ? null : yield* groupsIn(source, query, compare);
  const { days } = now.total;
  const all = yield* withGaps(query, now);
  const shown: Group[] = [];
  yield* inChunks(all ?? now.groups.values(), (group) => {
    if (isWithin(query.having, { sums: group.sums, days })) shown.push(group);
  });
  const page = yield* pageOf(query, shown, now);
  const row = { measures, currency: source.currency };
  const part = share ? { ...row, whole: now.total } : row;
  const keysOf = keysIn(now, names);
  const none = before && noClassesIn(names, before);
  const horizon = {
    known: source.known,
    today: dateAt(source.table.gym.timezone, source.nowUtcMs),
  };
  const changeReasons = changeReasonsOf(query, horizon);
  const hasChange = measures.some((name) => changeReasons?.[name] === undefined);
  const rows: FiguresRow[] = [];
  yield* inChunks(page, ({ codes, sums }) => {
    const earlier = before && {
      sums: before.groups.get(keyOf(codes))?.sums ?? none?.(codes) ?? NO_CLASSES,
      days: before.total.days,
    };
    const figures = figuresOfRow(part, { sums, days }, earlier);
    rows.push({ ...keysOf(codes), ...withoutChange(figures, changeReasons) });
  });
  return {
    query,
    covered: now.covered,
    rows,
    total: withoutChange(figuresOfRow(row, now.total, before?.total ?? null), changeReasons),
    ...(changeReasons === null ? {} : { change_reasons: changeReasons }),
    row_count: shown.length,
    possible: Object.fromEntries(measures.map((name) => [name, possibleOf(name, now.total.sums)])),
    notes: [
      ...coveredNotes(query, horizon),
      ...(yield* notesOf(query, { now, before, page, hasChange })),
      ...(all === null ? ['Gaps are not filled in: there would be too many rows.'] : []),
    ],
  };
}

/** What rows are of, by their codes: a session also says its own day, class, trainer and so on. */
function keysIn({ span, by }: Grouped, names: NormalQuery['by']) {
  const session = names.indexOf('session');
  const columns = shownDimensions(names).map((name, at): { name: DimensionName; codes: Codes } => ({
    name,
    codes: by[at] ?? DIMENSIONS[name].codes(span),
  }));
  return (codes: readonly number[]): Readonly<Record<string, FilterValue>> => {
    const facts = span.classes[codes[session] ?? -1];
    const members: Record<string, FilterValue> = {};
    for (const [at, { name, codes: known }] of columns.entries()) {
      const code = codes[at] ?? (facts === undefined ? 0 : known.of(facts));
      members[name] = known.value(code);
      const { label } = DIMENSIONS[name];
      if (label !== null) members[label] = known.label?.(code) ?? null;
    }
    return members;
  };
}

/** Why measures have no change; null where all have one. */
function changeReasonsOf(
  { measures, compare, from, to }: NormalQuery,
  horizon: Horizon,
): NonNullable<FiguresAnswer['change_reasons']> | null {
  if (compare === null) return null;
  const range = { from, to };
  if (!isComparable(range, compare, horizon)) {
    return Object.fromEntries(measures.map((name) => [name, 'not_covered' as const]));
  }
  const isCut = to > horizon.today && sameDaysNote(range, compare, horizon) !== null;
  const toCome = isCut ? measures.filter(countsClassesToCome) : [];
  if (toCome.length === 0) return null;
  return Object.fromEntries(toCome.map((name) => [name, 'classes_to_come' as const]));
}

function withoutChange<Row extends RowFigures>(
  row: Row,
  reasons: FiguresAnswer['change_reasons'] | null,
): Row {
  if (reasons === null || reasons === undefined || row.change === undefined) return row;
  const none = Object.fromEntries(Object.keys(reasons).map((name) => [name, null]));
  return { ...row, change: { ...row.change, ...none } };
}

/** Of days that are missing, and of those that are compared. */
function coveredNotes({ compare, from, to }: NormalQuery, horizon: Horizon): readonly string[] {
  const range = { from, to };
  const missing = missingNote(range, horizon);
  return [
    ...(missing === null ? [] : [missing]),
    ...(compare === null ? [] : comparisonNotes(range, compare, horizon)),
  ];
}

/** The same without pauses, for classes that are in memory and few. */
export function answerAtOnce(source: FiguresSource, query: NormalQuery): FiguresAnswer {
  return atOnce(answerQuery(source, query));
}

/** Whether a row is within all bounds. Unknown is within none. Money is compared in units of the currency. */
export function isWithin(having: NormalQuery['having'], row: RowSums): boolean {
  return having.every(([measure, operator, bound]) => {
    const value = valueIn(row, measure);
    return value !== null && WITHIN[operator](value / unitOf(measure), bound);
  });
}

/** The groups of the page, in order. What is equal comes by the dimensions; unknown comes last either way. */
function* pageOf(
  { by, order, offset, limit }: NormalQuery,
  groups: readonly Group[],
  grouped: Grouped,
): Generator<void, readonly Group[]> {
  const ordered = new Set(order.map(([name]) => name));
  const rest = by.filter((name) => !ordered.has(name)).map((name) => [name, 'asc'] as const);
  const columns: (readonly number[])[] = [];
  for (const [name, direction] of [...order, ...rest]) {
    const rankOf = isMeasure(name)
      ? ({ sums }: Group) => valueIn({ sums, days: grouped.total.days }, name)
      : yield* ranksOf(by.indexOf(name), grouped.by);
    const sign = direction === 'asc' ? 1 : -1;
    const ranks: number[] = [];
    yield* inChunks(groups, (group) => {
      ranks.push(sign * (rankOf(group) ?? sign * Number.POSITIVE_INFINITY));
    });
    columns.push(ranks);
  }
  const compare = (a: number, b: number) => {
    for (const ranks of columns) {
      const [one = 0, other = 0] = [ranks[a], ranks[b]];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };
  const places = yield* firstInOrder(groups.keys(), compare, offset + limit);
  return places.slice(offset).map((place) => groups[place] as Group);
}

/** The place of a group among the values of a dimension, by the alphabet where they have labels; null is none. */
function* ranksOf(
  at: number,
  by: readonly Codes[],
): Generator<void, (group: Group) => number | null> {
  const { size = 0, label, none, isByLabel } = by[at] ?? {};
  const codeOf = ({ codes }: Group) => codes[at] ?? 0;
  if (isByLabel !== true) return (group) => (codeOf(group) === none ? null : codeOf(group));
  const labels = Array.from({ length: size }, (_, code) => ({ code, text: label?.(code) ?? null }));
  const known = labels.filter((one): one is { code: number; text: string } => one.text !== null);
  const sorted = yield* inOrder(
    known,
    byText(({ text }) => text),
  );
  const ranks = new Map(sorted.map(({ code }, rank) => [code, rank]));
  return (group) => ranks.get(codeOf(group)) ?? null;
}

interface Found {
  readonly now: Grouped;
  readonly before: Grouped | null;
  /** The rows that are shown. */
  readonly page: readonly Group[];
  /** Whether any change is given where there is an earlier range. */
  readonly hasChange: boolean;
}

/** Sentences of what a reader has to know with the numbers. */
function* notesOf(query: NormalQuery, found: Found): Generator<void, string[]> {
  const { now, before } = found;
  const { sources } = now.total.sums;
  const notes: string[] = [];
  if (countsPeople(query.measures) && attendanceBasis(sources) === 'mixed') {
    const present = counted(sources.manual + sources.camera, 'class', 'classes');
    notes.push(`People present were counted in ${present}; ${sources.import} have check-ins.`);
  }
  notes.push(...sourceNotes(query, found));
  let lost = 0;
  yield* inChunks(before?.groups.keys() ?? [], (key) => {
    if (!now.groups.has(key)) lost += 1;
  });
  if (lost > 0) {
    notes.push(
      `${counted(lost, 'row', 'rows')} of the earlier range have no classes in this one and are not listed.`,
    );
  }
  return notes;
}

/** Where the source changes inside a comparison, one sentence: with the numbers of all classes, or else how many rows it holds for. */
function sourceNotes(
  { measures }: NormalQuery,
  { now: { total }, before, page, hasChange }: Found,
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
      ({ codes, sums }) => note(sums, before?.groups.get(keyOf(codes))?.sums) ?? [],
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
