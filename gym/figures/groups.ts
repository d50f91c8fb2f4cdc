/** The classes of a range put into groups and added up. */

import type { VerdictsConfig } from '../../config/config.ts';
import { addDays, datesRange } from '../calendar/zone.ts';
import { daysIn, knownDays, secondHalf, sharedDays } from '../reports/period.ts';
import type { GymView } from '../sessions/view.ts';
import type { MeasureName } from './catalogue.ts';
import { inChunks } from './chunks.ts';
import type { ClassFacts, ClassTable } from './class-table.ts';
import { expectations, priceOf, SLOT_DAYS, sumsBySeries, verdictsOf } from './comparisons.ts';
import { type Codes, DIMENSIONS, type Span } from './dimensions.ts';
import { NOT_COVERED, type RowSums } from './measures.ts';
import { measuresIn, type NormalQuery, type QueryFilter, type QueryRange } from './query.ts';
import { type SumContext, Sums, sumsOf } from './sums.ts';

export interface FiguresSource {
  /** With the classes of the range, of the range to compare with, and of the 42 days that end with either. */
  readonly table: ClassTable;
  readonly currency: string | null;
  readonly verdicts: VerdictsConfig;
  readonly nowUtcMs: number;
  /** The days that the gym's data cover. */
  readonly known: QueryRange | null;
}

/** @param table Of the gym of the view. */
export function sourceOf(view: GymView, table: ClassTable): FiguresSource {
  const { gym, nowUtcMs } = view;
  const { currency, verdicts } = gym;
  return { table, currency, verdicts, nowUtcMs, known: knownDays(view) };
}

export interface Group {
  /** By dimension. */
  readonly codes: readonly number[];
  readonly sums: Sums;
}

/** Classes that a group keeps instead of their sums, of which most groups have one or two. */
const FEW = 8;
const NONE: readonly ClassFacts[] = [];

/**
 * Classes of the same values of the dimensions. A query can have 100,000 groups, and the collector carries each object of
 * them along, in stretches of many ms: so a group is one object, whose codes are read from its key.
 */
class ClassGroup implements Group {
  readonly #key: GroupKey;
  readonly #context: SumContext;
  readonly #first: ClassFacts;
  #others = NONE;
  #sums: Sums | null = null;

  constructor(key: GroupKey, context: SumContext, first: ClassFacts) {
    this.#key = key;
    this.#context = context;
    this.#first = first;
  }

  get codes(): readonly number[] {
    return codesOf(this.#key);
  }

  get sums(): Sums {
    return this.#sums ?? sumsOf([this.#first, ...this.#others], this.#context);
  }

  add(facts: ClassFacts): void {
    if (this.#sums === null) this.#others = [...this.#others, facts];
    else this.#sums.add(facts, this.#context);
    if (this.#others.length < FEW) return;
    this.#sums = this.sums;
    this.#others = NONE;
  }
}

/** A day, week or month without classes. */
class Gap implements Group {
  readonly sums: Sums;
  readonly #others: readonly number[];
  readonly #place: number;
  readonly #code: number;

  /** @param others Codes of the other dimensions. @param place Of the dimension with the gap. */
  constructor(others: readonly number[], place: number, code: number, sums: Sums) {
    this.sums = sums;
    this.#others = others;
    this.#place = place;
    this.#code = code;
  }

  get codes(): readonly number[] {
    return this.#others.with(this.#place, this.#code);
  }
}

/** The groups of one range. */
export interface Grouped {
  readonly span: Span;
  readonly by: readonly Codes[];
  /** By {@link keyOf} their codes. */
  readonly groups: ReadonlyMap<GroupKey, Group>;
  /** The days of the range that the data cover. */
  readonly covered: QueryRange | null;
  /** All classes that the filters let through. */
  readonly total: RowSums;
}

/** Rows with gaps filled in, at most. Chosen here: ten years of days for 50 trainers. */
const MAX_ROWS = 200_000;
export const NO_CLASSES = new Sums();

/** The classes of a range that the filters let through, in groups. */
export function* groupsIn(
  source: FiguresSource,
  query: NormalQuery,
  range: QueryRange,
): Generator<void, Grouped> {
  const { table, nowUtcMs, known, verdicts: limits } = source;
  const covered = sharedDays(range, known);
  const { where, by: names } = query;
  const classes = table.within(range);
  const isJudged = names.includes('verdict') || where.some(([name]) => name === 'verdict');
  const verdicts = isJudged
    ? verdictsOf(yield* sumsBySeries(classes, { nowUtcMs }), limits)
    : new Map();
  const span: Span = { ...range, table, classes, nowUtcMs, verdicts };
  const context = yield* contextOf(span, measuresIn(query));
  const filters = where.map((filter) => filterOf(filter, span));
  const by = names.map((name) => DIMENSIONS[name].codes(span));
  const groups = new Map<GroupKey, ClassGroup>();
  const total = new Sums();
  yield* inChunks(classes, (facts) => {
    if (!filters.every((isWithin) => isWithin(facts))) return;
    const key = keyOf(by.map((one) => one.of(facts)));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, new ClassGroup(key, context, facts));
    else group.add(facts);
    total.add(facts, context);
  });
  const sums = covered === null ? NOT_COVERED : total;
  return { span, by, groups, covered, total: { sums, days: daysIn(range) } };
}

/** Whether a class is within a filter. */
function filterOf(
  [dimension, operator, values]: QueryFilter,
  span: Span,
): (facts: ClassFacts) => boolean {
  const codes = DIMENSIONS[dimension].codes(span);
  if (operator !== 'between') {
    const named = new Set(values.flatMap((value) => codes.named(value)));
    return (facts) => named.has(codes.of(facts)) === (operator === 'is');
  }
  const [from = 0, to = 0] = values.map((value) => codes.named(value)[0] ?? 0);
  const goesRound = DIMENSIONS[dimension].order === 'cycle' && from > to;
  return (facts) => {
    const code = codes.of(facts);
    return goesRound ? code >= from || code <= to : code >= from && code <= to;
  };
}

/** What the measures need to know of other classes of the range, whatever the filters. */
function* contextOf(
  { table, classes, nowUtcMs, from, to }: Span,
  measures: readonly MeasureName[],
): Generator<void, SumContext> {
  const earliest = addDays(to, 1 - SLOT_DAYS);
  const compared = earliest < from ? table.within({ from: earliest, to }) : classes;
  const half = secondHalf({ from, to });
  const bySeries = measures.includes('empty_seat_value')
    ? yield* sumsBySeries(classes, { nowUtcMs })
    : null;
  return {
    nowUtcMs,
    halfUtcMs: datesRange(table.gym.timezone, half.from, half.to).fromUtcMs,
    expectedIn: measures.includes('slot_index')
      ? yield* expectations(compared, nowUtcMs)
      : undefined,
    priceOf:
      bySeries === null
        ? undefined
        : (series) => priceOf(series, bySeries.get(series) ?? NO_CLASSES),
  };
}

export type GroupKey = string | number;

/** The code itself where it is alone: a session has a group of its own. */
export function keyOf(codes: readonly number[]): GroupKey {
  const [first = 0] = codes;
  return codes.length === 1 ? first : codes.join();
}

function codesOf(key: GroupKey): readonly number[] {
  if (key === '') return [];
  return typeof key === 'number' ? [key] : key.split(',').map(Number);
}

/**
 * Of every combination of the other dimensions that there is, all days, weeks or months of the range. Null where there
 * would be too many.
 */
export function* withGaps(
  { by: names, fill }: NormalQuery,
  grouped: Grouped,
): Generator<void, readonly Group[] | null> {
  const { by, groups } = grouped;
  const all: Group[] = [...groups.values()];
  const place = names.findIndex((name) => DIMENSIONS[name].isDense);
  if (fill === 'none' || place < 0) return all;
  const size = by[place]?.size ?? 0;
  /** Of each combination of the others, those dates that have a group. */
  const others = new Map<GroupKey, { first: readonly number[]; known: Set<number | undefined> }>();
  yield* inChunks(groups.values(), ({ codes }) => {
    const first = codes.with(place, 0);
    const other = others.get(keyOf(first)) ?? { first, known: new Set() };
    others.set(keyOf(first), other);
    other.known.add(codes[place]);
  });
  // Without any class there is one row for each date all the same, where nothing else tells rows apart.
  if (others.size === 0 && names.length === 1) others.set(0, { first: [0], known: new Set() });
  if (others.size * size > MAX_ROWS) return null;
  const sumsAt = noClassesIn(names, grouped);
  for (const { first, known } of others.values()) {
    yield* inChunks(Array.from({ length: size }).keys(), (code) => {
      if (known.has(code)) return;
      all.push(new Gap(first, place, code, sumsAt(first.with(place, code))));
    });
  }
  return all;
}

/** Finds the sums of a row without classes: none took place, or nothing is known of its days. */
export function noClassesIn(
  names: NormalQuery['by'],
  { by, covered }: Grouped,
): (codes: readonly number[]) => Sums {
  if (covered === null) return () => NOT_COVERED;
  const known = names.flatMap((name, at) => {
    const [first, last] = [covered.from, covered.to].map((date) => by[at]?.named(date)[0] ?? 0);
    return DIMENSIONS[name].isDense ? [{ at, first: first ?? 0, last: last ?? 0 }] : [];
  });
  return (codes) => {
    const isKnown = known.every(({ at, first, last }) => {
      const code = codes[at] ?? 0;
      return code >= first && code <= last;
    });
    return isKnown ? NO_CLASSES : NOT_COVERED;
  };
}
