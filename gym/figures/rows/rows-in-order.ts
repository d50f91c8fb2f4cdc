/** Which groups become rows, and in which order. */

import { byText } from '../../reports/order.ts';
import { isMeasure } from '../catalogue.ts';
import type { Codes } from '../codes/code.ts';
import type { GroupSums } from '../compute/parts.ts';
import { codeIn, type Groups, sumsOf } from '../compute/scan.ts';
import type { HavingOperator, NormalQuery } from '../query.ts';
import { unitOf, valueIn } from './figures-of-row.ts';
import { firstPlaces } from './sorted.ts';

interface Found {
  readonly groups: Groups;
  readonly by: readonly Codes[];
  readonly strides: readonly number[];
  /** Of the range. */
  readonly days: number;
}

const SLICE_MASK = 1_023;

const WITHIN: Readonly<Record<HavingOperator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

interface Page {
  /** Groups of the rows, in their order. */
  readonly page: Uint32Array;
  /** Groups that are within all bounds. */
  readonly rowCount: number;
}

/** The page asked for of the groups that are within all bounds; what is equal comes by the dimensions, unknown last. */
export function* groupsOfPage(query: NormalQuery, found: Found): Generator<void, Page> {
  const { groups } = found;
  const row = sumsOf(groups);
  const isBounded = query.having.length > 0;
  const kept = new Uint32Array(groups.index.count);
  let count = 0;
  for (let group = 0; group < kept.length; group += 1) {
    if ((group & SLICE_MASK) === SLICE_MASK) yield;
    if (!isBounded || isWithin(query, row.at(group), found.days)) kept[count++] = group;
  }
  const chosen = kept.subarray(0, count);
  const named = new Set(query.order.map(([name]) => name));
  const rest = query.by.filter((name) => !named.has(name)).map((name) => [name, 'asc'] as const);
  const columns: Float64Array[] = [];
  for (const [name, direction] of [...query.order, ...rest]) {
    columns.push(yield* keysOf(name, direction === 'asc' ? 1 : -1, { query, found, chosen }));
  }
  const { offset, limit } = query;
  const places = yield* firstPlaces(count, offset + limit, (one, other) => {
    for (const column of columns) {
      const difference = (column[one] ?? 0) - (column[other] ?? 0);
      if (difference < 0) return -1;
      if (difference > 0) return 1;
    }
    return one - other;
  });
  const page = places.subarray(offset, offset + limit).map((place) => chosen[place] ?? 0);
  return { page, rowCount: count };
}

function isWithin({ having }: NormalQuery, row: GroupSums, days: number): boolean {
  for (const [measure, operator, bound] of having) {
    const value = valueIn(row, measure, days);
    if (value === null || !WITHIN[operator](value / unitOf(measure), bound)) return false;
  }
  return true;
}

/** Greater than all keys. */
const LAST = Number.MAX_VALUE;

interface Keyed {
  readonly query: NormalQuery;
  readonly found: Found;
  readonly chosen: Uint32Array;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: most of it is `?? 0` of typed arrays
function* keysOf(
  name: NormalQuery['order'][number][0],
  sign: 1 | -1,
  { query, found, chosen }: Keyed,
): Generator<void, Float64Array> {
  const { groups, by, strides, days } = found;
  const keys = new Float64Array(chosen.length);
  if (isMeasure(name)) {
    const row = sumsOf(groups);
    for (let at = 0; at < keys.length; at += 1) {
      if ((at & SLICE_MASK) === SLICE_MASK) yield;
      const value = valueIn(row.at(chosen[at] ?? 0), name, days);
      keys[at] = value === null ? LAST : sign * value;
    }
    return keys;
  }
  const place = query.by.indexOf(name);
  const codes = by[place];
  if (codes === undefined) return keys;
  const ranks = ranksOf(codes);
  for (let at = 0; at < keys.length; at += 1) {
    if ((at & SLICE_MASK) === SLICE_MASK) yield;
    const code = codeIn(groups.index.keys[chosen[at] ?? 0] ?? 0, strides, place);
    const rank = ranks === null ? code : (ranks[code] ?? LAST);
    keys[at] = rank === LAST || codes.isNone?.(code) === true ? LAST : sign * rank;
  }
  return keys;
}

/** Codes with names by the alphabet, without one last; null where codes are in order themselves. */
function ranksOf(codes: Codes): Float64Array | null {
  const { label } = codes;
  if (label === undefined || codes.isInOrder === true) return null;
  const named = Array.from({ length: codes.size }, (_, code) => ({ code, text: label(code) }));
  const ranks = new Float64Array(codes.size).fill(LAST);
  const known = named.filter((one): one is { code: number; text: string } => one.text !== null);
  known.sort(byText(({ text }) => text));
  for (const [rank, { code }] of known.entries()) ranks[code] = rank;
  return ranks;
}
