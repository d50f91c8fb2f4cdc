/** What each release of a box and a head office say, as it was sent: every later build reads it. A released file is never changed. */

import { readdirSync, readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../chain/kinds.ts';
import {
  BATCH,
  isWhole,
  JOIN_ANSWER,
  JOIN_REQUEST,
  packed,
  RECEIPT,
  unpacked,
} from '../../chain/sync.ts';

const GOLDEN = new URL('../fixtures/chain/', import.meta.url);

const SHAPES: Readonly<Record<string, TSchema>> = {
  'batch.json': BATCH,
  'receipt.json': RECEIPT,
  'join-request.json': JOIN_REQUEST,
  'join-answer.json': JOIN_ANSWER,
};

describe.each(readdirSync(GOLDEN))('of %s', (version) => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`${version}/${name}`, GOLDEN), 'utf8'));

  it.each(Object.entries(SHAPES))('%s is there and is read', (name, shape) => {
    expect([...Value.Errors(shape, read(name))]).toEqual([]);
    expect(readdirSync(new URL(`${version}/`, GOLDEN))).toHaveLength(Object.keys(SHAPES).length);
  });

  it('the batch has a change of every kind, and is unchanged by a way there and back', () => {
    const batch = read('batch.json');
    expect(unpacked(packed(batch), 'gzip')).toEqual({ is: 'batch', batch });
    expect(batch.changes.every(isWhole)).toBe(true);
    const kinds = new Set(batch.changes.map(({ kind }: { kind: string }) => kind));
    expect([...kinds].toSorted()).toEqual(Object.keys(KINDS).toSorted());
  });
});
