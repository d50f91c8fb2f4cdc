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
 * │  3 │ ring length    │    │ 3… │ zero                                                         │
 * │ 4… │ zero           │    │    │                                                              │
 * ├────┴────────────────┤    │    │                                                              │
 * │ slot 0              │    ├────┴─────────────────────────────────────────────────────────────┤
 * │ slot 1              │    │ ring: sample n lies in entry n mod ring, as packSample writes it  │
 * │ …                   │    │ ┌───────┬───────┬───────┬─────┐                                    │
 * └─────────────────────┘    │ │ entry │ entry │ entry │  …  │  the newest is the latest sample,  │
 *                            │ └───────┴───────┴───────┴─────┘  so each sample is written once    │
 *                            └────────────────────────────────────────────────────────────────────┘
 * ```
 */

import { TurnoutError } from '../../errors.ts';
import { MAX_ZONES, type Sample } from '../../gym/attendance/sample.ts';

/** The memory of a counts store, to be handed to workers as it is. Opened by the functions of this folder only. */
export type CountsBuffer = SharedArrayBuffer;

/** Offsets in words. The sequence lies first, so that a slot's base is its sequence's place. */
export const HEADER = { magic: 0, version: 1, slots: 2, ring: 3, words: 16 } as const;
export const SLOT = {
  sequence: 0,
  start: 1,
  generation: 2,
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

/**
 * A sample as 32-bit words and back: pure, no shared memory. The two functions are inverses up to the stated steps.
 *
 * ```text
 *  word   bits 31…16                          bits 15…0
 *  0      mediaMs, high, signed (−32768 null)  atUtcMs, high, unsigned
 *  1      atUtcMs, low 32 bits
 *  2      mediaMs, low 32 bits
 *  3      staff                                count (65535 null)
 *  4      confidence × 10000 (65535 null)      ignored
 *  5      luma × 256                           zones used (bits 15…11), flags (bits 10…0)
 *  6      fingerprint
 *  7      decodeUs
 *  8      detectUs
 *  9…16   zones, two a word, the even one below; only the words in use are written
 * ```
 */

/** Words that every sample uses. */
const FIXED_WORDS = 9;
/** Words of one ring entry. */
export const ENTRY_WORDS = FIXED_WORDS + MAX_ZONES / 2;

const WORD = 2 ** 32;
const NULL_16 = 0xffff;
const NULL_MEDIA = -0x8000;
/** Rates have four decimals everywhere (docs/method.md#limits-of-the-service), so no more is stored. */
const CONFIDENCE_STEPS = 10_000;
const LUMA_STEPS = 256;
const MAX_COUNT = NULL_16 - 1;
const MAX_FLAGS = 0x7ff;
const MAX_AT = 2 ** 48 - 1;
const MAX_MEDIA = 2 ** 47 - 1;
const MIN_MEDIA = (NULL_MEDIA + 1) * WORD;

/** A sample that is filled again and again, so that reading makes no garbage. */
export type SampleTarget = { -readonly [Field in keyof Omit<Sample, 'zones'>]: Sample[Field] } & {
  zones: number[];
};

/** An empty target for reading into. */
export function createSampleTarget(): SampleTarget {
  return {
    atUtcMs: 0,
    mediaMs: null,
    count: null,
    staff: 0,
    ignored: 0,
    zones: [],
    confidence: null,
    flags: 0,
    luma: 0,
    fingerprint: 0,
    decodeUs: 0,
    detectUs: 0,
  };
}

/**
 * Packs `sample` into `words`. Rounded to whole ms and µs, confidence to 1/10000, luma to 1/256.
 * Bounds: times below 2^48 ms, people and flags below 65535 and 2048, at most {@link MAX_ZONES} zones; beyond them it
 * throws `internal_error` and `words` hold nothing of use.
 *
 * @returns how many words are in use.
 */
export function packSample(sample: Sample, words: Int32Array): number {
  const at = whole('atUtcMs', sample.atUtcMs, 0, MAX_AT);
  const media =
    sample.mediaMs === null ? null : whole('mediaMs', sample.mediaMs, MIN_MEDIA, MAX_MEDIA);
  const mediaHigh = media === null ? NULL_MEDIA : Math.floor(media / WORD);
  words[0] = (mediaHigh << 16) | Math.floor(at / WORD);
  words[1] = at;
  words[2] = media ?? 0;
  words[3] =
    (whole('staff', sample.staff, 0, MAX_COUNT) << 16) |
    (sample.count === null ? NULL_16 : whole('count', sample.count, 0, MAX_COUNT));
  words[4] =
    (packConfidence(sample.confidence) << 16) | whole('ignored', sample.ignored, 0, MAX_COUNT);
  words[5] =
    (whole('luma', sample.luma * LUMA_STEPS, 0, 255 * LUMA_STEPS) << 16) |
    (whole('zones', sample.zones.length, 0, MAX_ZONES) << 11) |
    whole('flags', sample.flags, 0, MAX_FLAGS);
  words[6] = whole('fingerprint', sample.fingerprint, 0, WORD - 1);
  words[7] = whole('decodeUs', sample.decodeUs, 0, WORD - 1);
  words[8] = whole('detectUs', sample.detectUs, 0, WORD - 1);
  return packZones(sample.zones, words);
}

/** The count in word 3; null is unknown. */
function unpackCount(word3: number): number | null {
  const count = word3 & NULL_16;
  return count === NULL_16 ? null : count;
}

/**
 * Fills `target` from the words packed at `from`. Each word is read once, and nothing is believed that it says: of an
 * entry that is overwritten meanwhile the target holds a mixture, to be thrown away, but never more zones than one has.
 */
export function unpackSample(words: Int32Array, from: number, target: SampleTarget): void {
  // By index: destructuring a typed array goes through its iterator, ten times as slow.
  const high = words[from] ?? 0;
  const people = words[from + 3] ?? 0;
  const sure = words[from + 4] ?? 0;
  const picture = words[from + 5] ?? 0;
  const mediaHigh = high >> 16;
  const mediaLow = (words[from + 2] ?? 0) >>> 0;
  const confidence = sure >>> 16;
  target.atUtcMs = (high & NULL_16) * WORD + ((words[from + 1] ?? 0) >>> 0);
  target.mediaMs = mediaHigh === NULL_MEDIA ? null : mediaHigh * WORD + mediaLow;
  target.count = unpackCount(people);
  target.staff = people >>> 16;
  target.ignored = sure & NULL_16;
  target.confidence = confidence === NULL_16 ? null : confidence / CONFIDENCE_STEPS;
  target.flags = picture & MAX_FLAGS;
  target.luma = (picture >>> 16) / LUMA_STEPS;
  target.fingerprint = (words[from + 6] ?? 0) >>> 0;
  target.decodeUs = (words[from + 7] ?? 0) >>> 0;
  target.detectUs = (words[from + 8] ?? 0) >>> 0;
  const zones = Math.min((picture >>> 11) & 0x1f, MAX_ZONES);
  unpackZones(words, from + FIXED_WORDS, zones, target.zones);
}

function packConfidence(confidence: number | null): number {
  return confidence === null
    ? NULL_16
    : whole('confidence', confidence * CONFIDENCE_STEPS, 0, CONFIDENCE_STEPS);
}

function packZones(zones: readonly number[], words: Int32Array): number {
  let used = FIXED_WORDS;
  for (let zone = 0; zone < zones.length; zone += 2) {
    const even = whole('zones', zones[zone] ?? 0, 0, MAX_COUNT);
    const odd = whole('zones', zones[zone + 1] ?? 0, 0, MAX_COUNT);
    words[used] = (odd << 16) | even;
    used += 1;
  }
  return used;
}

function unpackZones(words: Int32Array, from: number, length: number, zones: number[]): void {
  if (zones.length > length) zones.length = length;
  for (let zone = 0; zone < length; zone += 2) {
    const pair = words[from + (zone >> 1)] ?? 0;
    zones[zone] = pair & NULL_16;
    if (zone + 1 < length) zones[zone + 1] = pair >>> 16;
  }
}

/** `value` rounded; the error is made elsewhere to keep this small enough to be inlined. */
function whole(field: keyof Sample, value: number, low: number, high: number): number {
  const rounded = Math.round(value);
  if (rounded >= low && rounded <= high) return rounded;
  throw outOfBounds(field, value, low, high);
}

function outOfBounds(field: string, value: number, low: number, high: number): TurnoutError {
  return new TurnoutError('internal_error', {
    where: `counts store, sample.${field}`,
    expected: `${low}..${high} (as stored)`,
    got: String(value),
  });
}
