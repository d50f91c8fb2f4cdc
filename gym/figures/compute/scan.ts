/** One walk over the classes of a range: those that the filters let through, put into groups and added up. */

import type { Codes } from '../codes/code.ts';
import { KeyIndex } from '../codes/key-index.ts';
import type { Span } from '../codes/span.ts';
import { type Add, adderOf, type Surroundings } from './adder.ts';
import { GroupSums, type Layout } from './parts.ts';

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
  /** Whether each class is a group of its own. */
  readonly isSingle?: boolean;
}

export interface Groups {
  readonly index: KeyIndex;
  readonly layout: Layout;
  /** Sums by group; empty where each class is a group of its own. */
  readonly data: Float64Array;
  readonly single: SingleGroups | null;
}

/**
 * Groups of one class each: the sums of half a million of them would be 60 MB, and the collector's pause after it longer
 * than a query. They are made again for each that is looked at.
 */
interface SingleGroups {
  /** The class of each group, by its index in the table. */
  readonly rows: Uint32Array;
  readonly add: Add;
  /** Sums of all. */
  readonly total: Float64Array;
}

/** Reads the sums of one group after another. */
export function sumsOf({ layout, data, single }: Groups): GroupSums {
  return single === null ? new GroupSums(layout, data) : new ClassSums(layout, single);
}

class ClassSums extends GroupSums {
  readonly #single: SingleGroups;
  readonly #sums: Float64Array;

  constructor(layout: Layout, single: SingleGroups) {
    const sums = new Float64Array(layout.width);
    super(layout, sums);
    this.#single = single;
    this.#sums = sums;
  }

  override at(group: number): this {
    const { rows, add } = this.#single;
    this.#sums.fill(0);
    add(this.#sums, 0, rows[group] ?? 0);
    return super.at(0);
  }
}

/** Classes between two chances to let others have their turn. Chosen here: some tenths of a millisecond. */
const SLICE = 1_024;

/** Yields now and then, so that whoever runs it can pause. */
export function* scan(asked: Scan): Generator<void, Groups> {
  return asked.isSingle === true ? yield* scanSingle(asked) : yield* scanGroups(asked);
}

function* scanGroups(asked: Scan): Generator<void, Groups> {
  const { span, strides, layout, around } = asked;
  const { first, end } = span;
  const product = strides.reduce((all, one) => all * one, 1);
  const most = Math.max(1, Math.min(end - first, product));
  const index = new KeyIndex(most, product);
  const { width } = layout;
  const data = new Float64Array(most * width);
  const add = adderOf(layout, span, around);
  for (let row = first; row < end; row += 1) {
    if (((row - first) & (SLICE - 1)) === SLICE - 1) yield;
    if (isThrough(asked.sieves, row)) add(data, index.of(keyOf(asked, row)) * width, row);
  }
  return { index, layout, data, single: null };
}

function* scanSingle(asked: Scan): Generator<void, Groups> {
  const { span, layout, around } = asked;
  const { first, end } = span;
  const index = KeyIndex.list(end - first);
  const rows = new Uint32Array(end - first);
  const total = new Float64Array(layout.width);
  const add = adderOf(layout, span, around);
  for (let row = first; row < end; row += 1) {
    if (((row - first) & (SLICE - 1)) === SLICE - 1) yield;
    if (!isThrough(asked.sieves, row)) continue;
    rows[index.count] = row;
    index.append(keyOf(asked, row));
    add(total, 0, row);
  }
  return { index, layout, data: NO_SUMS, single: { rows, add, total } };
}

const NO_SUMS = new Float64Array();

function keyOf({ by, strides }: Scan, row: number): number {
  let key = 0;
  for (let at = 0; at < by.length; at += 1) {
    key = key * (strides[at] ?? 1) + (by[at]?.at(row) ?? 0);
  }
  return key;
}

function isThrough(sieves: readonly Sieve[], row: number): boolean {
  for (const { codes, allowed } of sieves) if (allowed[codes.at(row)] !== 1) return false;
  return true;
}

/** The code at a place among those that a key is made of. */
export function codeIn(key: number, strides: readonly number[], place: number): number {
  let divisor = 1;
  for (let at = strides.length - 1; at > place; at -= 1) divisor *= strides[at] ?? 1;
  return Math.floor(key / divisor) % (strides[place] ?? 1);
}
