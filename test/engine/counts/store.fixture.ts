/** A small counts store with all its parts, and samples told apart by their count. */

import {
  createCounts,
  createSampleTarget,
  ENTRY_WORDS,
  SLOT,
  slotBase,
  viewCounts,
} from '../../../engine/counts/layout.ts';
import { openReader } from '../../../engine/counts/reader.ts';
import { openSlots, openWriter } from '../../../engine/counts/writer.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';

export const RING = 8;

export type Store = Awaited<ReturnType<typeof createStore>>;

/** Three slots, a ring of {@link RING}. */
export function createStore() {
  const buffer = createCounts({ slots: 3, ring: RING });
  const [writer, reader, slots] = [openWriter(buffer), openReader(buffer), openSlots(buffer)];
  return { buffer, writer, reader, slots };
}

export function sample(count: number | null): Sample {
  return { ...createSampleTarget(), atUtcMs: 1_000 + (count ?? 0), count };
}

export function counts(samples: readonly Sample[]): (number | null)[] {
  return samples.map((one) => one.count);
}

/** Writes one sample for each count `from`..`to` into the first slot. */
export function writeAll({ writer }: Store, generation: number, from: number, to: number): void {
  for (let count = from; count <= to; count += 1) {
    if (!writer.write(0, generation, sample(count))) {
      throw new Error(`write of ${count} was refused`);
    }
  }
}

/** What a worker leaves that dies in the middle of a sample: an odd sequence and half an entry. */
export function dieInMidWrite({ buffer }: Store): void {
  const view = viewCounts(buffer);
  const base = slotBase(view, 0);
  const sequence = Atomics.add(view.words, base + SLOT.sequence, 1);
  const entry = base + SLOT.ring + ((sequence >>> 1) % RING) * ENTRY_WORDS;
  for (let word = 0; word < 5; word += 1) Atomics.store(view.words, entry + word, 0x5555_5555);
}

/** Lets a slot look as if `written` samples of owners before had passed through it. */
export function ageTo({ buffer }: Store, written: number): void {
  const view = viewCounts(buffer);
  const base = slotBase(view, 0);
  Atomics.store(view.words, base + SLOT.start, written);
  Atomics.store(view.words, base + SLOT.sequence, 2 * written);
}
