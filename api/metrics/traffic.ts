/** What was asked of the service and how long the answers took, in bounded memory. */

/** Methods with rows of their own; every other one is counted as `OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What was asked for and how it was answered, since the start. Rows are routes, never raw paths, so memory is bounded. */
export class Traffic {
  /** By route, and there by method. */
  readonly #rows = new Map<string, Map<string, ReturnType<typeof newRow>>>();

  /** Makes rows for what is listed also while no one asks for it. */
  list(endpoints: readonly { readonly method: string; readonly path: string }[]): void {
    for (const { method, path } of endpoints) this.#row(method, path);
  }

  /** @param path As the route was declared. @param tookMs From the head of the request. */
  answered(method: string, path: string, status: number, tookMs: number): void {
    const row = this.#row(method, path);
    row.byStatus.set(status, (row.byStatus.get(status) ?? 0) + 1);
    row.latency.add(tookMs);
  }

  /** Every row, by name. */
  endpoints() {
    const rows = [...this.#rows.values()].flatMap((byMethod) => [...byMethod.values()]);
    return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #row(sent: string, path: string) {
    const method = METHODS.has(sent) ? sent : 'OTHER';
    const byMethod = this.#rows.get(path) ?? new Map<string, ReturnType<typeof newRow>>();
    const known = byMethod.get(method);
    if (known !== undefined) return known;
    const row = newRow(method, path);
    this.#rows.set(path, byMethod.set(method, row));
    return row;
  }
}

/** One method of one route. @param path As the route was declared: `/v1/trainers/{trainer}`. */
function newRow(method: string, path: string) {
  const name = `${method} ${path}`;
  return { method, path, name, byStatus: new Map<number, number>(), latency: new Histogram() };
}

const STEPS_PER_DOUBLING = 8;
const DOUBLINGS = 26;
const BUCKETS = STEPS_PER_DOUBLING * DOUBLINGS;
const FIRST_LIMIT_MS = 0.001;

/**
 * How long things took, in bounded memory: counts in buckets whose limits grow by the eighth root of two, from 1 µs to
 * 64 s. A quantile is told as the middle of its bucket, so it is at most 4.5 % off; what is outside counts at the ends.
 */
export class Histogram {
  readonly #buckets = new Uint32Array(BUCKETS + 1);
  count = 0;
  sumMs = 0;

  /** Counts one duration, 0.. ms. */
  add(tookMs: number): void {
    const bucket = bucketOf(tookMs);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.count += 1;
    this.sumMs += tookMs;
  }

  /** The duration that `share` (0..1) of all are not above, ms; null before the first. */
  quantileMs(share: number): number | null {
    const rank = Math.max(1, Math.ceil(share * this.count));
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count;
      if (seen >= rank) return FIRST_LIMIT_MS * 2 ** ((bucket - 0.5) / STEPS_PER_DOUBLING);
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
