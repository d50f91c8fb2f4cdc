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

import { TurnoutError } from '../../errors.ts';
import { MAX_ZONES, type Sample } from '../../gym/attendance/sample.ts';

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
  if (zones.length > length) {
    zones.length = length;
  }
  for (let zone = 0; zone < length; zone += 2) {
    const pair = words[from + (zone >> 1)] ?? 0;
    zones[zone] = pair & NULL_16;
    if (zone + 1 < length) zones[zone + 1] = pair >>> 16;
  }
}

/** `value` rounded; the error is made elsewhere to keep this small enough to be inlined. */
function whole(field: keyof Sample, value: number, low: number, high: number): number {
  const rounded = Math.round(value);
  if (rounded >= low && rounded <= high) {
    return rounded;
  }
  throw outOfBounds(field, value, low, high);
}

function outOfBounds(field: string, value: number, low: number, high: number): TurnoutError {
  return new TurnoutError('internal_error', {
    where: `counts store, sample.${field}`,
    expected: `${low}..${high} (as stored)`,
    got: String(value),
  });
}
