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
 * A picture ends where the next begins, not at its marker bit, which some cameras set on every slice.
 */

import type { VideoCodec } from '../annex-b.ts';
import { eachNal, type NalPart } from './payload.ts';
import type { RtpPacket } from './rtp.ts';

const START_CODE = Uint8Array.of(0, 0, 0, 1);
/** Largest keyframe, bytes. Chosen here: four times the size of an 8-megapixel JPEG; more is no camera. */
const MOST_BYTES = 16 * 2 ** 20;

interface UnitKinds {
  isSlice(type: number): boolean;
  isKeySlice(type: number): boolean;
  /** Types of the parameter sets, all of which a picture needs. */
  readonly parameterSets: readonly number[];
}

/** NAL unit types as `annex-b.ts` tells them apart. */
const KINDS: Readonly<Record<VideoCodec, UnitKinds>> = {
  h264: {
    isSlice: (type) => type >= 1 && type <= 5,
    isKeySlice: (type) => type === 5,
    parameterSets: [7, 8],
  },
  hevc: {
    isSlice: (type) => type < 32,
    isKeySlice: (type) => type >= 16 && type <= 21,
    parameterSets: [32, 33, 34],
  },
};

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
  readonly #kinds: UnitKinds;
  /** The last whole group of parameter sets, in Annex B form; empty while there is none. */
  #knownSets: readonly Uint8Array[];
  #sets: Uint8Array[] = [];
  readonly #setTypes = new Set<number>();
  #slices: Uint8Array[] = [];
  #bytes = 0;
  #state: 'sets' | 'slices' | 'passed' = 'passed';
  #timestamp: number | null = null;
  #sequence: number | null = null;
  /** Whether fragments go on with a parameter set. */
  #isInSet = false;

  /** @param parameterSets those of the SDP, in Annex B form; empty where it has none, or not all. */
  constructor(codec: VideoCodec, parameterSets: Uint8Array) {
    this.#codec = codec;
    this.#kinds = KINDS[codec];
    this.#knownSets = parameterSets.length === 0 ? [] : [parameterSets];
  }

  /** Takes the next packet. @returns the keyframe that ended before it; null mostly. */
  take(packet: RtpPacket): Keyframe | null {
    const { sequence, timestamp, payload } = packet;
    const isLoss = this.#sequence !== null && sequence !== ((this.#sequence + 1) & 0xffff);
    this.#sequence = sequence;
    let ended: Keyframe | null = null;
    if (timestamp !== this.#timestamp) {
      // What was lost may have been its last slice.
      ended = isLoss ? null : this.#finished();
      this.#begin(timestamp);
    } else if (isLoss) {
      this.#pass();
    }
    if (this.#state !== 'passed') {
      eachNal(this.#codec, payload, (part) => this.#add(part));
    }
    return ended;
  }

  #begin(timestamp: number): void {
    this.#timestamp = timestamp;
    this.#state = 'sets';
    this.#sets = [];
    this.#setTypes.clear();
    this.#slices = [];
    this.#bytes = 0;
    this.#isInSet = false;
  }

  #add(part: NalPart): void {
    const { isSlice, parameterSets } = this.#kinds;
    if (isSlice(part.type)) {
      this.#addSlice(part);
    } else if (parameterSets.includes(part.type)) {
      this.#addSet(part);
    }
  }

  #addSlice({ type, head, body }: NalPart): void {
    if (this.#state === 'sets') {
      const isFirst = head !== null && ((body[0] ?? 0) & FIRST_SLICE) !== 0;
      if (!isFirst || !this.#kinds.isKeySlice(type)) {
        this.#keepSets();
        this.#pass();
        return;
      }
      this.#state = 'slices';
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

  /** Copies: the bytes of a packet are only lent. */
  #append(to: Uint8Array[], head: Uint8Array | null, body: Uint8Array): void {
    this.#bytes += START_CODE.length + 2 + body.length;
    if (this.#bytes > MOST_BYTES) {
      this.#pass();
      return;
    }
    if (head !== null) {
      to.push(START_CODE, new Uint8Array(head));
    }
    to.push(new Uint8Array(body));
  }

  #pass(): void {
    this.#state = 'passed';
    this.#slices = [];
  }

  #finished(): Keyframe | null {
    this.#keepSets();
    if (this.#state !== 'slices' || this.#knownSets.length === 0 || this.#timestamp === null) {
      return null;
    }
    return { data: joined([...this.#knownSets, ...this.#slices]), timestamp: this.#timestamp };
  }

  /** A whole group of sets holds from here on; some cameras send it as a picture of its own. */
  #keepSets(): void {
    if (this.#kinds.parameterSets.every((type) => this.#setTypes.has(type))) {
      this.#knownSets = this.#sets;
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
