/**
 * What the detector remembers of a camera, as views into the one block of bytes that the engine keeps for it.
 *
 * ```text
 * 0        facts      64 × float64   version, samples seen, time of the last one, size model, …
 * 512      tracks     MAX_TRACKS × TRACK_FIELDS × float32
 * …        mean       3 × PIXELS float32   the empty room, planes of red, green, blue
 * …        spread     PIXELS float32       standard deviation of the noise, 0..255
 * …        early      EARLY × 3 × PIXELS uint8   the first samples, until the room is known from their median
 * ```
 * All zero is a camera that was never seen; a foreign version starts again.
 */

export const WIDTH = 320;
export const HEIGHT = 180;
export const PIXELS = WIDTH * HEIGHT;
/** How many first samples the empty room is taken from. Odd, for the median. Chosen here; see the accuracy test. */
export const EARLY = 15;
export const MAX_TRACKS = 96;
export const TRACK_FIELDS = 16;

const VERSION = 1;
const FACTS = 64;
const FACTS_BYTES = FACTS * 8;
const TRACKS_BYTES = MAX_TRACKS * TRACK_FIELDS * 4;
const MEAN_AT = FACTS_BYTES + TRACKS_BYTES;
const SPREAD_AT = MEAN_AT + 3 * PIXELS * 4;
const EARLY_AT = SPREAD_AT + PIXELS * 4;
export const STATE_BYTES = EARLY_AT + EARLY * 3 * PIXELS;

export const HORIZON_BINS = 42;

/** Where each fact lies in {@link Memory.facts}. */
export const FACT = {
  version: 0,
  samples: 1,
  atMs: 2,
  tracks: 3,
  /** Size model: see `size.ts`. */
  horizon: 4,
  sightings: 5,
  /** The highest row in which someone upright stood, or 0: the floor is below. */
  farthest: 6,
  /** Samples on end that showed another room than the remembered one. */
  strange: 7,
  /** First of {@link HORIZON_BINS}. */
  horizons: 16,
} as const;

export interface Memory {
  readonly facts: Float64Array;
  readonly tracks: Float32Array;
  readonly mean: Float32Array;
  readonly spread: Float32Array;
  readonly early: Uint8Array;
}

/** The views. Starts the camera again where the block was written by another version. */
export function openMemory(state: Uint8Array): Memory {
  const { buffer, byteOffset } = state;
  const memory: Memory = {
    facts: new Float64Array(buffer, byteOffset, FACTS),
    tracks: new Float32Array(buffer, byteOffset + FACTS_BYTES, MAX_TRACKS * TRACK_FIELDS),
    mean: new Float32Array(buffer, byteOffset + MEAN_AT, 3 * PIXELS),
    spread: new Float32Array(buffer, byteOffset + SPREAD_AT, PIXELS),
    early: new Uint8Array(buffer, byteOffset + EARLY_AT, EARLY * 3 * PIXELS),
  };
  if (memory.facts[FACT.version] !== VERSION) {
    state.fill(0);
    memory.facts[FACT.version] = VERSION;
  }
  return memory;
}
