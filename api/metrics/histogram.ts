/**
 * How long things took, in bounded memory: counts in buckets whose limits grow by the eighth root of two, from 1 µs to
 * 64 s. A quantile is told as the middle of its bucket, so it is at most 4.5 % off; what is outside counts at the ends.
 */

const STEPS_PER_DOUBLING = 8;
const DOUBLINGS = 26;
const BUCKETS = STEPS_PER_DOUBLING * DOUBLINGS;
const FIRST_LIMIT_MS = 0.001;

export class Histogram {
  readonly #buckets = new Uint32Array(BUCKETS + 1);
  #count = 0;
  #sumMs = 0;

  get count(): number {
    return this.#count;
  }

  get sumMs(): number {
    return this.#sumMs;
  }

  /** Counts one duration, 0.. ms. */
  add(tookMs: number): void {
    const bucket = bucketOf(tookMs);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
    this.#sumMs += tookMs;
  }

  /** The duration that `share` (0..1) of all are not above, ms; null before the first. */
  quantileMs(share: number): number | null {
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count;
      if (seen >= rank) return limitMs(bucket - 0.5);
    }
    return null;
  }

  /** How many took at most 2^`doublings` µs; exact, for a limit lies there. */
  countWithin(doublings: number): number {
    return this.#buckets
      .subarray(0, doublings * STEPS_PER_DOUBLING + 1)
      .reduce((sum, count) => sum + count, 0);
  }
}

/** Bucket 0 holds what took up to 1 µs, bucket n what took up to its limit and longer than that of the one before. */
function bucketOf(tookMs: number): number {
  if (!(tookMs > FIRST_LIMIT_MS)) return 0;
  const bucket = Math.ceil(Math.log2(tookMs / FIRST_LIMIT_MS) * STEPS_PER_DOUBLING);
  return Math.min(bucket, BUCKETS);
}

function limitMs(bucket: number): number {
  return FIRST_LIMIT_MS * 2 ** (bucket / STEPS_PER_DOUBLING);
}
