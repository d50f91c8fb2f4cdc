/**
 * Readers of the counts store: many, on any thread, without a lock, a message or a wait.
 *
 * Why a reader can never return a mixture of two samples, by the ECMAScript memory model (section 29). The sequence is
 * read and written through Atomics; all threads agree on one order of these.
 *
 * 1. A writer takes the sequence from 2n to 2n+1, then stores the words of sample n into entry n mod ring, then takes
 *    the sequence from 2n+1 to 2n+2. Both steps are compare-and-exchange: of two writers only one gets either.
 * 2. A reader loads the sequence, takes the newest finished sample k = ⌊sequence / 2⌋ − 1, reads the words of its
 *    entry, and adds 0 to the sequence, which gives it again.
 * 3. All words of sample k were stored before the sequence became 2k+2, so they happen before the reader's first load,
 *    hence before its reads: it sees these words or later ones.
 * 4. The next to store into that entry is sample k + ring, after the sequence became 2(k+ring)+1. If the reader's second
 *    look gives less, it lies before that step; and as it is a write, the step synchronizes with it. So the reads of the
 *    words happen before the stores of sample k + ring, and none can see them: every word is sample k's. ∎
 *
 * The start is read plainly too, after the first load of the sequence: who moves it stores it before the exchange that
 * moves the sequence (writer.ts), so a reader that sees the sequence sees that start or a later one.
 *
 * The words are read and written plainly: aligned 32-bit integers, which never tear, and some 1 ns instead of the 11 of
 * a call of Atomics. The steps of the sequence around them give their order: a store comes after the exchange that the
 * second look of a reader synchronizes with (4), and before the one whose value the first look reads (3). That is why
 * the second look must be a write: a load would let plain reads slip behind it, in the model and on ARM (Boehm, "Can
 * seqlocks get along with programming language memory models?", MSPC 2012).
 *
 * A plain seqlock makes readers wait while a write is on; here the newest finished entry is not the one being written,
 * so a reader tries again only when a whole ring was written during its few reads, and a writer that died in mid-write
 * (sequence odd for ever) disturbs no reader at all. What a given-up writer may still store goes into an entry that was
 * never published; it would have to be held up there for a whole ring of samples, minutes, to hit a published one.
 *
 * A sample is read far more often than written. So a reader keeps what it has seen with the sequence that was loaded
 * first: while the sequence is the same, so is the newest finished sample, and one load is all. Claiming a slot does not
 * move the sequence, but the release before it does. (A sequence comes back after 2^31 samples: years between two reads.)
 */

import type { Sample } from '../../gym/attendance/sample.ts';
import {
  type CountsBuffer,
  createSampleTarget,
  entryBase,
  type SampleTarget,
  SLOT,
  slotBase,
  unpackSample,
  viewCounts,
} from './layout.ts';

/** The sample that a reader saw last in a slot, whole and never changed, and the sequence it stood at. */
interface Seen {
  readonly sequence: number;
  readonly sample: Sample;
}

/** What a reader missed nothing of, or how much. */
export interface SamplesSince {
  /** Oldest first, at most a ring. */
  readonly samples: readonly Sample[];
  /** For the next call. */
  readonly cursor: number;
  /** Samples that came after the cursor given, but were overwritten before this call. */
  readonly missed: number;
}

export interface CountsReader {
  /**
   * The newest sample, or null where there is none (or, with a tiny ring, a writer was faster 64 times). The same object
   * until there is a newer one: no one may change it.
   */
  latest(slot: number): Sample | null;
  /** The samples after `cursor`; null starts at the oldest one kept. Many readers may follow, each with its own cursor. */
  since(slot: number, cursor: number | null): SamplesSince;
}

/** Attempts before a reader gives up. One is nearly always enough; chosen here, the stress test needs at most a few. */
const MAX_ATTEMPTS = 64;

/** Opens the store for reading. The reader belongs to the thread that opens it. Throws `internal_error` as `viewCounts`. */
export function openReader(buffer: CountsBuffer): CountsReader {
  const view = viewCounts(buffer);
  const { words, ring } = view;
  const seen: (Seen | undefined)[] = Array.from({ length: view.slots });

  /** Reads sample `index` into `target`; false when it was, or may have been, overwritten meanwhile. */
  const load = (base: number, index: number, target: SampleTarget): boolean => {
    unpackSample(words, entryBase(view, base, index), target);
    // Adds nothing: a write, so that no read before it can have come after it. See above.
    const sequence = Atomics.add(words, base + SLOT.sequence, 0);
    // Samples are numbered modulo 2^31, sequences modulo 2^32: they wrap, and only their differences are looked at.
    return ((sequence - (2 * (index + ring) + 1)) | 0) < 0;
  };

  const latest = (slot: number): Sample | null => {
    const base = slotBase(view, slot);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const sequence = Atomics.load(words, base + SLOT.sequence);
      const last = seen[slot];
      if (last !== undefined && last.sequence === sequence) return last.sample;
      const written = sequence >>> 1;
      if (distance(written, words[base + SLOT.start] ?? 0) === 0) return null;
      const sample = createSampleTarget();
      if (load(base, written - 1, sample)) {
        seen[slot] = { sequence, sample };
        return sample;
      }
    }
    return null;
  };

  const since = (slot: number, cursor: number | null): SamplesSince => {
    const base = slotBase(view, slot);
    const written = Atomics.load(words, base + SLOT.sequence) >>> 1;
    const start = Atomics.load(words, base + SLOT.start);
    const wanted = cursor ?? start;
    const available = Math.min(distance(written, start), ring, distance(written, wanted));
    const samples: Sample[] = [];
    for (let back = available; back > 0; back -= 1) {
      const sample = createSampleTarget();
      if (load(base, written - back, sample)) samples.push(sample);
    }
    return { samples, cursor: written, missed: distance(written, wanted) - samples.length };
  };

  return { latest, since };
}

/**
 * How far sample number `from` lies behind `written`, modulo 2^31 (68 years of a sample a second).
 * A start that was set for the sample after the one being written is a step ahead: that is none, not nearly 2^31.
 */
function distance(written: number, from: number): number {
  const steps = (written - from) & 0x7fff_ffff;
  return steps > 0x7fff_fff0 ? 0 : steps;
}
