/**
 * From an exchange to its answer: limits, preflight, body, route, entity tag. Every exchange is answered exactly once,
 * whatever a handler does; an answer that is ready at once is written without a promise in between.
 */

import { randomUUID } from 'node:crypto';
import type { Clock, Log } from '../../engine/index.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  type Settle,
  TextBody,
} from '../routes/route.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './cors.ts';
import { etagOf, isMatch } from './etag.ts';
import type { Exchange } from './exchange.ts';
import { LIMITS } from './limits.ts';
import { problem, problemOf } from './problem.ts';
import { refuseHead } from './refusal.ts';
import { securityHeaders } from './security.ts';

/** Finds who answers. Given by the route table. */
export interface Router {
  /** Where `path` (as sent) leads: every path leads somewhere. */
  find(path: string): Destination;
}

export interface Destination {
  /** Path of the route as it was declared, with its braces: one of a bounded set. */
  readonly path: string;
  /** False for the catch-all. */
  readonly isRoute: boolean;
  readonly methods: readonly string[];
  answer(request: ApiRequest): Answer | Promise<Answer>;
}

/** Told of each answer when it is handed over. */
export interface AnswerListener {
  /** @param path As the route was declared. @param tookMs From the head of the request. */
  answered(method: string, path: string, status: number, tookMs: number): void;
}

export interface DispatcherParts {
  readonly router: Router;
  readonly log: Log;
  readonly clock: Clock;
  readonly listener: AnswerListener;
  /** Address of the client that an exchange comes from. */
  readonly clientAddress: (exchange: Exchange) => string;
}

export interface Dispatcher {
  readonly onExchange: (exchange: Exchange) => void;
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>;
}

interface Turn {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly destination: Destination;
  /** Called once, when the answer is handed over. */
  readonly answered: (status: number) => void;
  /** Of whoever asked for it last. */
  settle: Settle | null;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { router, log, clock, listener, clientAddress } = parts;
  const open = new Set<Promise<void>>();
  const dispatch = (exchange: Exchange): void => {
    const startMs = clock.monotonicMs();
    const destination = router.find(exchange.path);
    const answered = (status: number): void =>
      listener.answered(exchange.method, destination.path, status, clock.monotonicMs() - startMs);
    const turn: Turn = { exchange, requestId: randomUUID(), destination, answered, settle: null };
    const refused = refuseHead(exchange);
    const options = exchange.method === 'OPTIONS' ? optionsOf(turn) : null;
    if (refused !== null) {
      send(turn, refused, true);
    } else if (options !== null) {
      sendEmpty(turn, 204, options);
    } else if (hasBody(exchange)) {
      track(withBody(turn));
    } else {
      attempt(turn, Buffer.alloc(0));
    }
  };
  const withBody = async (turn: Turn): Promise<void> => {
    const gone = new Promise<'gone'>((resolve) => turn.exchange.onAborted(() => resolve('gone')));
    const body = await Promise.race([turn.exchange.readBody(LIMITS.bodyBytes), gone]);
    if (body === null) {
      send(turn, bodyTooLarge(), true);
    } else if (body !== 'gone') {
      attempt(turn, body);
    }
  };
  const attempt = (turn: Turn, body: Buffer): void => {
    try {
      const answer = turn.destination.answer(requestOf(turn, body, clientAddress(turn.exchange)));
      if (answer instanceof Promise) {
        track(answer.then((late) => send(turn, late, false)).catch((error) => fail(turn, error)));
      } else {
        send(turn, answer, false);
      }
    } catch (error) {
      fail(turn, error);
    }
  };
  const fail = (turn: Turn, error: unknown): void => {
    const { exchange, requestId } = turn;
    const answer = problemOf(error, requestId);
    if (answer.status >= 500) {
      log.error('request_failed', {
        request_id: requestId,
        method: exchange.method,
        path: exchange.path,
        error,
      });
    }
    send(turn, answer, false);
  };
  const track = (work: Promise<void>): void => {
    open.add(work);
    work.finally(() => open.delete(work)).catch((error) => log.error('request_lost', { error }));
  };
  return { onExchange: dispatch, idle: async () => void (await Promise.allSettled(open)) };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

function requestOf(turn: Turn, body: Buffer, ip: string): ApiRequest {
  const { method, path, rawQuery, headers } = turn.exchange;
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    pathTexts: NO_TEXTS,
    rawQuery,
    headers,
    ip,
    requestId: turn.requestId,
    body,
    signal: new AbortController().signal,
    whenAnswered: (settle) => {
      turn.settle = settle;
    },
  };
}

/** What a path allows, for a browser asking first and for OPTIONS on a route; null where the catch-all answers. */
function optionsOf({ exchange, destination }: Turn): Headers | null {
  const { isRoute, methods } = destination;
  if (isPreflight(exchange)) {
    return preflightHeaders(exchange, methods);
  }
  return isRoute ? [['Allow', methods.join(', ')], ...CORS_HEADERS] : null;
}

function hasBody({ headers }: Exchange): boolean {
  return headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0';
}

function bodyTooLarge(): Answer {
  return problem('body_too_large', `The body may have ${LIMITS.bodyBytes} bytes.`);
}

interface Serialised {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Made when it is first asked for: errors have none. */
  etag: string | null;
}
const serialised = new WeakMap<object, Serialised>();

function serialise(value: object): Serialised {
  const known = serialised.get(value);
  if (known !== undefined) {
    return known;
  }
  const isText = value instanceof TextBody;
  const bytes = Buffer.from(isText ? value.text : JSON.stringify(value));
  const contentType = isText ? value.contentType : 'application/json';
  const made = { bytes, contentType, etag: null };
  serialised.set(value, made);
  return made;
}

function send(turn: Turn, answer: Answer, isLast: boolean): void {
  const { exchange } = turn;
  const made = serialise(answer.value);
  const { bytes, contentType } = made;
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const isTagged = answer.status === 200 && isRead;
  if (isTagged) made.etag ??= etagOf(bytes);
  const tag = isTagged ? made.etag : null;
  const isSame = tag !== null && isMatch(exchange.headers.get('if-none-match'), tag);
  const status = isSame ? 304 : answer.status;
  const isBodyHidden = exchange.method === 'HEAD' || isSame;
  const settled = turn.settle?.(status, !isBodyHidden && !exchange.isGone) ?? [];
  const own = [...(answer.headers ?? []), ...settled];
  const headers: Headers = [
    ...own,
    ...(tag === null ? [] : [['ETag', tag] as const]),
    ...(isSame ? [] : [['Content-Type', contentType] as const]),
    ...cachingOf(own, isTagged),
    ...securityHeaders(own),
    ...CORS_HEADERS,
    ['X-Request-Id', turn.requestId],
  ];
  exchange.respond({ status, headers, body: bytes, isBodyHidden, isLast });
  turn.answered(status);
}

const ASK_EACH_TIME: Headers = [['Cache-Control', 'no-cache']];
const KEEP_NOT: Headers = [['Cache-Control', 'no-store']];

/** Answers change with the cameras: keep them, but ask each time. What is no answer to a read is not kept. */
function cachingOf(own: Headers, isTagged: boolean): Headers {
  if (own.some(([name]) => name === 'Cache-Control')) return [];
  return isTagged ? ASK_EACH_TIME : KEEP_NOT;
}

function sendEmpty(turn: Turn, status: number, headers: Headers): void {
  const { exchange, requestId, answered } = turn;
  exchange.respond({
    status,
    headers: [...headers, ...securityHeaders(headers), ['X-Request-Id', requestId]],
    body: null,
    isBodyHidden: false,
    isLast: false,
  });
  answered(status);
}
