/**
 * From a request to its answer: limits, preflight, body, route. Every request is answered exactly once, whatever a handler
 * does; an answer that is ready at once is written without a promise in between.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { TrustedProxies } from '../../store/access/client-address.ts';
import { BodyBudget, LargeBody, SmallBody } from './body.ts';
import type { Context } from './context.ts';
import { bodyTooLarge, LIMITS, refuseHead, uploadsBusy } from './limits.ts';
import { type Answer, type ApiRequest, LiveBody, StreamBody } from './message.ts';
import { problemOf } from './problem.ts';
import { sendLive, sendOptions, sendStream, sendWhole } from './reply.ts';

/** Finds who answers. */
export interface Router {
  /** Where `path` (as sent) leads: every path leads somewhere. */
  find(path: string): Destination;
}

/** Where a path leads. */
export interface Destination {
  /** Path of the route as it was declared, with its braces: one of a bounded set. */
  readonly path: string;
  /** Decoded texts of its braces. */
  readonly pathTexts: ReadonlyMap<string, string>;
  /** False for the catch-all. */
  readonly isRoute: boolean;
  readonly methods: readonly string[];
  /**
   * Whether the body of a request is worth reading: a large one of someone who may not send it is not. Then the answer is
   * made without it. Left out: always.
   */
  readonly awaitsBody?: (request: ApiRequest) => boolean;
  /** Largest body that it takes, bytes. */
  readonly bodyBytes: number;
  /**
   * Why a request that was sent under this name, or for this page, is refused: asked before anything else looks at it,
   * preflights too. Null where it may come from anywhere.
   */
  readonly origins: ((headers: ApiRequest['headers']) => Answer | null) | null;
  answer(request: ApiRequest): Answer | Promise<Answer>;
}

/** Hears of each answer when it is handed over, of a stream when its head is. */
export interface AnswerListener {
  /** @param path As the route was declared. @param tookMs From the head of the request. */
  answered(method: string, path: string, status: number, tookMs: number): void;
}

export interface DispatcherParts {
  readonly router: Router;
  readonly log: Log;
  readonly clock: Clock;
  readonly listener: AnswerListener;
  /** None where it is left out. */
  readonly proxies?: TrustedProxies;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #open = new Set<Promise<void>>();
  readonly #uploads = new BodyBudget(LIMITS.uploadsBytes);

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Resolves when nothing is being answered. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  readonly onRequest = (context: Context): void => {
    const { router, clock, listener, proxies } = this.#parts;
    const arrivedMs = clock.monotonicMs();
    const destination = router.find(context.path);
    if (proxies !== undefined) context.proxies = proxies;
    context.pathTexts = destination.pathTexts;
    const foreign = destination.origins?.(context.headers) ?? null;
    context.isForeign = foreign !== null;
    const refused = foreign ?? refuseHead(context, destination.bodyBytes);
    const asked: Asked = {
      context,
      destination,
      answered: (status) => {
        const method = context.isHead ? 'HEAD' : context.method;
        listener.answered(method, destination.path, status, clock.monotonicMs() - arrivedMs);
      },
    };
    if (refused !== null) {
      give(asked, refused, true);
      return;
    }
    const status = sendOptions(context, destination.methods, destination.isRoute);
    if (status !== null) asked.answered(status);
    else if (awaitsBody(asked)) this.#track(this.#withBody(asked));
    else this.#attempt(asked);
  };

  async #withBody(asked: Asked): Promise<void> {
    const { context, destination } = asked;
    const { bodyBytes } = destination;
    const gone = new Promise<'gone'>((resolve) => context.onAborted(() => resolve('gone')));
    const large = bodyBytes > LIMITS.mcpBodyBytes ? new LargeBody(bodyBytes, this.#uploads) : null;
    const isRead = large?.announce(Number(context.headers.get('content-length') ?? 0)) ?? true;
    const reading = isRead ? context.readBody(large ?? new SmallBody(bodyBytes)) : null;
    const body = await Promise.race([reading, gone]);
    large?.end();
    if (body === null) {
      give(asked, large?.isRefused ? uploadsBusy() : bodyTooLarge(bodyBytes), true);
    } else if (body !== 'gone') {
      context.body = body;
      this.#attempt(asked);
    }
  }

  #attempt(asked: Asked): void {
    try {
      const answer = asked.destination.answer(asked.context);
      if (answer instanceof Promise) {
        const sent = answer.then((late) => this.#send(asked, late));
        this.#track(sent.catch((error) => this.#fail(asked, error)));
      } else this.#send(asked, answer);
    } catch (error) {
      this.#fail(asked, error);
    }
  }

  #send(asked: Asked, answer: Answer): void {
    const { context, answered } = asked;
    const { value, status } = answer;
    if (value instanceof LiveBody) {
      sendLive(context, answer, value);
      answered(status);
    } else if (value instanceof StreamBody) {
      const sent = sendStream(context, answer, value, () => answered(status)).then((fault) => {
        if (fault !== null) this.#report('stream_failed', context, fault.cause);
      });
      this.#track(sent.catch((error) => this.#fail(asked, error)));
    } else give(asked, answer, false);
  }

  #fail(asked: Asked, error: unknown): void {
    const { context } = asked;
    const answer = problemOf(error, context.requestId);
    if (context.isGone && error instanceof Error && error.name === 'AbortError') {
      // It stopped, as it was asked to: nothing is answered.
      context.settle?.(answer.status, false);
      return;
    }
    if (answer.status >= 500) this.#report('request_failed', context, error);
    give(asked, answer, false);
  }

  #report(event: string, { requestId, isHead, method, path }: Context, error: unknown): void {
    const { log } = this.#parts;
    log.error(event, { request_id: requestId, method: isHead ? 'HEAD' : method, path, error });
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
  readonly answered: (status: number) => void;
}

function give({ context, answered }: Asked, answer: Answer, isLast: boolean): void {
  answered(sendWhole(context, answer, isLast || context.isBodyLeft));
}

/** Whether a body comes that the destination waits for; one that it does not is left unread. */
function awaitsBody({ context, destination }: Asked): boolean {
  const { headers } = context;
  if (!headers.has('transfer-encoding') && (headers.get('content-length') ?? '0') === '0') {
    return false;
  }
  context.isBodyLeft = destination.awaitsBody?.(context) === false;
  return !context.isBodyLeft;
}
