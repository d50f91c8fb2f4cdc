import { expect, it } from 'vitest';
import type { Change } from '../../chain/messages/batch.ts';
import { firstBatch, MAX_BATCH_BYTES, MAX_CHANGES } from '../../chain/split.ts';

const change = (seq: number, name = 'Anna'): Change => ({
  seq,
  kind: 'trainer',
  key: `t-${seq}`,
  rev: 1,
  at_utc_ms: 0,
  data: { name, aliases: [] },
});
const many = (length: number, name?: string) =>
  Array.from({ length }, (_, at) => change(at + 1, name));

it('a batch has at most 200 changes', () => {
  expect(firstBatch(many(500))).toEqual(many(MAX_CHANGES));
  expect(firstBatch([])).toEqual([]);
});

it('and 32 kB, in bytes and not in letters', () => {
  const batch = firstBatch(many(200, 'é'.repeat(1_000)));
  expect(batch.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThanOrEqual(MAX_BATCH_BYTES);
});

it('but one change that is larger goes alone', () => {
  const large = change(1, 'x'.repeat(2 * MAX_BATCH_BYTES));
  expect(firstBatch([large, change(2)])).toEqual([large]);
});
