import { expect, it } from 'vitest';
import {
  createCounts,
  ENTRY_WORDS,
  entryBase,
  HEADER,
  LAYOUT_VERSION,
  SLOT,
  slotBase,
  viewCounts,
} from '../../../engine/counts/layout.ts';
import { anError } from '../../support/an-error.ts';

const coded = anError('internal_error');

it('layout of the counts store overlaps nowhere and ends with its memory', () => {
  const view = viewCounts(createCounts({ slots: 3, ring: 4 }));
  const owners = new Map<number, string>();
  const take = (word: number, owner: string) => {
    expect(word).toBeLessThan(view.words.length);
    expect(owners.get(word), `word ${word}`).toBeUndefined();
    owners.set(word, owner);
  };
  for (let word = 0; word < HEADER.words; word += 1) take(word, 'header');
  for (let slot = 0; slot < 3; slot += 1) {
    const base = slotBase(view, slot);
    expect(base % 16, 'slots start on a cache line').toBe(0);
    for (let word = 0; word < SLOT.ring; word += 1) take(base + word, `slot ${slot}`);
    for (let entry = 0; entry < 4 * ENTRY_WORDS; entry += 1) {
      const index = Math.floor(entry / ENTRY_WORDS);
      take(entryBase(view, base, index) + (entry % ENTRY_WORDS), `slot ${slot} entry ${index}`);
    }
  }
});

it('layout of the counts store opens nothing but a counts store of this version', () => {
  expect(() => viewCounts(new SharedArrayBuffer(0))).toThrow(coded);
  expect(() => viewCounts(new SharedArrayBuffer(4_096))).toThrow(coded);
  const newer = createCounts({ slots: 1 });
  new Int32Array(newer)[HEADER.version] = LAYOUT_VERSION + 1;
  expect(() => viewCounts(newer)).toThrow(/layout version/);
  const longer = createCounts({ slots: 1 });
  new Int32Array(longer)[HEADER.ring] = 256;
  expect(() => viewCounts(longer)).toThrow(/size/);
});
