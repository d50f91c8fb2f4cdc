/** What was asked for and how it was answered, since the start. Rows are routes, never raw paths, so memory is bounded. */

import type { AnswerListener } from '../http/dispatch.ts';

/** One method of one route. */
export interface EndpointTraffic {
  readonly method: string;
  /** As the route was declared: `/v1/trainers/{trainer}`. */
  readonly path: string;
  /** Both: `GET /v1/trainers/{trainer}`. */
  readonly name: string;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly latency: Histogram;
}

/** Methods with rows of their own; every other one is counted as `OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Row extends EndpointTraffic {
  readonly byStatus: Map<number, number>;
}

export class Traffic implements AnswerListener {
  readonly #rows = new Map<string, Map<string, Row>>();

  /** Makes rows for what is listed also while no one asks for it. */
  list(endpoints: readonly { readonly method: string; readonly path: string }[]): void {
    for (const { method, path } of endpoints) this.#row(method, path);
  }

  answered(method: string, path: string, status: number, tookMs: number): void {
    const row = this.#row(method, path);
    row.byStatus.set(status, (row.byStatus.get(status) ?? 0) + 1);
    row.latency.add(tookMs);
  }

  /** Every row, by name. */
  endpoints(): readonly EndpointTraffic[] {
    const rows = [...this.#rows.values()].flatMap((methods) => [...methods.values()]);
    return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #row(method: string, path: string): Row {
    const listed = METHODS.has(method) ? method : 'OTHER';
    return this.#rows.get(path)?.get(listed) ?? this.#newRow(listed, path);
  }

  #newRow(listed: string, path: string): Row {
    const methods = this.#rows.get(path) ?? new Map<string, Row>();
    this.#rows.set(path, methods);
    const row = {
      method: listed,
      path,
      name: `${listed} ${path}`,
      byStatus: new Map(),
      latency: new Histogram(),
    };
    methods.set(listed, row);
    return row;
  }
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
