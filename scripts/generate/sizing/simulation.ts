/** Looks at cameras by some workers, as they fall due: how long they wait. Pure, and the same each time. */

export interface Crew {
  readonly cameras: number;
  readonly workers: number;
  /** Time for a look, ms. */
  readonly lookMs: number;
  /** Time between two looks at a camera, ms. */
  readonly periodMs: number;
}

/** Rounds of all cameras: enough that one in a hundred is many looks. */
const ROUNDS = 40;
/** A keyframe is there up to so much after it is due: cameras have one each second or two. */
const JITTER_MS = 1_000;
/** How much a look takes more or less than usual, 0..1. Chosen here, as quiet benches show it. */
const SPREAD = 0.25;

/** The time that 99 of 100 looks wait at most for a worker, ms. Cameras are due at random times of the period. */
export function waitMs({ cameras, workers, lookMs, periodMs }: Crew): number {
  const random = randomOf(20_261_123);
  const dues = Array.from({ length: cameras }, () => random() * periodMs).flatMap((phase) =>
    Array.from({ length: ROUNDS }, (_, round) => phase + round * periodMs + random() * JITTER_MS),
  );
  const freeAt = new Float64Array(workers);
  const waits = dues
    .sort((one, other) => one - other)
    .map((due) => {
      const worker = freeAt.indexOf(Math.min(...freeAt));
      const begins = Math.max(due, freeAt[worker] ?? 0);
      freeAt[worker] = begins + lookMs * (1 + SPREAD * (2 * random() - 1));
      return begins - due;
    })
    .sort((one, other) => one - other);
  return waits[Math.floor(waits.length * 0.99)] ?? 0;
}

/** Numbers of [0, 1): xorshift, 32 bits. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
