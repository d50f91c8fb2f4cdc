/**
 * From a request to its answer: limits, preflight, body, route. Every request is answered exactly once, whatever a handler
 * does; an answer that is ready at once is written without a promise in between.
 */

import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import type { TrustedProxies } from '../store/access/limits.ts';
import type { Guard } from './auth/guard.ts';
import { bodyTooLarge, type Context, refuseHead } from './http/context.ts';
import {
  type Answer,
  HTTP_METHODS,
  LIMITS,
  problem,
  problemOf,
  retryAfter,
} from './http/message.ts';
import { send, sendOptions } from './http/reply.ts';
import type { Destination, Router } from './routes/router.ts';

interface DispatcherParts {
  readonly router: Router;
  readonly log: Log;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly traffic: Traffic;
  /** None where it is left out. */
  readonly proxies?: TrustedProxies;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #open = new Set<Promise<void>>();
  /** Memory that is left for large bodies under way. */
  #uploadsBytes = LIMITS.uploadsBytes;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Resolves when nothing is being answered. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  readonly onRequest = (context: Context): void => {
    const { router, clock, proxies } = this.#parts;
    const arrivedMs = clock.monotonicMs();
    const { path } = context;
    const destination = router.literals.get(path) ?? router.find(path);
    if (proxies !== undefined) context.proxies = proxies;
    context.pathTexts = destination.pathTexts;
    const foreign = destination.origins?.(context.headers) ?? null;
    context.isForeign = foreign !== null;
    const refused = foreign ?? refuseHead(context, destination.bodyBytes);
    const arrival: Arrival = { context, destination, arrivedMs };
    if (refused !== null) {
      this.#give(arrival, refused, true);
      return;
    }
    const status = sendOptions(context, destination.methods, destination.isRoute);
    if (status !== null) this.#answered(arrival, status);
    else if (awaitsBody(arrival)) this.#track(this.#withBody(arrival));
    else this.#attempt(arrival);
  };

  async #withBody(arrival: Arrival): Promise<void> {
    const { context, destination } = arrival;
    const { bodyBytes } = destination;
    // Of one in chunks no length is known.
    const sizeBytes = Number(context.headers.get('content-length') ?? bodyBytes);
    const heldBytes = bodyBytes > LIMITS.mcpBodyBytes ? sizeBytes : 0;
    if (heldBytes > this.#uploadsBytes) {
      this.#give(arrival, UPLOADS_BUSY, true);
      return;
    }
    const gone = new Promise<'gone'>((resolve) => context.onAborted(() => resolve('gone')));
    this.#uploadsBytes -= heldBytes;
    const body = await Promise.race([context.readBody(bodyBytes), gone]);
    this.#uploadsBytes += heldBytes;
    if (body === null) this.#give(arrival, bodyTooLarge(bodyBytes), true);
    else if (body !== 'gone' && isUnreadable(arrival)) this.#give(arrival, COMPRESSED, false);
    else if (body !== 'gone') {
      context.body = body;
      this.#attempt(arrival);
    }
  }

  #attempt(arrival: Arrival): void {
    try {
      const wait = this.#parts.guard.prepare(arrival.context);
      const answer = wait === null ? this.#answer(arrival) : wait.then(() => this.#answer(arrival));
      if (answer instanceof Promise) {
        const sent = answer.then((late) => this.#give(arrival, late, false));
        this.#track(sent.catch((error) => this.#fail(arrival, error)));
      } else this.#give(arrival, answer, false);
    } catch (error) {
      this.#fail(arrival, error);
    }
  }

  #answer({ context, destination }: Arrival): Answer | Promise<Answer> {
    const { method } = context;
    const made = destination.routes.get(method)?.answer(context, this.#parts.guard);
    if (made !== undefined) return made;
    const allow = destination.methods.join(', ');
    const headers = [['Allow', allow]] as const;
    return problem('method_not_allowed', `${method} is not one of ${allow}.`, { headers });
  }

  #give(arrival: Arrival, answer: Answer, isLast: boolean): void {
    const { context } = arrival;
    this.#answered(arrival, send(context, answer, isLast || context.isBodyLeft));
  }

  #answered({ context, destination, arrivedMs }: Arrival, status: number): void {
    const { traffic, clock } = this.#parts;
    const method = context.isHead ? 'HEAD' : context.method;
    traffic.answered(method, destination.path, status, clock.monotonicMs() - arrivedMs);
  }

  #fail(arrival: Arrival, error: unknown): void {
    const { context } = arrival;
    const answer = problemOf(error, context.requestId);
    if (context.isGone && error instanceof Error && error.name === 'AbortError') {
      // It stopped, as it was asked to: nothing is answered, and it is charged as if it had been.
      context.onAnswer?.(200, !context.isHead);
      return;
    }
    if (answer.status >= 500) {
      const { requestId: request_id, isHead, method, path } = context;
      const about = { request_id, method: isHead ? 'HEAD' : method, path, error };
      this.#parts.log.error('request_failed', about);
    }
    this.#give(arrival, answer, false);
  }

  #track(work: Promise<void>): void {
    const { log } = this.#parts;
    this.#open.add(work);
    work
      .finally(() => this.#open.delete(work))
      .catch((error) => log.error('request_lost', { error }));
  }
}

/** A request on its way to an answer. */
interface Arrival {
  readonly context: Context;
  readonly destination: Destination;
  /** Instant of its head, ms of the clock that only goes forward. */
  readonly arrivedMs: number;
}

/** Whether a body comes that the destination waits for; one that it does not is left unread. */
function awaitsBody({ context, destination }: Arrival): boolean {
  const { headers } = context;
  if (!headers.has('transfer-encoding') && (headers.get('content-length') ?? '0') === '0') {
    return false;
  }
  context.isBodyLeft = !destination.awaitsBody(context);
  return !context.isBodyLeft;
}

/** Whether its body is compressed, and the route does not inflate it. */
function isUnreadable({ context: { headers, method }, destination }: Arrival): boolean {
  const route = destination.routes.get(method);
  const coding = headers.get('content-encoding') ?? 'identity';
  return coding.toLowerCase() !== 'identity' && route !== undefined && route.inflates !== true;
}

const COMPRESSED = problem(
  'unsupported_media_type',
  'The body has a Content-Encoding, which this path does not read: send it uncompressed, without that header.',
);

/** The refusal of a large body while others fill the memory for them. */
const UPLOADS_BUSY = problem(
  'rate_limited',
  'Other files are being uploaded: send it again in 5 seconds.',
  { headers: retryAfter(5) },
);

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
    const method = HTTP_METHODS.find((known) => known === sent) ?? 'OTHER';
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
