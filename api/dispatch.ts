/**
 * From a request to its answer: limits, preflight, body, route. Every request is answered exactly once, whatever a handler
 * does; an answer that is ready at once is written without a promise in between.
 */

import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import type { TrustedProxies } from '../store/access/limits.ts';
import type { Guard } from './auth/guard.ts';
import { bodyTooLarge, type Context, refuseHead } from './http/context.ts';
import { type Answer, LIMITS, LiveBody, problem, problemOf, retryAfter } from './http/message.ts';
import { sendLive, sendOptions, sendWhole } from './http/reply.ts';
import type { Traffic } from './metrics/traffic.ts';
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
    const asked: Asked = { context, destination, arrivedMs };
    if (refused !== null) {
      this.#give(asked, refused, true);
      return;
    }
    const status = sendOptions(context, destination.methods, destination.isRoute);
    if (status !== null) this.#answered(asked, status);
    else if (awaitsBody(asked)) this.#track(this.#withBody(asked));
    else this.#attempt(asked);
  };

  async #withBody(asked: Asked): Promise<void> {
    const { context, destination } = asked;
    const { bodyBytes } = destination;
    // Of one in chunks no length is known.
    const sizeBytes = Number(context.headers.get('content-length') ?? bodyBytes);
    const heldBytes = bodyBytes > LIMITS.mcpBodyBytes ? sizeBytes : 0;
    if (heldBytes > this.#uploadsBytes) {
      this.#give(asked, UPLOADS_BUSY, true);
      return;
    }
    const gone = new Promise<'gone'>((resolve) => context.onAborted(() => resolve('gone')));
    this.#uploadsBytes -= heldBytes;
    const body = await Promise.race([context.readBody(bodyBytes), gone]);
    this.#uploadsBytes += heldBytes;
    if (body === null) this.#give(asked, bodyTooLarge(bodyBytes), true);
    else if (body !== 'gone' && isUnreadable(asked)) this.#give(asked, COMPRESSED, false);
    else if (body !== 'gone') {
      context.body = body;
      this.#attempt(asked);
    }
  }

  #attempt(asked: Asked): void {
    try {
      const wait = this.#parts.guard.prepare(asked.context);
      const answer = wait === null ? this.#answer(asked) : wait.then(() => this.#answer(asked));
      if (answer instanceof Promise) {
        const sent = answer.then((late) => this.#send(asked, late));
        this.#track(sent.catch((error) => this.#fail(asked, error)));
      } else this.#send(asked, answer);
    } catch (error) {
      this.#fail(asked, error);
    }
  }

  #answer({ context, destination }: Asked): Answer | Promise<Answer> {
    const { method } = context;
    const made = destination.routes.get(method)?.answer(context, this.#parts.guard);
    if (made !== undefined) return made;
    const allow = destination.methods.join(', ');
    const headers = [['Allow', allow]] as const;
    return problem('method_not_allowed', `${method} is not one of ${allow}.`, { headers });
  }

  #send(asked: Asked, answer: Answer): void {
    const { context } = asked;
    const { value, status } = answer;
    if (value instanceof LiveBody) {
      sendLive(context, answer, value);
      this.#answered(asked, status);
    } else this.#give(asked, answer, false);
  }

  #give(asked: Asked, answer: Answer, isLast: boolean): void {
    const { context } = asked;
    this.#answered(asked, sendWhole(context, answer, isLast || context.isBodyLeft));
  }

  #answered({ context, destination, arrivedMs }: Asked, status: number): void {
    const { traffic, clock } = this.#parts;
    const method = context.isHead ? 'HEAD' : context.method;
    traffic.answered(method, destination.path, status, clock.monotonicMs() - arrivedMs);
  }

  #fail(asked: Asked, error: unknown): void {
    const { context } = asked;
    const answer = problemOf(error, context.requestId);
    if (context.isGone && error instanceof Error && error.name === 'AbortError') {
      // It stopped, as it was asked to: nothing is answered, and it is charged as if it had been.
      context.settle?.(200, !context.isHead);
      return;
    }
    if (answer.status >= 500) {
      const { requestId: request_id, isHead, method, path } = context;
      const about = { request_id, method: isHead ? 'HEAD' : method, path, error };
      this.#parts.log.error('request_failed', about);
    }
    this.#give(asked, answer, false);
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
interface Asked {
  readonly context: Context;
  readonly destination: Destination;
  /** Instant of its head, ms of the clock that only goes forward. */
  readonly arrivedMs: number;
}

/** Whether a body comes that the destination waits for; one that it does not is left unread. */
function awaitsBody({ context, destination }: Asked): boolean {
  const { headers } = context;
  if (!headers.has('transfer-encoding') && (headers.get('content-length') ?? '0') === '0') {
    return false;
  }
  context.isBodyLeft = !destination.awaitsBody(context);
  return !context.isBodyLeft;
}

/** Whether its body is compressed, and the route does not inflate it. */
function isUnreadable({ context: { headers, method }, destination }: Asked): boolean {
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
