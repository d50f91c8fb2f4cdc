/**
 * RTP packets of one video stream to pictures that decode on their own. A packet of any other picture costs a look at
 * its head: that is most of them, and why a camera costs little between samples.
 *
 * ```text
 *            first slice is a key slice                  timestamp changes
 *   sets ───────────────────────────────▶ slices ───────────────────────────▶ told
 *    │  any other slice, or a loss          │ a loss
 *    └──────────────▶ passed ◀──────────────┘          (until the timestamp changes)
 * ```
 *
 * A picture ends where the next begins, not at its marker bit, which some cameras set on every slice and others never.
 */

import { KINDS, type NalKinds, pictureStart, type VideoCodec } from '../annex-b.ts';
import { eachNal, type NalPart, type RtpPacket } from './rtp.ts';

const START_CODE = Uint8Array.of(0, 0, 0, 1);
/** Largest keyframe, bytes. Chosen here: four times the size of an 8-megapixel JPEG; more is no camera. */
const MAX_BYTES = 16 * 2 ** 20;
/** Longest delimiter, bytes; a longer one holds a whole picture. Chosen here. */
const MAX_DELIMITER = 8;

/** A slice begins its picture when the first bit after the unit's head is set: `first_mb_in_slice` 0 and its like. */
const FIRST_SLICE = 0x80;

/** A picture that decodes alone, in Annex B form with its parameter sets. */
export interface Keyframe {
  /** Fills its own buffer. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly timestamp: number;
}

export class KeyframeCollector {
  readonly #codec: VideoCodec;
  readonly #kinds: NalKinds;
  /** The last whole group of parameter sets, in Annex B form; empty while there is none. */
  #knownSets: Uint8Array;
  /** Sets and slices of this picture, in copies: the packets' memory is used again. */
  #sets: Uint8Array[] = [];
  readonly #setTypes = new Set<number>();
  /** Whether the sets of this picture are those that are known. */
  #areSetsKnown = false;
  #slices: Uint8Array[] = [];
  #bytes = 0;
  #state: 'sets' | 'slices' | 'passed' = 'passed';
  #timestamp: number | null = null;
  #sequence: number | null = null;
  /** Whether any packet was the next: some cameras do not count their packets. */
  #isCounted = false;
  /** Packets of this picture that were marked, and whether the last was. */
  #marks = 0;
  #isMarked = false;
  /** Whether fragments go on with a parameter set. */
  #isInSet = false;

  /** @param parameterSets those of the SDP, in Annex B form; empty where it has none, or not all. */
  constructor(codec: VideoCodec, parameterSets: Uint8Array) {
    this.#codec = codec;
    this.#kinds = KINDS[codec];
    this.#knownSets = parameterSets;
  }

  /** Takes the next packet. @returns the keyframe that ended before it; null mostly. */
  take(packet: RtpPacket): Keyframe | null {
    const { timestamp, payload, isMarked } = packet;
    const isLoss = this.#isLossBefore(packet);
    let ended: Keyframe | null = null;
    if (timestamp !== this.#timestamp) {
      // What was lost may have been its last slice, unless that is here.
      ended = !isLoss || (this.#isMarked && this.#marks === 1) ? this.#finished() : null;
      this.#begin(timestamp);
    } else if (isLoss) {
      this.#drop();
    }
    this.#isMarked = isMarked;
    this.#marks += isMarked ? 1 : 0;
    if (this.#state !== 'passed') {
      eachNal(this.#codec, payload, (part) => this.#add(part));
    }
    return ended;
  }

  #isLossBefore({ sequence }: RtpPacket): boolean {
    const isNext = this.#sequence === null || sequence === ((this.#sequence + 1) & 0xffff);
    this.#isCounted ||= isNext && this.#sequence !== null;
    this.#sequence = sequence;
    return !isNext && this.#isCounted;
  }

  #begin(timestamp: number): void {
    this.#timestamp = timestamp;
    this.#state = 'sets';
    this.#empty();
    this.#isInSet = false;
    this.#marks = 0;
    this.#isMarked = false;
  }

  #add(part: NalPart): void {
    const { isSlice, parameterSets, delimiters } = this.#kinds;
    const isDelimiter = delimiters.includes(part.type);
    if (isSlice(part.type)) {
      this.#addSlice(part);
    } else if (parameterSets.includes(part.type)) {
      this.#addSet(part);
    } else if (isDelimiter && (part.head === null || part.body.length > MAX_DELIMITER)) {
      this.#addSet(part);
    }
  }

  #addSlice({ type, head, body }: NalPart): void {
    if (this.#state === 'sets') {
      const isFirst = head !== null && ((body[0] ?? 0) & FIRST_SLICE) !== 0;
      this.#keepSets();
      this.#state = isFirst && this.#kinds.isKeySlice(type) ? 'slices' : 'passed';
    }
    if (this.#state === 'slices') {
      this.#append(this.#slices, head, body);
    }
  }

  #addSet({ type, head, body }: NalPart): void {
    if (head !== null) {
      this.#setTypes.add(type);
      this.#isInSet = true;
    }
    if (this.#state === 'sets' && this.#isInSet) {
      this.#append(this.#sets, head, body);
    }
  }

  #append(to: Uint8Array[], head: Uint8Array | null, body: Uint8Array): void {
    this.#bytes += body.length;
    if (this.#bytes > MAX_BYTES) this.#drop();
    else to.push(...(head === null ? [] : [START_CODE, head.slice()]), body.slice());
  }

  /** Nothing more of this picture is wanted, nor what there is of it. */
  #drop(): void {
    this.#state = 'passed';
    this.#empty();
  }

  #empty(): void {
    this.#slices = [];
    this.#sets = [];
    this.#bytes = 0;
    this.#setTypes.clear();
    this.#areSetsKnown = false;
  }

  #finished(): Keyframe | null {
    const timestamp = this.#timestamp;
    if (timestamp === null || this.#state === 'passed') {
      return null;
    }
    if (this.#state === 'sets') {
      return this.#finishedInSets(timestamp);
    }
    // Sets that are not a whole group change some of those that are known.
    const changed = this.#areSetsKnown ? [] : this.#sets;
    return this.#knownSets.length === 0
      ? null
      : { data: joined([this.#knownSets, ...changed, ...this.#slices]), timestamp };
  }

  /** Some cameras send sets as a picture of their own; some the whole keyframe as one unit, start codes within. */
  #finishedInSets(timestamp: number): Keyframe | null {
    if (this.#sets.length === 0) {
      return null;
    }
    const data = joined(this.#sets);
    const start = pictureStart(this.#codec, data);
    if (start.isKeyframe && start.hasParameterSets) {
      return { data, timestamp };
    }
    this.#keepSets();
    return null;
  }

  /** A whole group of sets holds from here on. */
  #keepSets(): void {
    if (this.#kinds.parameterSets.every((type) => this.#setTypes.has(type))) {
      this.#knownSets = joined(this.#sets);
      this.#areSetsKnown = true;
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
