/**
 * Answers a query from the classes of a gym: those of the range, filtered, put into groups, added up, and the groups made
 * into rows. Pure, and in chunks: it yields so that others have their turn.
 */

import { dateAt } from '../calendar/zone.ts';
import { comparisonNotes, isComparable } from '../reports/covered.ts';
import { missingNote, sameDaysNote } from '../reports/covered-notes.ts';
import { byText } from '../reports/order.ts';
import type { Horizon } from '../reports/period.ts';
import type { FiguresAnswer, FiguresRow, RowFigures } from './answer.ts';
import { countsClassesToCome, isMeasure } from './catalogue.ts';
import { atOnce, inChunks } from './chunks.ts';
import { type Codes, codesOf } from './codes.ts';
import { DIMENSIONS, shownDimensions } from './dimensions.ts';
import {
  type FiguresSource,
  type Group,
  type Grouped,
  groupsIn,
  keyOf,
  noClasses,
  withGaps,
} from './groups.ts';
import type { FilterValue, HavingOperator, NormalQuery, QueryOrder } from './query.ts';
import {
  countsPeople,
  figuresOfRow,
  possibleOf,
  type RowSums,
  TREND_DAYS,
  unitOf,
  valueIn,
} from './row.ts';
import { attendanceBasis, changeNote, slotNote, trendNote } from './sources.ts';
import type { Sums } from './sums.ts';

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
  const { measures, compare, share, by: names, offset, limit } = query;
  const now = yield* groupsIn(source, query, query);
  const before = compare === null ? null : yield* groupsIn(source, query, compare);
  const { days } = now.total;
  const all = yield* withGaps(query, now);
  const shown: Group[] = [];
  yield* inChunks(all?.values() ?? now.groups.values(), (group) => {
    if (isWithin(query, { sums: group.sums, days })) shown.push(group);
  });
  const ordered = yield* inOrder(query, shown, now);
  const row = { measures, currency: source.currency };
  const part = share ? { ...row, whole: now.total } : row;
  const keysOf = keysIn(now, names);
  const horizon = {
    known: source.known,
    today: dateAt(source.table.gym.timezone, source.nowUtcMs),
  };
  const changeReasons = changeReasonsOf(query, horizon);
  const hasChange = measures.some((name) => changeReasons?.[name] === undefined);
  const page = ordered.slice(offset, offset + limit);
  const rows = page.map(({ codes, sums }): FiguresRow => {
    const earlier = before && {
      sums: before.groups.get(keyOf(codes))?.sums ?? noClasses(names, codes, before),
      days: before.total.days,
    };
    const figures = figuresOfRow(part, { sums, days }, earlier);
    return { ...keysOf(codes), ...withoutChange(figures, changeReasons) };
  });
  return {
    query,
    covered: now.covered,
    rows,
    total: withoutChange(figuresOfRow(row, now.total, before?.total ?? null), changeReasons),
    ...(changeReasons === null ? {} : { change_reasons: changeReasons }),
    row_count: ordered.length,
    possible: Object.fromEntries(measures.map((name) => [name, possibleOf(name, now.total.sums)])),
    notes: [
      ...coveredNotes(query, horizon),
      ...notesOf(query, { now, before, page, hasChange }),
      ...(all === null ? ['Gaps are not filled in: there would be too many rows.'] : []),
    ],
  };
}

/** What rows are of, by their codes: a session also says its own day, class, trainer and so on. */
function keysIn({ span, by }: Grouped, names: NormalQuery['by']) {
  const session = names.indexOf('session');
  const columns = shownDimensions(names).map((name, at) => ({
    name,
    codes: by[at] ?? codesOf(name, span),
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

function isWithin({ having }: NormalQuery, row: RowSums): boolean {
  return having.every(([measure, operator, bound]) => {
    const value = valueIn(row, measure);
    return value !== null && WITHIN[operator](value / unitOf(measure), bound);
  });
}

/** What is equal comes by the dimensions; unknown comes last either way. */
function* inOrder(
  query: NormalQuery,
  groups: readonly Group[],
  { by, total: { days } }: Grouped,
): Generator<void, readonly Group[]> {
  const ordered = new Set(query.order.map(([name]) => name));
  const rest = query.by.filter((name) => !ordered.has(name)).map((name) => [name, 'asc'] as const);
  // Sorting numbers by themselves takes a tenth of the time of comparing rows: each order refines the places so far.
  let places = new Float64Array(groups.length);
  for (const order of [...query.order, ...rest]) {
    const finer = yield* placesIn(yield* keysOf(order, groups, { query, by, days }));
    places = yield* placesIn(places.map((place, at) => place * groups.length + (finer[at] ?? 0)));
  }
  const last = places.map((place, at) => place * groups.length + at).sort();
  yield;
  return Array.from(last, (place) => groups[place % groups.length] as Group);
}

interface Columns {
  readonly query: NormalQuery;
  readonly by: readonly Codes[];
  readonly days: number;
}

/** Numbers that order the groups: the lowest comes first. */
function* keysOf(
  [name, direction]: QueryOrder,
  groups: readonly Group[],
  { query, by, days }: Columns,
): Generator<void, Float64Array> {
  const sign = direction === 'asc' ? 1 : -1;
  const keys = new Float64Array(groups.length);
  const place = isMeasure(name) ? -1 : query.by.indexOf(name);
  const codes = by[place];
  const labels = codes?.isByLabel === true ? labelPlaces(codes) : null;
  const keyOfGroup = ({ codes: ofGroup, sums }: Group): number | null => {
    if (isMeasure(name)) return valueIn({ sums, days }, name);
    const code = ofGroup[place] ?? 0;
    if (labels !== null) return labels[code] ?? null;
    return code === codes?.none ? null : code;
  };
  let at = 0;
  yield* inChunks(groups, (group) => {
    const key = keyOfGroup(group);
    // Adding 0 makes 0 of -0, which sorts apart.
    keys[at++] = key === null ? Number.POSITIVE_INFINITY : sign * key + 0;
  });
  return keys;
}

/** Where each label comes in the alphabet, by code; null for none. */
function labelPlaces({ size, label }: Codes): readonly (number | null)[] {
  const labels = Array.from({ length: size }, (_, code) => ({ code, text: label?.(code) ?? null }));
  const places: (number | null)[] = labels.map(() => null);
  const known = labels.filter((one): one is { code: number; text: string } => one.text !== null);
  known.sort(byText(({ text }) => text));
  for (const [place, { code }] of known.entries()) places[code] = place;
  return places;
}

/** The place of each value among all, lowest first; equal ones have the same. */
function* placesIn(values: Float64Array): Generator<void, Float64Array<ArrayBuffer>> {
  yield;
  const sorted = values.toSorted();
  const places = new Float64Array(values.length);
  let at = 0;
  yield* inChunks(values, (value) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    places[at++] = low;
  });
  return places;
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
function notesOf(query: NormalQuery, found: Found): string[] {
  const { now, before } = found;
  const { sources } = now.total.sums;
  const notes: string[] = [];
  if (countsPeople(query.measures) && attendanceBasis(sources) === 'mixed') {
    const present = counted(sources.manual + sources.camera, 'class', 'classes');
    notes.push(`People present were counted in ${present}; ${sources.import} have check-ins.`);
  }
  notes.push(...sourceNotes(query, found));
  const lost = [...(before?.groups.keys() ?? [])].filter((key) => !now.groups.has(key)).length;
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
