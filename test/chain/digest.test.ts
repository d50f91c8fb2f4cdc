import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketOf, digestsOf, unequalBuckets } from '../../chain/sync.ts';

const ROWS = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom('session', 'trainer'), key: fc.string(), seq: fc.nat() }),
  { selector: ({ kind, key }) => `${kind} ${key}`, maxLength: 40 },
);

it('is the same for the same rows in any order', () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      expect(digestsOf(rows.toReversed())).toEqual(digestsOf(rows));
    }),
  );
});

it('differs in the buckets of rows that differ, and in no others', () => {
  fc.assert(
    fc.property(ROWS, fc.nat(), (rows, place) => {
      const changed = rows.map((row, at) => (at === place ? { ...row, seq: row.seq + 1 } : row));
      const one = rows[place];
      const wanted = one === undefined ? [] : [bucketOf(one.kind, one.key)];
      expect(unequalBuckets(digestsOf(rows), digestsOf(changed))).toEqual(wanted);
      const without = rows.filter((_, at) => at !== place);
      expect(unequalBuckets(digestsOf(rows), digestsOf(without))).toEqual(wanted);
    }),
  );
});

it('stays what it is: both sides compute it, in different releases', () => {
  expect(bucketOf('session', 'cls_d5e5a1b2c3d4e5f60718')).toBe(BUCKET);
  const digests = digestsOf([{ kind: 'session', key: 'cls_d5e5a1b2c3d4e5f60718', seq: 7 }]);
  expect(digests[BUCKET]).toBe(DIGEST);
});

const BUCKET = 183;
const DIGEST = 'eefd8da1f3d49ef2';
