/** Days, weeks and months without classes, as rows of their own. */

import type { Codes } from '../codes/code.ts';
import { KeyIndex } from '../codes/key-index.ts';
import { codeIn, type Groups } from '../compute/scan.ts';
import { DIMENSIONS } from '../dimensions.ts';
import type { NormalQuery } from '../query.ts';

interface Found {
  readonly groups: Groups;
  readonly by: readonly Codes[];
  readonly strides: readonly number[];
}

/** Rows with gaps filled in, at most. Chosen here: ten years of days for 50 trainers, some milliseconds. */
const MAX_ROWS = 200_000;

/**
 * Of every combination of the other dimensions that there is, all days, weeks or months of the range. `isWhole` is false
 * where there would be too many: then nothing is filled in.
 */
export function withGaps(
  { by: names, fill }: Pick<NormalQuery, 'by' | 'fill'>,
  { groups, by, strides }: Found,
): { readonly groups: Groups; readonly isWhole: boolean } {
  const place = names.findIndex((name) => DIMENSIONS[name].isDense);
  if (fill === 'none' || place < 0) return { groups, isWhole: true };
  const size = by[place]?.size ?? 0;
  const stride = strides.slice(place + 1).reduce((all, one) => all * one, 1);
  const { index, layout, data } = groups;
  const others = new Set<number>();
  for (const key of index.keys.subarray(0, index.count)) {
    others.add(key - codeIn(key, strides, place) * stride);
  }
  // Without any class there is one row for each date all the same, where nothing else tells rows apart.
  if (others.size === 0 && names.length === 1) others.add(0);
  if (others.size * size > MAX_ROWS) return { groups, isWhole: false };
  const filled = new KeyIndex(Math.max(1, index.count + others.size * size));
  for (const key of index.keys.subarray(0, index.count)) filled.of(key);
  for (const other of others) {
    for (let code = 0; code < size; code += 1) filled.of(other + code * stride);
  }
  const sums = new Float64Array(filled.count * layout.width);
  sums.set(data.subarray(0, index.count * layout.width));
  return { groups: { index: filled, layout, data: sums, single: null }, isWhole: true };
}
