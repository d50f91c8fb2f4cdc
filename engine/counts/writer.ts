/**
 * The writer of the counts store: one sample into one slot, without a lock and without waiting.
 *
 * One writer at a time works on a slot (one frame of a camera is in flight). Should there ever be two — a worker that
 * was given up but still runs, or the camera was removed meanwhile — exactly one of them publishes; reader.ts says why.
 */

import { TurnoutError } from '../../errors.ts';
import type { Sample } from '../../gym/attendance/sample.ts';
import {
  type CountsBuffer,
  ENTRY_WORDS,
  entryBase,
  packSample,
  SLOT,
  slotBase,
  viewCounts,
} from './layout.ts';

export interface CountsWriter {
  /**
   * Publishes `sample` as the newest of `slot`. Any thread; never waits; some 0.1 µs.
   *
   * @param generation as {@link CountsSlots.claim} gave it: a removed camera's late sample cannot reach its successor.
   * @returns false when the slot is no longer owned by that generation, or another writer was quicker.
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
    if (writing === null) return false;
    const entry = entryBase(view, base, writing >>> 1);
    for (let word = 0; word < used; word += 1) words[entry + word] = packed[word] ?? 0;
    return exchange(words, base, writing, writing + 1);
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
  if (isCutShort) return repair(words, base, sequence);
  return exchange(words, base, sequence, sequence + 1) ? (sequence + 1) | 0 : null;
}

/**
 * Takes over from a writer that ended, or was given up, in the middle of an entry. That entry is left to it for ever
 * (should it still run, it spoils nothing) and the next one is used. Samples before it that no one has read yet are
 * given up with it: readers count them as missed.
 */
function repair(words: Int32Array, base: number, sequence: number): number | null {
  Atomics.store(words, base + SLOT.start, (sequence >>> 1) + 1);
  return exchange(words, base, sequence, sequence + 2) ? (sequence + 2) | 0 : null;
}

function exchange(words: Int32Array, base: number, from: number, to: number): boolean {
  return Atomics.compareExchange(words, base + SLOT.sequence, from, to | 0) === from;
}

/** Who owns which slot of the counts store: given and taken on the main thread only, told to writers as a generation. */

export interface CountsSlots {
  /** The first slot no one owns; null when all are taken. */
  free(): number | null;
  /**
   * Takes a free slot; it is empty.
   *
   * @returns its generation: odd, and never the same twice for a slot. Throws `internal_error` when it is taken.
   */
  claim(slot: number): number;
  /**
   * Gives a slot back. Its samples are gone at once, and a write that is under way ends in nothing.
   * Read what is still wanted (`since`) before. Releasing a free slot does nothing.
   */
  release(slot: number): void;
}

/** Opens the store for handing out slots. One per store, on the main thread. */
export function openSlots(buffer: CountsBuffer): CountsSlots {
  const view = viewCounts(buffer);
  const { words } = view;
  const generationOf = (slot: number) =>
    Atomics.load(words, slotBase(view, slot) + SLOT.generation);
  const isFree = (slot: number) => generationOf(slot) % 2 === 0;

  return {
    free: () => {
      for (let slot = 0; slot < view.slots; slot += 1) {
        if (isFree(slot)) return slot;
      }
      return null;
    },
    claim: (slot) => {
      if (!isFree(slot)) {
        throw new TurnoutError('internal_error', {
          where: `counts store, slot ${slot}`,
          expected: 'a free slot',
          got: 'one that a camera owns',
        });
      }
      return Atomics.add(words, slotBase(view, slot) + SLOT.generation, 1) + 1;
    },
    release: (slot) => {
      if (!isFree(slot)) {
        Atomics.add(words, slotBase(view, slot) + SLOT.generation, 1);
        forget(words, slotBase(view, slot));
      }
    },
  };
}

/** Moves past the entry that a late writer may still be in; its last exchange then fails. */
function forget(words: Int32Array, base: number): void {
  for (;;) {
    const sequence = Atomics.load(words, base + SLOT.sequence);
    const next = ((sequence | 1) + 1) | 0;
    Atomics.store(words, base + SLOT.start, next >>> 1);
    if (Atomics.compareExchange(words, base + SLOT.sequence, sequence, next) === sequence) return;
  }
}

/** Which camera writes into which slot of the counts store. */

/** A camera and the slot it owns. */
export interface SlotOwner {
  readonly cameraId: string;
  readonly slot: number;
  readonly generation: number;
}
