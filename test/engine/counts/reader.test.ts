/** Readers of the counts store, seen through its door. */

import { beforeEach, expect, it } from 'vitest';
import { ageTo, counts, createStore, RING, type Store, sample, writeAll } from './store.fixture.ts';

let store: Store;

beforeEach(() => {
  store = createStore();
});

it('reading the newest sample gives the very same sample until there is a newer one, which leaves the old one as it was', () => {
  const generation = store.slots.claim(0);
  store.writer.write(0, generation, { ...sample(5), zones: [4, 1] });
  const first = store.reader.latest(0);
  expect(store.reader.latest(0)).toBe(first);
  store.writer.write(0, generation, { ...sample(6), zones: [6] });
  expect(store.reader.latest(0)).toEqual({ ...sample(6), zones: [6] });
  expect(first).toEqual({ ...sample(5), zones: [4, 1] });
});

it('reading the newest sample keeps nothing of what it has seen for the next owner of the slot', () => {
  const generation = store.slots.claim(0);
  store.writer.write(0, generation, sample(5));
  expect(store.reader.latest(0)?.count).toBe(5);
  store.slots.release(0);
  expect(store.reader.latest(0)).toBeNull();
  const next = store.slots.claim(0);
  expect(store.reader.latest(0)).toBeNull();
  store.writer.write(0, next, sample(7));
  expect(store.reader.latest(0)?.count).toBe(7);
});

it('following a slot gives each sample once, oldest first', () => {
  const generation = store.slots.claim(0);
  writeAll(store, generation, 1, 3);
  const first = store.reader.since(0, null);
  expect(counts(first.samples)).toEqual([1, 2, 3]);
  writeAll(store, generation, 4, 5);
  const second = store.reader.since(0, first.cursor);
  expect(counts(second.samples)).toEqual([4, 5]);
  const nothing = { samples: [], cursor: second.cursor, missed: 0 };
  expect(store.reader.since(0, second.cursor)).toEqual(nothing);
});

it('following a slot goes on when the numbers wrap, and counts what was overwritten before it came', () => {
  const generation = store.slots.claim(0);
  ageTo(store, 2 ** 31 - 3);
  const { cursor } = store.reader.since(0, null);
  writeAll(store, generation, 1, 6);
  expect(store.reader.latest(0)?.count).toBe(6);
  const result = store.reader.since(0, cursor);
  expect(counts(result.samples)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(result.missed).toBe(0);
  writeAll(store, generation, 7, 20);
  const late = store.reader.since(0, result.cursor);
  expect(counts(late.samples)).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  expect(late.missed).toBe(14 - RING);
});
