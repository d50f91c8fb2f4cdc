/**
 * Digests that tell whether a box and its head office have the same rows, without sending them.
 *
 * Rows are dealt into 256 buckets by their kind and key: a bucket is the same on both sides whatever its rows hold, and also
 * where a class has moved to another day. Rows that are gone are in no digest.
 */

import { createHash } from 'node:crypto';

export const BUCKETS = 256;

export interface NumberedRow {
  readonly kind: string;
  readonly key: string;
  /** Of its newest change. */
  readonly seq: number;
}

/** 0..255. */
export function bucketOf(kind: string, key: string): number {
  return createHash('sha256').update(`${kind} ${key}`).digest()[0] ?? 0;
}

/** Of all live rows of a gym: 16 hexadecimal digits for each bucket, and an empty text for a bucket without rows. */
export function digestsOf(rows: Iterable<NumberedRow>): string[] {
  const buckets = Array.from({ length: BUCKETS }, (): string[] => []);
  for (const { kind, key, seq } of rows) {
    buckets[bucketOf(kind, key)]?.push(`${kind} ${key} ${seq}`);
  }
  return buckets.map((lines) => {
    if (lines.length === 0) return '';
    // By code units, as every JavaScript sorts: not by the order of a database.
    const text = lines.toSorted().join('\n');
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  });
}

/** The buckets in which two lists of digests differ. */
export function unequalBuckets(one: readonly string[], other: readonly string[]): number[] {
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  return buckets.filter((bucket) => (one[bucket] ?? '') !== (other[bucket] ?? ''));
}
