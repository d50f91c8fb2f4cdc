/** Who owns which slot of the counts store: given and taken on the main thread only, told to writers as a generation. */

import { TurnoutError } from '../../errors.ts';
import { type CountsBuffer, SLOT, slotBase, viewCounts } from './layout.ts';

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
        if (isFree(slot)) {
          return slot;
        }
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
    if (Atomics.compareExchange(words, base + SLOT.sequence, sequence, next) === sequence) {
      return;
    }
  }
}
