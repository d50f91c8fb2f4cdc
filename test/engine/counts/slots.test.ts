import { anError } from '../../support/an-error.ts';
/** Who owns a slot, and what happens to those who come late. */

import { beforeEach, describe, expect, it } from 'vitest';
import { createStore, type Store, sample } from './store.fixture.ts';

let store: Store;

beforeEach(() => {
  store = createStore();
});

describe('ownership of slots', () => {
  it('gives the first free slot, and null when there is none', () => {
    expect(store.slots.free()).toBe(0);
    store.slots.claim(0);
    store.slots.claim(1);
    expect(store.slots.free()).toBe(2);
    store.slots.claim(2);
    expect(store.slots.free()).toBeNull();
    store.slots.release(1);
    expect(store.slots.free()).toBe(1);
  });

  it('refuses a slot that is taken', () => {
    store.slots.claim(0);
    expect(() => store.slots.claim(0)).toThrow(anError('internal_error'));
  });

  it('turns away the late sample of a removed camera', () => {
    const removed = store.slots.claim(0);
    store.slots.release(0);
    expect(store.writer.write(0, removed, sample(1))).toBe(false);
    const next = store.slots.claim(0);
    expect(store.writer.write(0, removed, sample(2))).toBe(false);
    expect(store.writer.write(0, next, sample(3))).toBe(true);
    expect(store.reader.latest(0)?.count).toBe(3);
  });
});
