/** One sample: what one keyframe of one camera said. The unit of the counts store and of the history. */

/** Bits of {@link Sample.flags}: why a sample's count must not be trusted. */
export const SAMPLE_FLAGS = {
  /** The detector is still warming up: there is no count. */
  warmingUp: 1,
  /** The picture is black or covered. */
  black: 2,
  /** The picture has not changed for too long: the camera is frozen. */
  frozen: 4,
} as const;

/** Most zones whose counts a sample keeps apart; a camera may not have more. */
export const MAX_ZONES = 16;

export interface Sample {
  /** The keyframe's own time, ms since 1970, UTC. */
  readonly atUtcMs: number;
  /** Position in the stream, ms; null where the source has none. */
  readonly mediaMs: number | null;
  /** People counted: inside a count zone (or anywhere when none is drawn), in no ignore or staff zone. Null is unknown. */
  readonly count: number | null;
  /** People in staff zones. */
  readonly staff: number;
  /** Detections in ignore zones or outside all count zones. */
  readonly ignored: number;
  /** People in each zone, in the order of the camera's zones; at most {@link MAX_ZONES}. */
  readonly zones: readonly number[];
  /** Mean score of those counted, 0..1; null when no one was. */
  readonly confidence: number | null;
  /** {@link SAMPLE_FLAGS} or-ed together; 0 is a good sample. */
  readonly flags: number;
  /** Mean brightness of the picture, 0..255. */
  readonly luma: number;
  /** Hash of the picture's coarse pixels, 32 bits, unsigned: equal hashes one after another mean a frozen picture. */
  readonly fingerprint: number;
  /** Time spent decoding and fitting, µs. */
  readonly decodeUs: number;
  /** Time spent in the detector, µs. */
  readonly detectUs: number;
}
