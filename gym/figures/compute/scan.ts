/** One walk over the classes of a range: those that the filters let through, put into groups and added up. */

import { adderOf, type Surroundings } from './adder.ts';
import type { Codes } from './code.ts';
import { KeyIndex } from './key-index.ts';
import type { Layout } from './parts.ts';
import type { Span } from './span.ts';

/** A filter: which codes of a dimension are let through. */
export interface Sieve {
  readonly codes: Codes;
  readonly allowed: Uint8Array;
}

export interface Scan {
  readonly span: Span;
  readonly by: readonly Codes[];
  /** How many codes each of `by` counts as in keys: at least its size. */
  readonly strides: readonly number[];
  readonly sieves: readonly Sieve[];
  readonly layout: Layout;
  readonly around: Surroundings;
}

export interface Groups {
  readonly index: KeyIndex;
  readonly layout: Layout;
  readonly data: Float64Array;
}

/** Classes between two chances to let others have their turn. Chosen here: some tenths of a millisecond. */
const SLICE = 1_024;

/** Yields now and then, so that whoever runs it can pause. */
export function* scan({
  span,
  by,
  strides,
  sieves,
  layout,
  around,
}: Scan): Generator<void, Groups> {
  const { first, end } = span;
  const product = strides.reduce((all, one) => all * one, 1);
  const most = Math.max(1, Math.min(end - first, product));
  const index = new KeyIndex(most);
  const data = new Float64Array(most * layout.width);
  const add = adderOf(layout, span, around);
  const { width } = layout;
  for (let row = first; row < end; row += 1) {
    if (((row - first) & (SLICE - 1)) === SLICE - 1) yield;
    if (!isThrough(sieves, row)) continue;
    let key = 0;
    for (let at = 0; at < by.length; at += 1) {
      key = key * (strides[at] ?? 1) + (by[at]?.at(row) ?? 0);
    }
    add(data, index.of(key) * width, row);
  }
  return { index, layout, data };
}

function isThrough(sieves: readonly Sieve[], row: number): boolean {
  for (const { codes, allowed } of sieves) if (allowed[codes.at(row)] !== 1) return false;
  return true;
}

/** The codes that a key is made of. */
export function codesIn(key: number, strides: readonly number[]): number[] {
  const codes: number[] = [];
  let rest = key;
  for (let at = strides.length - 1; at >= 0; at -= 1) {
    const stride = strides[at] ?? 1;
    codes.unshift(rest % stride);
    rest = Math.floor(rest / stride);
  }
  return codes;
}
