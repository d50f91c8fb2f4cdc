/** The classes of a range put into groups and added up. */

import { dayOf } from '../calendar/zone.ts';
import { daysIn, knownDays, sharedDays } from '../reports/period.ts';
import type { GymView } from '../sessions/view.ts';
import { filtered, inChunks } from './chunks.ts';
import type { ClassFacts, ClassTable } from './class-table.ts';
import { contextOf, verdictsOf } from './comparisons.ts';
import {
  DIMENSIONS,
  type Dimension,
  type DimensionName,
  type Key,
  rankOf,
  type Span,
} from './dimensions.ts';
import { NOT_COVERED, type RowSums } from './measures.ts';
import { measuresIn, type NormalQuery, type QueryFilter, type QueryRange } from './query.ts';
import { partsOf, Sums, sumsBy } from './sums.ts';

/** Classes with the same keys, or a day, week or month without any. */
export interface Group {
  /** By dimension. */
  readonly keys: readonly Key[];
  readonly sums: Sums;
  /** One of its classes; of a date without any, one that has the other keys. */
  readonly first: ClassFacts | null;
}

/** The groups of one range. */
export type Grouped =
  ReturnType<typeof groupsIn> extends Generator<unknown, infer Found> ? Found : never;

/** Rows with gaps filled in, at most. Chosen here: ten years of days for 50 trainers. */
const MAX_ROWS = 200_000;
const NO_CLASSES = new Sums([]);

/** The classes of a range that the filters let through, in groups. */
export function* groupsIn(view: GymView, table: ClassTable, query: NormalQuery, range: QueryRange) {
  const { gym, nowUtcMs } = view;
  const { where, by } = query;
  /** The days of the range that the data cover. */
  const covered = sharedDays(range, knownDays(view));
  const parts = partsOf(measuresIn(query));
  const all = table.within(range);
  const isJudged = [...by, ...where.map(([name]) => name)].includes('verdict');
  const verdicts = isJudged ? yield* verdictsOf(all, nowUtcMs, gym.verdicts) : new Map();
  const context = yield* contextOf(table, range, { nowUtcMs, parts });
  const span: Span = { ...range, table, firstDay: dayOf(range.from), nowUtcMs, verdicts };
  const filters = where.map((filter) => filterOf(filter, span));
  const classes =
    filters.length === 0
      ? all
      : yield* filtered(all, (facts) => filters.every((isWithin) => isWithin(facts)));
  const keysOf = (facts: ClassFacts) => by.map((name) => DIMENSIONS[name].keyOf(facts, span));
  /** By {@link nameOf} their keys. */
  const groups = new Map<string, Group>();
  const sums = yield* sumsBy(classes, (facts) => nameOf(keysOf(facts)), context, parts);
  yield* inChunks(sums, ([name, own]) => {
    const { first } = own;
    if (first !== null) groups.set(name, { keys: keysOf(first), sums: own, first });
  });
  const added = (yield* sumsBy(classes, () => '', context, parts)).get('') ?? NO_CLASSES;
  /** All classes that the filters let through. */
  const total: RowSums = { sums: covered === null ? NOT_COVERED : added, days: daysIn(range) };
  return { span, groups, covered, total };
}

/** What groups of the same keys are called. No key has a line break. */
export function nameOf(keys: readonly Key[]): string {
  return keys.join('\n');
}

/** Whether a class is within a filter. */
export function filterOf([name, operator, values]: QueryFilter, span: Span) {
  const dimension: Dimension = DIMENSIONS[name];
  const keys = values.map((value) => keyOfValue(dimension, value, span));
  if (operator !== 'between') {
    const named = new Set(keys);
    return (facts: ClassFacts) => named.has(dimension.keyOf(facts, span)) === (operator === 'is');
  }
  const [from = 0, to = 0] = keys.map((key) => rankOf(dimension, key) ?? 0);
  const goesRound = from > to;
  return (facts: ClassFacts) => {
    const rank = rankOf(dimension, dimension.keyOf(facts, span)) ?? 0;
    return goesRound ? rank >= from || rank <= to : rank >= from && rank <= to;
  };
}

function keyOfValue({ fromValue }: Dimension, value: Key, span: Span): Key | undefined {
  return fromValue === undefined ? value : fromValue(value, span);
}

/**
 * Of every combination of the other dimensions that there is, all days, weeks or months of the range. Null where there
 * would be too many.
 */
export function* withGaps({ by, fill }: NormalQuery, grouped: Grouped) {
  const { groups, span } = grouped;
  const all = [...groups.values()];
  const place = by.findIndex((name) => DIMENSIONS[name].order === 'line');
  const dense = by[place];
  if (fill === 'none' || dense === undefined) return all;
  const size = Number(keyOfValue(DIMENSIONS[dense], span.to, span)) + 1;
  /** Of each combination of the others one group. */
  const others = new Map<string, Pick<Group, 'keys' | 'first'>>();
  yield* inChunks(groups.values(), (group) => {
    others.set(nameOf(group.keys.with(place, 0)), group);
  });
  // Without any class there is one row for each date all the same, where nothing else tells rows apart.
  if (others.size === 0 && by.length === 1) others.set('', { keys: [0], first: null });
  if (others.size * size > MAX_ROWS) return null;
  const sumsAt = noClassesIn(by, grouped);
  for (const { keys: known, first } of others.values()) {
    yield* inChunks(Array(size).keys(), (key) => {
      const keys = known.with(place, key);
      if (!groups.has(nameOf(keys))) all.push({ keys, first, sums: sumsAt(keys) });
    });
  }
  return all;
}

/** Finds the sums of a row without classes: none took place, or nothing is known of its days. */
export function noClassesIn(
  by: readonly DimensionName[],
  { span, covered }: Pick<Grouped, 'span' | 'covered'>,
): (keys: readonly Key[]) => Sums {
  if (covered === null) return () => NOT_COVERED;
  const ends = by.flatMap((name, at) => {
    const dimension = DIMENSIONS[name];
    if (dimension.order !== 'line') return [];
    const keyOf = (date: string) => Number(keyOfValue(dimension, date, span));
    return [{ at, first: keyOf(covered.from), last: keyOf(covered.to) }];
  });
  return (keys) => {
    const isKnown = ends.every(
      ({ at, first, last }) => Number(keys[at]) >= first && Number(keys[at]) <= last,
    );
    return isKnown ? NO_CLASSES : NOT_COVERED;
  };
}
