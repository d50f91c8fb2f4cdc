/**
 * Byte map of the counts store: one SharedArrayBuffer of 32-bit words. All but the entries of the ring are written
 * through Atomics; reader.ts says why those need not be.
 *
 * ```text
 * header, 16 words           slot, 16 words + ring × 17 words (padded to 64 bytes)
 * ┌────┬────────────────┐    ┌────┬─────────────────────────────────────────────────────────────┐
 * │  0 │ magic "TCNT"   │    │  0 │ sequence    2n: n samples written; 2n+1: sample n is written │
 * │  1 │ layout version │    │  1 │ start       first sample of the present owner (or of a repair)│
 * │  2 │ slots          │    │  2 │ generation  odd: claimed, even: free; +1 by claim and release │
 * │  3 │ ring length    │    │  3 │ refused     writes that were turned away                     │
 * │ 4… │ zero           │    │  4 │ repaired    writes cut short by the end of their worker      │
 * ├────┴────────────────┤    │ 5… │ zero                                                        │
 * │ slot 0              │    ├────┴─────────────────────────────────────────────────────────────┤
 * │ slot 1              │    │ ring: sample n lies in entry n mod ring, as sample-words.ts packs │
 * │ …                   │    │ ┌───────┬───────┬───────┬─────┐                                    │
 * └─────────────────────┘    │ │ entry │ entry │ entry │  …  │  the newest is the latest sample,  │
 *                            │ └───────┴───────┴───────┴─────┘  so each sample is written once    │
 *                            └────────────────────────────────────────────────────────────────────┘
 * ```
 */

import { TurnoutError } from '../../errors.ts';
import { ENTRY_WORDS } from './sample-words.ts';

/** The memory of a counts store, to be handed to workers as it is. Opened by the functions of this folder only. */
export type CountsBuffer = SharedArrayBuffer;

/** Offsets in words. The sequence lies first, so that a slot's base is its sequence's place. */
export const HEADER = { magic: 0, version: 1, slots: 2, ring: 3, words: 16 } as const;
export const SLOT = {
  sequence: 0,
  start: 1,
  generation: 2,
  refused: 3,
  repaired: 4,
  ring: 16,
} as const;

const MAGIC = 0x544e4354;
/** Moves with every change of the map. Both sides come from one build, so a difference is a fault of the program. */
export const LAYOUT_VERSION = 1;
const LINE_WORDS = 16;

/** Samples kept for each camera: two minutes at one a second, far beyond the slowest reader's second. Chosen here. */
export const DEFAULT_RING = 128;
const MAX_RING = 65_536;
const MAX_SLOTS = 4_096;

export interface CountsOptions {
  /** Most cameras at a time, 1..4096. */
  readonly slots: number;
  /** Samples kept for each, a power of two (the sequence wraps), 2..65536; default {@link DEFAULT_RING}. */
  readonly ring?: number;
}

/** A counts store as one thread sees it. */
export interface CountsView {
  readonly words: Int32Array;
  readonly slots: number;
  readonly ring: number;
}

/**
 * The memory of an empty counts store, all slots free: 64 bytes and about 9 KB a slot with the default ring.
 * Throws `internal_error` for sizes out of bounds.
 */
export function createCounts({ slots, ring = DEFAULT_RING }: CountsOptions): CountsBuffer {
  check('slots', slots, `a whole number, 1..${MAX_SLOTS}`, isWithin(slots, 1, MAX_SLOTS));
  const isPower = isWithin(ring, 2, MAX_RING) && Number.isInteger(Math.log2(ring));
  check('ring length', ring, `a power of two, 2..${MAX_RING}`, isPower);
  const buffer = new SharedArrayBuffer(4 * wordCount(slots, ring));
  const words = new Int32Array(buffer);
  Atomics.store(words, HEADER.slots, slots);
  Atomics.store(words, HEADER.ring, ring);
  Atomics.store(words, HEADER.version, LAYOUT_VERSION);
  Atomics.store(words, HEADER.magic, MAGIC);
  return buffer;
}

/** The words of a store, after a look at its header. Throws `internal_error` for other memory or another layout. */
export function viewCounts(buffer: CountsBuffer): CountsView {
  check('size', buffer.byteLength, 'a header', buffer.byteLength >= 4 * HEADER.words);
  const words = new Int32Array(buffer);
  const magic = Atomics.load(words, HEADER.magic);
  check('magic', magic, String(MAGIC), magic === MAGIC);
  const version = Atomics.load(words, HEADER.version);
  check('layout version', version, String(LAYOUT_VERSION), version === LAYOUT_VERSION);
  const slots = Atomics.load(words, HEADER.slots);
  const ring = Atomics.load(words, HEADER.ring);
  const size = wordCount(slots, ring);
  check('size', words.length, `${size} words`, words.length === size);
  return { words, slots, ring };
}

/** Where `slot` begins, in words. Throws `internal_error` for a slot that does not exist. */
export function slotBase(view: CountsView, slot: number): number {
  if (!isWithin(slot, 0, view.slots - 1)) {
    check('slot', slot, `a whole number, 0..${view.slots - 1}`, false);
  }
  return HEADER.words + slot * slotWords(view.ring);
}

/** Where sample `index` of the slot at `base` lies, in words. */
export function entryBase(view: CountsView, base: number, index: number): number {
  return base + SLOT.ring + (index & (view.ring - 1)) * ENTRY_WORDS;
}

/** Slots start on their own cache line: two cameras' writers never fight for one. */
function slotWords(ring: number): number {
  return Math.ceil((SLOT.ring + ring * ENTRY_WORDS) / LINE_WORDS) * LINE_WORDS;
}

function wordCount(slots: number, ring: number): number {
  return HEADER.words + slots * slotWords(ring);
}

function isWithin(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}

function check(what: string, got: number, expected: string, isRight: boolean): void {
  if (!isRight) {
    throw new TurnoutError('internal_error', {
      where: `counts store, ${what}`,
      expected,
      got: String(got),
    });
  }
}
