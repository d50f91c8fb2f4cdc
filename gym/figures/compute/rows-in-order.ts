/** Which groups become rows, and in which order. */

import { byText } from '../../reports/order.ts';
import { isMeasure } from '../catalogue.ts';
import type { HavingOperator, NormalQuery } from '../query.ts';
import type { Codes } from './code.ts';
import { unitOf, valueIn } from './figures-of-row.ts';
import { GroupSums } from './parts.ts';
import { codesIn, type Groups } from './scan.ts';
import { sortedPlaces } from './sorted.ts';

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

/** Groups that are within all bounds, in the order asked for; what is equal by the dimensions. Unknown comes last. */
export function* orderedGroups(query: NormalQuery, found: Found): Generator<void, Uint32Array> {
  const { groups } = found;
  const row = new GroupSums(groups.layout, groups.data);
  const kept = new Uint32Array(groups.index.count);
  let count = 0;
  for (let group = 0; group < kept.length; group += 1) {
    if ((group & SLICE_MASK) === SLICE_MASK) yield;
    row.at(group);
    const isWithin = query.having.every(([measure, operator, bound]) => {
      const value = valueIn(row, measure, found.days);
      return value !== null && WITHIN[operator](value / unitOf(measure), bound);
    });
    if (isWithin) kept[count++] = group;
  }
  const chosen = kept.subarray(0, count);
  const named = new Set(query.order.map(([name]) => name));
  const rest = query.by.filter((name) => !named.has(name)).map((name) => [name, 'asc'] as const);
  const columns: Float64Array[] = [];
  for (const [name, direction] of [...query.order, ...rest]) {
    columns.push(yield* keysOf(name, direction === 'asc' ? 1 : -1, { query, found, chosen }));
  }
  const places = yield* sortedPlaces(count, (one, other) => {
    for (const column of columns) {
      const difference = (column[one] ?? 0) - (column[other] ?? 0);
      if (difference < 0) return -1;
      if (difference > 0) return 1;
    }
    return one - other;
  });
  return places.map((place) => chosen[place] ?? 0);
}

/** Greater than all keys. */
const LAST = Number.MAX_VALUE;

interface Keyed {
  readonly query: NormalQuery;
  readonly found: Found;
  readonly chosen: Uint32Array;
}

function* keysOf(
  name: NormalQuery['order'][number][0],
  sign: 1 | -1,
  { query, found, chosen }: Keyed,
): Generator<void, Float64Array> {
  const { groups, by, strides, days } = found;
  const keys = new Float64Array(chosen.length);
  if (isMeasure(name)) {
    const row = new GroupSums(groups.layout, groups.data);
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
    const code = codesIn(groups.index.keys[chosen[at] ?? 0] ?? 0, strides)[place] ?? 0;
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
