/** The classes of a range put into groups and added up. */

import type { VerdictsConfig } from '../../config/config.ts';
import { addDays, datesRange } from '../calendar/zone.ts';
import { daysIn, secondHalf } from '../reports/period.ts';
import type { MeasureName } from './catalogue.ts';
import { inChunks } from './chunks.ts';
import type { ClassTable } from './class-table.ts';
import { type Codes, codesOf, filterOf, type Span } from './codes.ts';
import { expectations, priceOf, SLOT_DAYS, sumsBySeries, verdictsOf } from './comparisons.ts';
import { DIMENSIONS } from './dimensions.ts';
import { measuresIn, type NormalQuery, type QueryRange } from './query.ts';
import type { RowSums } from './row.ts';
import { type SumContext, Sums } from './sums.ts';

export interface FiguresSource {
  /** With the classes of the range, of the range to compare with, and of the 42 days that end with either. */
  readonly table: ClassTable;
  readonly currency: string | null;
  readonly verdicts: VerdictsConfig;
  readonly nowUtcMs: number;
}

/** Classes of the same values of the dimensions. */
export interface Group {
  /** By dimension. */
  readonly codes: readonly number[];
  readonly sums: Sums;
}

/** The groups of one range. */
export interface Grouped {
  readonly span: Span;
  readonly by: readonly Codes[];
  /** By their codes as text. */
  readonly groups: ReadonlyMap<string, Group>;
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
  const { table, nowUtcMs, verdicts: limits } = source;
  const { where, by: names } = query;
  const classes = table.within(range);
  const isJudged = names.includes('verdict') || where.some(([name]) => name === 'verdict');
  const verdicts = isJudged
    ? verdictsOf(yield* sumsBySeries(classes, { nowUtcMs }), limits)
    : new Map();
  const span: Span = { ...range, table, classes, nowUtcMs, verdicts };
  const context = yield* contextOf(span, measuresIn(query));
  const filters = where.map((filter) => filterOf(filter, span));
  const by = names.map((name) => codesOf(name, span));
  const groups = new Map<string, Group>();
  const total = new Sums();
  yield* inChunks(classes, (facts) => {
    if (!filters.every((isWithin) => isWithin(facts))) return;
    const codes = by.map((one) => one.of(facts));
    const group = groups.get(keyOf(codes)) ?? { codes, sums: new Sums() };
    groups.set(keyOf(codes), group);
    group.sums.add(facts, context);
    total.add(facts, context);
  });
  return { span, by, groups, total: { sums: total, days: daysIn(range) } };
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
  { by, groups }: Grouped,
): Generator<void, ReadonlyMap<string, Group> | null> {
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
  const all = new Map(groups);
  for (const first of others.values()) {
    for (let code = 0; code < size; code += 1) {
      const codes = first.with(place, code);
      if (!all.has(keyOf(codes))) all.set(keyOf(codes), { codes, sums: NO_CLASSES });
    }
    yield;
  }
  return all;
}
