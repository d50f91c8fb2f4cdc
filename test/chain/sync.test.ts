import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../chain/kinds.ts';
import {
  type AnyBatch,
  type AnyChange,
  BATCH,
  bucketOf,
  digestsOf,
  isWhole,
  JOIN_ANSWER,
  JOIN_REQUEST,
  packed,
  RECEIPT,
  unequalBuckets,
  unpacked,
} from '../../chain/sync.ts';
import { BODY } from '../../store/history/outbox.ts';
import { batch, session, trainer } from '../hq/sync/batches.fixture.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

it.each([
  ['a later version', { ...batch(1, []), v: 2, gym: 7 }, 'version 2'],
  [
    'a kind of a later release',
    batch(1, [{ ...trainer('x'), kind: 'locker' }]),
    'the kind "locker"',
  ],
  [
    'a kind that every object has',
    batch(1, [{ ...trainer('x'), kind: 'toString' }]),
    'the kind "toString"',
  ],
])('a batch of %s is known as such', (_, later, detail) => {
  expect(unpacked(bytesOf(later), undefined)).toEqual({ is: 'newer', detail });
});

it.each([
  ['no JSON', Buffer.from('{'), undefined],
  ['no text', Buffer.from([0xff, 0xfe]), undefined],
  ['another shape', bytesOf({ ...batch(1, []), to_seq: -1 }), undefined],
  ['a list', bytesOf([]), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['a version that is none', bytesOf({ ...batch(1, []), v: '2' }), undefined],
  ['gzip that is none', bytesOf(batch(1, [])), 'gzip'],
  ['cut', packed(batch(1, [session('cls_a')])).subarray(0, 90), 'gzip'],
  ['another encoding', packed(batch(1, [])), 'br'],
  ['far too many bytes', gzipSync(Buffer.alloc(100 * 1024 * 1024, 32)), 'gzip'],
])('a batch that is %s is refused with a reason, and never thrown', (_, bytes, encoding) => {
  const detail = expect.stringMatching(/./);
  expect(unpacked(bytes, encoding)).toEqual({ is: 'unreadable', detail });
});

it.each([
  ['of a known kind', trainer('anna'), true],
  ['that is gone', { ...trainer('anna'), data: null }, true],
  ['without a field of its kind', { ...trainer('anna'), data: { name: 'Anna' } }, false],
  ['with a number that no database holds', session('cls_a', { booked: 9e9 }), false],
  ['with a zero in a text', session('cls_a', { name: 'a\0b' }), false],
] as readonly (readonly [string, AnyChange, boolean])[])(
  'a change %s is whole: %s',
  (_, one, wanted) => {
    expect(isWhole(one)).toBe(wanted);
  },
);

const ROWS = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom('session', 'trainer'), key: fc.string(), seq: fc.nat() }),
  { selector: ({ kind, key }) => `${kind} ${key}`, maxLength: 40 },
);

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
  const [kind, key] = ['session', 'cls_d5e5a1b2c3d4e5f60718'];
  expect(bucketOf(kind, key)).toBe(183);
  expect(digestsOf([{ kind, key, seq: 7 }])[183]).toBe('eefd8da1f3d49ef2');
});

/** What each release of a box and a head office say, as it was sent: every later build reads it. A released file is never changed. */

const GOLDEN = new URL('../fixtures/chain/', import.meta.url);

const SHAPES: Readonly<Record<string, TSchema>> = {
  'batch.json': BATCH,
  'receipt.json': RECEIPT,
  'join-request.json': JOIN_REQUEST,
  'join-answer.json': JOIN_ANSWER,
};

/** Fields of a later release: an older one sends none. */
const ADDED = ['also_called', 'families'];

/** A shape all of whose fields must be there, and no others: what can be sent is what was sent, so that a new field is a decision. */
function exact(shape: TSchema): object {
  return JSON.parse(JSON.stringify(shape), (_, node) =>
    node?.properties === undefined
      ? node
      : {
          ...node,
          required: Object.keys(node.properties).filter((name) => !ADDED.includes(name)),
          additionalProperties: false,
        },
  );
}

describe.each(readdirSync(GOLDEN))('of %s', (version) => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`${version}/${name}`, GOLDEN), 'utf8'));

  it.each(Object.entries(SHAPES))('%s is there, is read, and has every field', (name, shape) => {
    expect(Errors(exact(shape), read(name))).toEqual([true, []]);
    expect(readdirSync(new URL(`${version}/`, GOLDEN))).toHaveLength(Object.keys(SHAPES).length);
  });

  it('the batch is unchanged by a way there and back', () => {
    const batch = read('batch.json');
    expect(unpacked(packed(batch), 'gzip')).toEqual({ is: 'batch', batch });
  });

  it.each(Object.entries(KINDS))('the batch has a %s with every field', (wanted, shape) => {
    const { changes }: AnyBatch = read('batch.json');
    const [first] = changes.filter(({ kind, data }) => kind === wanted && data !== null);
    expect(Errors(exact(shape), first?.data)).toEqual([true, []]);
  });
});

it('bodies are read from these tables of the database and no others', () => {
  const read = new Set([...BODY.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
  expect([...read].toSorted()).toEqual([
    ...['classes', 'corrections', 'estimates', 'shared_settings', 'sources'],
    ...['trainer_aliases', 'trainers'],
  ]);
});
