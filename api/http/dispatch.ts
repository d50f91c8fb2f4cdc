/**
 * From a request to its answer: limits, preflight, body, route. Every request is answered exactly once, whatever a handler
 * does; an answer that is ready at once is written without a promise in between.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { TrustedProxies } from '../../store/access/limits.ts';
import { BodyBudget, BodySink } from './body.ts';
import type { Context } from './context.ts';
import {
  type Answer,
  type ApiRequest,
  LIMITS,
  LiveBody,
  problem,
  problemOf,
  StreamBody,
} from './message.ts';
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
    const { router, clock, proxies } = this.#parts;
    const arrivedMs = clock.monotonicMs();
    const destination = router.find(context.path);
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
    const gone = new Promise<'gone'>((resolve) => context.onAborted(() => resolve('gone')));
    const sink = new BodySink(bodyBytes, bodyBytes > LIMITS.mcpBodyBytes ? this.#uploads : null);
    const isRead = sink.announce(Number(context.headers.get('content-length') ?? 0));
    const body = await Promise.race([isRead ? context.readBody(sink) : null, gone]);
    sink.end();
    if (body === null) {
      this.#give(asked, sink.isRefused ? uploadsBusy() : bodyTooLarge(bodyBytes), true);
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
    const { context } = asked;
    const { value, status } = answer;
    if (value instanceof LiveBody) {
      sendLive(context, answer, value);
      this.#answered(asked, status);
    } else if (value instanceof StreamBody) {
      const onHead = () => this.#answered(asked, status);
      const sent = sendStream(context, answer, value, onHead).then((fault) => {
        if (fault !== null) this.#report('stream_failed', context, fault.cause);
      });
      this.#track(sent.catch((error) => this.#fail(asked, error)));
    } else this.#give(asked, answer, false);
  }

  #give(asked: Asked, answer: Answer, isLast: boolean): void {
    const { context } = asked;
    this.#answered(asked, sendWhole(context, answer, isLast || context.isBodyLeft));
  }

  #answered({ context, destination, arrivedMs }: Asked, status: number): void {
    const { listener, clock } = this.#parts;
    const method = context.isHead ? 'HEAD' : context.method;
    listener.answered(method, destination.path, status, clock.monotonicMs() - arrivedMs);
  }

  #fail(asked: Asked, error: unknown): void {
    const { context } = asked;
    const answer = problemOf(error, context.requestId);
    if (context.isGone && error instanceof Error && error.name === 'AbortError') {
      // It stopped, as it was asked to: nothing is answered, and it is charged as if it had been.
      context.settle?.(200, !context.isHead);
      return;
    }
    if (answer.status >= 500) this.#report('request_failed', context, error);
    this.#give(asked, answer, false);
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
  /** Instant of its head, ms of the clock that only goes forward. */
  readonly arrivedMs: number;
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

/**
 * The refusal of a head, or null for one that is fine. Every refusal closes the connection.
 *
 * @param bodyBytes Largest body that the path takes.
 */
function refuseHead(context: Context, bodyBytes: number): Answer | null {
  const { path, rawQuery, headers } = context;
  const target = `${path}${rawQuery ?? ''}`;
  if (
    isLong(target.length, LIMITS.targetBytes) &&
    Buffer.byteLength(target) >= LIMITS.targetBytes
  ) {
    return problem('target_too_long', `Path and query may have ${LIMITS.targetBytes} bytes.`);
  }
  if (isLong(charactersOf(headers), LIMITS.headersBytes) && isTooLarge(headers)) {
    return problem('headers_too_large', `The headers may have ${LIMITS.headersBytes} bytes.`);
  }
  return refuseFraming(context, bodyBytes);
}

/** Whether so many characters may be more than `bytes` of UTF-8: what is shorter need not be measured. */
function isLong(characters: number, bytes: number): boolean {
  return 3 * characters >= bytes;
}

/** The colon, a space and the line end of a header count too. */
const FRAME_BYTES = 4;

function charactersOf(headers: Context['headers']): number {
  let characters = 0;
  for (const [name, value] of headers) characters += name.length + value.length + FRAME_BYTES;
  return characters;
}

function isTooLarge(headers: Context['headers']): boolean {
  const sizes = [...headers].map(([name, value]) => name.length + Buffer.byteLength(value));
  const framed = sizes.reduce((sum, size) => sum + size + FRAME_BYTES, 0);
  return framed > LIMITS.headersBytes;
}

/**
 * Every reader must agree where one request ends: two lengths, a length next to chunks, or a coding that
 * others may read differently is how one request is smuggled inside another (RFC 9112 sections 6.1 and 6.3).
 */
function refuseFraming({ headers, readsChunks }: Context, bodyBytes: number): Answer | null {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined) {
    if (length !== undefined) {
      return problem(
        'malformed_request',
        'Content-Length and Transfer-Encoding exclude each other.',
      );
    }
    if (coding.toLowerCase() !== 'chunked') {
      return problem('malformed_request', 'Transfer-Encoding must be "chunked", once.');
    }
    return readsChunks ? null : problem('length_required', NO_CHUNKS);
  }
  if (length === undefined) return null;
  if (!/^\d{1,15}$/.test(length)) {
    return problem('malformed_request', 'Content-Length must be one whole number.');
  }
  return Number(length) > bodyBytes ? bodyTooLarge(bodyBytes) : null;
}

const NO_CHUNKS =
  'Expected a Content-Length, got a body in chunks; the native server does not read them, server.backing: node does.';

/** The refusal of a body that is larger than the path takes. */
function bodyTooLarge(bodyBytes: number): Answer {
  return problem('body_too_large', `The body may have ${bodyBytes} bytes.`);
}

/** The refusal of a large body while others fill the memory for them. */
function uploadsBusy(): Answer {
  return problem('rate_limited', 'Other files are being uploaded: send it again in 5 seconds.', {
    headers: [['Retry-After', '5']],
  });
}
