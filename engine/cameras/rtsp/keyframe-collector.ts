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

/** The picture that is being put together, in copies: the packets' memory is used again. */
function begun(timestamp: number | null) {
  return {
    timestamp,
    state: (timestamp === null ? 'passed' : 'sets') as 'sets' | 'slices' | 'passed',
    sets: [] as Uint8Array[],
    slices: [] as Uint8Array[],
    bytes: 0,
    setTypes: new Set<number>(),
    /** Whether its sets are those that are known. */
    areSetsKnown: false,
    /** Whether fragments go on with a parameter set. */
    isInSet: false,
    /** Packets of it that were marked, and whether the last was. */
    marks: 0,
    isMarked: false,
  };
}

type Picture = ReturnType<typeof begun>;

export class KeyframeCollector {
  readonly #codec: VideoCodec;
  readonly #kinds: NalKinds;
  /** The last whole group of parameter sets, in Annex B form; empty while there is none. */
  #knownSets: Uint8Array;
  #picture = begun(null);
  #sequence: number | null = null;
  /** Whether any packet was the next: some cameras do not count their packets. */
  #isCounted = false;

  /** @param parameterSets those of the SDP, in Annex B form; empty where it has none, or not all. */
  constructor(codec: VideoCodec, parameterSets: Uint8Array) {
    this.#codec = codec;
    this.#kinds = KINDS[codec];
    this.#knownSets = parameterSets;
  }

  /** Takes the next packet. @returns the keyframe that ended before it; null mostly. */
  take({ timestamp, payload, isMarked, sequence }: RtpPacket): Keyframe | null {
    const isLoss = this.#isLossBefore(sequence);
    const before = this.#picture;
    let ended: Keyframe | null = null;
    if (timestamp !== before.timestamp) {
      // What was lost may have been its last slice, unless that is here.
      ended = !isLoss || (before.isMarked && before.marks === 1) ? this.#finished(before) : null;
      this.#picture = begun(timestamp);
    } else if (isLoss) {
      drop(before);
    }
    const picture = this.#picture;
    picture.isMarked = isMarked;
    picture.marks += isMarked ? 1 : 0;
    if (picture.state !== 'passed') {
      for (const part of nalsIn(this.#kinds, payload)) this.#add(picture, part);
    }
    return ended;
  }

  #isLossBefore(sequence: number): boolean {
    const isNext = this.#sequence === null || sequence === ((this.#sequence + 1) & 0xffff);
    this.#isCounted ||= isNext && this.#sequence !== null;
    this.#sequence = sequence;
    return !isNext && this.#isCounted;
  }

  #add(picture: Picture, part: NalPart): void {
    const { isSlice, parameterSets, delimiters } = this.#kinds;
    const { type, head, body } = part;
    if (isSlice(type)) {
      this.#addSlice(picture, part);
      return;
    }
    const isWhole = delimiters.includes(type) && (head === null || body.length > MAX_DELIMITER);
    if (!isWhole && !parameterSets.includes(type)) return;
    if (head !== null) {
      picture.setTypes.add(type);
      picture.isInSet = true;
    }
    if (picture.state === 'sets' && picture.isInSet) append(picture, picture.sets, part);
  }

  #addSlice(picture: Picture, part: NalPart): void {
    if (picture.state === 'sets') {
      const isFirst = part.head !== null && ((part.body[0] ?? 0) & FIRST_SLICE) !== 0;
      this.#keepSets(picture);
      picture.state = isFirst && this.#kinds.isKeySlice(part.type) ? 'slices' : 'passed';
    }
    if (picture.state === 'slices') append(picture, picture.slices, part);
  }

  #finished(picture: Picture): Keyframe | null {
    const { state, timestamp, sets, slices, areSetsKnown } = picture;
    if (timestamp === null || state === 'passed') return null;
    if (state === 'slices') {
      // Sets that are not a whole group change some of those that are known.
      const changed = areSetsKnown ? [] : sets;
      return this.#knownSets.length === 0
        ? null
        : { data: joined([this.#knownSets, ...changed, ...slices]), timestamp };
    }
    // Some cameras send sets as a picture of their own; some the whole keyframe as one unit, start codes within.
    const data = joined(sets);
    const start = pictureStart(this.#codec, data);
    if (start.isKeyframe && start.hasParameterSets) return { data, timestamp };
    this.#keepSets(picture);
    return null;
  }

  /** A whole group of sets holds from here on. */
  #keepSets(picture: Picture): void {
    if (!this.#kinds.parameterSets.every((type) => picture.setTypes.has(type))) return;
    this.#knownSets = joined(picture.sets);
    picture.areSetsKnown = true;
  }
}

function append(picture: Picture, to: Uint8Array[], { head, body }: NalPart): void {
  picture.bytes += body.length;
  if (picture.bytes > MAX_BYTES) {
    drop(picture);
    return;
  }
  if (head !== null) to.push(START_CODE, new Uint8Array(head));
  to.push(new Uint8Array(body));
}

/** Nothing more of this picture is wanted, nor what there is of it. */
function drop(picture: Picture): void {
  Object.assign(picture, { state: 'passed', sets: [], slices: [] });
}

/** Fills a buffer of its own. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** The head of an RTP packet: RFC 3550, 5.1. */

const FIXED_BYTES = 12;
/** RTCP's "goodbye": RFC 3550, 6.6. */
const BYE = 203;
/**
 * Ticks between two pictures that are no time but a new beginning, of a camera that took another clock: ten minutes of
 * video. Chosen here.
 */
const LEAP_TICKS = 600 * 90_000;

export type RtpPacket = NonNullable<ReturnType<typeof parseRtp>>;

/** The packet in `bytes`; null where they are none of version 2. */
export function parseRtp(bytes: Uint8Array) {
  const first = bytes[0] ?? 0;
  if (bytes.length < FIXED_BYTES || first >> 6 !== 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = FIXED_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (start + 4 > bytes.length) return null;
    start += 4 + 4 * view.getUint16(start + 2);
  }
  const padding = (first & 0x20) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const end = bytes.length - padding;
  if (start > end) return null;
  return {
    payloadType: (bytes[1] ?? 0) & 0x7f,
    /** The marker bit: the last packet of its picture, or, of some cameras, of each slice. */
    isMarked: (bytes[1] ?? 0) > 0x7f,
    /** 0..65535, one more with each packet. */
    sequence: view.getUint16(2),
    /** 0..2³² − 1, in ticks of the stream's clock; the packets of one picture have the same. */
    timestamp: view.getUint32(4),
    /** May be empty. A view of the packet. */
    payload: bytes.subarray(start, end),
  };
}

/** Whether a compound RTCP packet says that the stream has ended. */
export function saysGoodbye(bytes: Uint8Array): boolean {
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at + 1] === BYE) return true;
    at += 4 * (1 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)));
  }
  return false;
}

/** Ticks since the first packet of a stream, over any number of turns of the timestamp's 32 bits. */
export class RtpTicks {
  #last: number | null = null;
  #ticks = 0;

  /** Takes the first packet's timestamp; harmless with any later. */
  begin(timestamp: number): void {
    this.#last ??= timestamp;
  }

  /** Ticks up to `timestamp`; a leap of more than ten minutes since the one asked about before counts as no time. */
  since(timestamp: number): number {
    // To 32 bits with a sign: pictures may be sent before one that is shown earlier.
    const ticks = (timestamp - (this.#last ?? timestamp)) | 0;
    this.#ticks += Math.abs(ticks) > LEAP_TICKS ? 0 : ticks;
    this.#last = timestamp;
    return this.#ticks;
  }
}

/** A NAL unit in an RTP payload, or a fragment of one. Only what is looked at is read; nothing is copied. */
interface NalPart {
  /** `nal_unit_type`. */
  readonly type: number;
  /** The head of the unit where it begins here; null where this goes on with the one before. */
  readonly head: Uint8Array | null;
  /** What follows: a view of the payload. */
  readonly body: Uint8Array;
}

const STARTS = 0x80;

/** The units and fragments in `payload`, in order. What is cut short is left out. */
function nalsIn(
  { typeOf, headBytes, headOf, aggregate, fragment }: NalKinds,
  payload: Uint8Array,
): readonly NalPart[] {
  const unit = withoutStartCode(payload);
  const type = typeOf(unit[0] ?? 0);
  if (type === fragment) {
    const head = headOf(unit);
    const isStart = ((unit[headBytes] ?? 0) & STARTS) !== 0;
    const body = unit.subarray(headBytes + 1);
    return [{ type: typeOf(head[0] ?? 0), head: isStart ? head : null, body }];
  }
  const units = type === aggregate ? unitsIn(unit, headBytes) : [unit];
  const whole = units.filter(({ length }) => length > headBytes);
  return whole.map((one) => ({
    type: typeOf(one[0] ?? 0),
    head: one.subarray(0, headBytes),
    body: one.subarray(headBytes),
  }));
}

/** In H.264 the aggregate's head is one byte and in H.265 two, as any unit's. */
function unitsIn(aggregate: Uint8Array, headBytes: number): readonly Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let at = headBytes; at + 2 < aggregate.length; ) {
    const length = ((aggregate[at] ?? 0) << 8) | (aggregate[at + 1] ?? 0);
    const unit = aggregate.subarray(at + 2, at + 2 + length);
    if (unit.length < length || length <= headBytes) break;
    units.push(unit);
    at += 2 + length;
  }
  return units;
}

/** Some cameras send units as they stand in a file. No unit and no fragment begins with two zeros. */
function withoutStartCode(payload: Uint8Array): Uint8Array {
  const one = payload[2] === 0 ? 3 : 2;
  const isStartCode = payload[0] === 0 && payload[1] === 0 && payload[one] === 1;
  return isStartCode ? payload.subarray(one + 1) : payload;
}
