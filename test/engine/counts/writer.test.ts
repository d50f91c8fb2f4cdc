/** The writer of the counts store: what it refuses, what a dead one leaves behind, and who owns a slot. */

import { beforeEach, expect, it } from 'vitest';
import { anError } from '../../support/an-error.ts';
import {
  counts,
  createStore,
  dieInMidWrite,
  RING,
  type Store,
  sample,
  writeAll,
} from './store.fixture.ts';

let store: Store;

beforeEach(() => {
  store = createStore();
});

it('a worker that dies in mid-write disturbs no reader', () => {
  const generation = store.slots.claim(0);
  writeAll(store, generation, 1, RING);
  dieInMidWrite(store);
  expect(store.reader.latest(0)).toEqual(sample(RING));
  // The sample whose entry it was writing into is lost, and said to be.
  const all = store.reader.since(0, 0);
  expect(counts(all.samples)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(all.missed).toBe(1);
});

it('a worker that dies in mid-write is repaired by the next writer, and its sample counted as missed', () => {
  const generation = store.slots.claim(0);
  writeAll(store, generation, 1, 2);
  const { cursor } = store.reader.since(0, null);
  dieInMidWrite(store);
  expect(store.writer.write(0, generation, sample(4))).toBe(true);
  expect(store.reader.latest(0)).toEqual(sample(4));
  expect(store.reader.since(0, cursor)).toMatchObject({ samples: [sample(4)], missed: 1 });
  writeAll(store, generation, 5, 30);
  expect(store.reader.latest(0)?.count).toBe(30);
});

it('a worker that dies in mid-write before its first sample leaves the slot empty', () => {
  store.slots.claim(0);
  dieInMidWrite(store);
  expect(store.reader.latest(0)).toBeNull();
  expect(store.reader.since(0, null).samples).toEqual([]);
});

it('ownership of slots gives the first free slot, null when there is none, and none that is taken', () => {
  expect(store.slots.free()).toBe(0);
  store.slots.claim(0);
  store.slots.claim(1);
  expect(store.slots.free()).toBe(2);
  store.slots.claim(2);
  expect(store.slots.free()).toBeNull();
  expect(() => store.slots.claim(0)).toThrow(anError('internal_error'));
  store.slots.release(1);
  expect(store.slots.free()).toBe(1);
});

it('ownership of slots turns away the late sample of a removed camera', () => {
  const removed = store.slots.claim(0);
  store.slots.release(0);
  expect(store.writer.write(0, removed, sample(1))).toBe(false);
  const next = store.slots.claim(0);
  expect(store.writer.write(0, removed, sample(2))).toBe(false);
  expect(store.writer.write(0, next, sample(3))).toBe(true);
  expect(store.reader.latest(0)?.count).toBe(3);
});

it('a writer touches nothing when a field is out of bounds', () => {
  const generation = store.slots.claim(0);
  store.writer.write(0, generation, sample(1));
  expect(() => store.writer.write(0, generation, sample(-1))).toThrow(anError('internal_error'));
  expect(store.reader.latest(0)).toEqual(sample(1));
});

it.each([-1, 3, 0.5, Number.NaN])('a writer refuses slot %s, which does not exist', (slot) => {
  const coded = anError('internal_error');
  expect(() => store.reader.latest(slot)).toThrow(coded);
  expect(() => store.writer.write(slot, 1, sample(1))).toThrow(coded);
  expect(() => store.slots.claim(slot)).toThrow(coded);
});
