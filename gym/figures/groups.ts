/** The classes of a range put into groups and added up. */

import type { VerdictsConfig } from '../../config/config.ts';
import { addDays, datesRange } from '../calendar/zone.ts';
import { knownDays, sharedDays } from '../reports/covered.ts';
import { daysIn, secondHalf } from '../reports/period.ts';
import type { GymView } from '../sessions/view.ts';
import type { MeasureName } from './catalogue.ts';
import { inChunks } from './chunks.ts';
import type { ClassTable } from './class-table.ts';
import { expectations, priceOf, SLOT_DAYS, sumsBySeries, verdictsOf } from './comparisons.ts';
import { type Codes, DIMENSIONS, type DimensionName, type Span } from './dimensions.ts';
import type { ClassFacts } from './facts.ts';
import { measuresIn, type NormalQuery, type QueryFilter, type QueryRange } from './query.ts';
import { NOT_COVERED, type RowSums } from './row.ts';
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

/** Classes that a group keeps instead of their sums: 26,000 groups of one class would be all garbage collection. */
const FEW = 8;

/** Classes of the same values of the dimensions. */
class ClassGroup implements Group {
  readonly codes: readonly number[];
  readonly #context: SumContext;
  #few: ClassFacts[] = [];
  #sums: Sums | null = null;

  constructor(codes: readonly number[], context: SumContext) {
    this.codes = codes;
    this.#context = context;
  }

  get sums(): Sums {
    return this.#sums ?? sumsOf(this.#few, this.#context);
  }

  add(facts: ClassFacts): void {
    if (this.#sums === null) this.#few.push(facts);
    else this.#sums.add(facts, this.#context);
    if (this.#few.length <= FEW) return;
    this.#sums = this.sums;
    this.#few = [];
  }
}

/** The groups of one range. */
export interface Grouped {
  readonly span: Span;
  readonly by: readonly Codes[];
  /** By their codes as text. */
  readonly groups: ReadonlyMap<string, Group>;
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
  const groups = new Map<string, ClassGroup>();
  const total = new Sums();
  yield* inChunks(classes, (facts) => {
    if (!filters.every((isWithin) => isWithin(facts))) return;
    const codes = by.map((one) => one.of(facts));
    const key = keyOf(codes);
    const group = groups.get(key) ?? new ClassGroup(codes, context);
    groups.set(key, group);
    group.add(facts);
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

export function keyOf(codes: readonly number[]): string {
  return codes.join();
}

/**
 * Of every combination of the other dimensions that there is, all days, weeks or months of the range. Null where there
 * would be too many.
 */
export function* withGaps(
  { by: names, fill }: NormalQuery,
  grouped: Grouped,
): Generator<void, ReadonlyMap<string, Group> | null> {
  const { by, groups } = grouped;
  const place = names.findIndex((name) => DIMENSIONS[name].isDense);
  if (fill === 'none' || place < 0) return groups;
  const size = by[place]?.size ?? 0;
  const others = new Map<string, readonly number[]>();
  yield* inChunks(groups.values(), ({ codes }) => {
    const first = codes.with(place, 0);
    others.set(keyOf(first), first);
  });
  // Without any class there is one row for each date all the same, where nothing else tells rows apart.
  if (others.size === 0 && names.length === 1) others.set('0', [0]);
  if (others.size * size > MAX_ROWS) return null;
  const all = new Map<string, Group>();
  yield* inChunks(groups, ([key, group]) => all.set(key, group));
  const dates = Array.from({ length: size }, (_, code) => code);
  for (const first of others.values()) {
    yield* inChunks(dates, (code) => {
      const codes = first.with(place, code);
      const key = keyOf(codes);
      if (!all.has(key)) all.set(key, { codes, sums: noClasses(names, codes, grouped) });
    });
  }
  return all;
}

/** The sums of a row without classes: none took place, or nothing is known of its days. */
export function noClasses(
  names: NormalQuery['by'],
  codes: readonly number[],
  { by, covered }: Grouped,
): Sums {
  if (covered === null) return NOT_COVERED;
  const isOutside = names.some((name, at) => {
    const days = DIMENSIONS[name].isDense ? daysOf(name, by[at]?.value(codes[at] ?? 0)) : null;
    return days !== null && sharedDays(days, covered) === null;
  });
  return isOutside ? NOT_COVERED : NO_CLASSES;
}

/** The days of a day, a week or a month. The last of a month is taken as the 31st: dates compare as text. */
function daysOf(name: DimensionName, value: unknown): QueryRange {
  const from = String(value);
  if (name === 'month') return { from: `${from}-01`, to: `${from}-31` };
  return { from, to: name === 'week' ? addDays(from, 6) : from };
}
