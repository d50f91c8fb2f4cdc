/**
 * The writer of the counts store: one sample into one slot, without a lock and without waiting.
 *
 * One writer at a time works on a slot (one frame of a camera is in flight). Should there ever be two — a worker that
 * was given up but still runs, or the camera was removed meanwhile — exactly one of them publishes; reader.ts says why.
 */

import type { Sample } from '../../gym/attendance/sample.ts';
import { type CountsBuffer, entryBase, SLOT, slotBase, viewCounts } from './layout.ts';
import { ENTRY_WORDS, packSample } from './sample-words.ts';

export interface CountsWriter {
  /**
   * Publishes `sample` as the newest of `slot`. Any thread; never waits; some 0.1 µs.
   *
   * @param generation as {@link CountsSlots.claim} gave it: a removed camera's late sample cannot reach its successor.
   * @returns false when the slot is no longer owned by that generation, or another writer was quicker; counted.
   * Throws `internal_error` when a field is out of the bounds of `packSample`; then nothing was touched.
   */
  write(slot: number, generation: number, sample: Sample): boolean;
}

/** Opens the store for writing. Throws `internal_error` for memory that is not a counts store. */
export function openWriter(buffer: CountsBuffer): CountsWriter {
  const view = viewCounts(buffer);
  const { words } = view;
  const packed = new Int32Array(ENTRY_WORDS);

  const write = (slot: number, generation: number, sample: Sample): boolean => {
    const base = slotBase(view, slot);
    const used = packSample(sample, packed);
    const writing = begin(words, base, generation);
    if (writing === null) {
      Atomics.add(words, base + SLOT.refused, 1);
      return false;
    }
    const entry = entryBase(view, base, writing >>> 1);
    for (let word = 0; word < used; word += 1) {
      words[entry + word] = packed[word] ?? 0;
    }
    const isPublished = exchange(words, base, writing, writing + 1);
    if (!isPublished) {
      Atomics.add(words, base + SLOT.refused, 1);
    }
    return isPublished;
  };
  return { write };
}

/**
 * Makes the sequence odd and gives it back; null when the slot is not this writer's.
 *
 * The sequence is read before the generation, and a release changes the generation before the sequence: so either the
 * change of generation is seen here, or the exchange fails.
 */
function begin(words: Int32Array, base: number, generation: number): number | null {
  const sequence = Atomics.load(words, base + SLOT.sequence);
  if (Atomics.load(words, base + SLOT.generation) !== generation || generation % 2 === 0) {
    return null;
  }
  const isCutShort = sequence % 2 !== 0;
  if (isCutShort) {
    return repair(words, base, sequence);
  }
  return exchange(words, base, sequence, sequence + 1) ? (sequence + 1) | 0 : null;
}

/**
 * Takes over from a writer that ended, or was given up, in the middle of an entry. That entry is left to it for ever
 * (should it still run, it spoils nothing) and the next one is used. Samples before it that no one has read yet are
 * given up with it: readers count them as missed.
 */
function repair(words: Int32Array, base: number, sequence: number): number | null {
  Atomics.store(words, base + SLOT.start, (sequence >>> 1) + 1);
  if (!exchange(words, base, sequence, sequence + 2)) {
    return null;
  }
  Atomics.add(words, base + SLOT.repaired, 1);
  return (sequence + 2) | 0;
}

function exchange(words: Int32Array, base: number, from: number, to: number): boolean {
  return Atomics.compareExchange(words, base + SLOT.sequence, from, to | 0) === from;
}
