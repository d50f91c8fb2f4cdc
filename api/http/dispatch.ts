/**
 * From an exchange to its answer: limits, preflight, body, route, entity tag. Every exchange is answered exactly once,
 * whatever a handler does; an answer that is ready at once is written without a promise in between.
 */

import { randomUUID } from 'node:crypto';
import type { Log } from '../../engine/index.ts';
import type { Answer, ApiRequest } from '../routes/route.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './cors.ts';
import { etagOf, isMatch } from './etag.ts';
import type { Exchange } from './exchange.ts';
import { LIMITS } from './limits.ts';
import { problem, problemOf } from './problem.ts';
import { refuseHead } from './refusal.ts';

/** Finds who answers. Given by the route table. */
export interface Router {
  /** Methods that `path` (as sent) knows. `isRoute` is false where only the catch-all does. */
  allowed(path: string): { readonly isRoute: boolean; readonly methods: readonly string[] };
  answer(request: ApiRequest): Answer | Promise<Answer>;
}

export interface Dispatcher {
  readonly onExchange: (exchange: Exchange) => void;
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>;
}

interface Turn {
  readonly exchange: Exchange;
  readonly requestId: string;
}

type Headers = readonly (readonly [string, string])[];

export function createDispatcher(router: Router, log: Log): Dispatcher {
  const open = new Set<Promise<void>>();
  const dispatch = (exchange: Exchange): void => {
    const turn: Turn = { exchange, requestId: randomUUID() };
    const refused = refuseHead(exchange);
    const options = exchange.method === 'OPTIONS' ? optionsOf(exchange, router) : null;
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
      const answer = router.answer(requestOf(turn, body));
      if (answer instanceof Promise) {
        track(answer.then((late) => send(turn, late, false)).catch((error) => fail(turn, error)));
      } else {
        send(turn, answer, false);
      }
    } catch (error) {
      fail(turn, error);
    }
  };
  const fail = ({ exchange, requestId }: Turn, error: unknown): void => {
    const answer = problemOf(error, requestId);
    if (answer.status >= 500) {
      log.error('request_failed', {
        request_id: requestId,
        method: exchange.method,
        path: exchange.path,
        error,
      });
    }
    send({ exchange, requestId }, answer, false);
  };
  const track = (work: Promise<void>): void => {
    open.add(work);
    work.finally(() => open.delete(work)).catch((error) => log.error('request_lost', { error }));
  };
  return { onExchange: dispatch, idle: async () => void (await Promise.allSettled(open)) };
}

function requestOf({ exchange, requestId }: Turn, body: Buffer): ApiRequest {
  const { method, path, rawQuery, headers, ip } = exchange;
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    rawQuery,
    headers,
    ip,
    requestId,
    body,
  };
}

/** What a path allows, for a browser asking first and for OPTIONS on a route; null where the catch-all answers. */
function optionsOf(exchange: Exchange, router: Router): Headers | null {
  const { isRoute, methods } = router.allowed(exchange.path);
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
  readonly etag: string;
}
const serialised = new WeakMap<object, Serialised>();

function serialise(value: object): Serialised {
  const known = serialised.get(value);
  if (known !== undefined) {
    return known;
  }
  const bytes = Buffer.from(JSON.stringify(value));
  const made = { bytes, etag: etagOf(bytes) };
  serialised.set(value, made);
  return made;
}

function send(turn: Turn, answer: Answer, isLast: boolean): void {
  const { exchange } = turn;
  const { bytes, etag } = serialise(answer.value);
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const own = answer.headers ?? [];
  if (answer.status !== 200 || !isRead) {
    write(turn, { status: answer.status, headers: [...own, ...jsonHeaders], body: bytes }, isLast);
    return;
  }
  // Answers change with the cameras: keep them, but ask each time.
  const tagged: Headers = [...own, ['ETag', etag], ['Cache-Control', 'no-cache']];
  if (isMatch(exchange.headers.get('if-none-match'), etag)) {
    write(turn, { status: 304, headers: tagged, body: bytes }, isLast);
  } else {
    write(turn, { status: 200, headers: [...tagged, ...jsonHeaders], body: bytes }, isLast);
  }
}

const jsonHeaders: Headers = [['Content-Type', 'application/json']];

function sendEmpty({ exchange, requestId }: Turn, status: number, headers: Headers): void {
  exchange.respond({
    status,
    headers: [...headers, ['X-Request-Id', requestId]],
    body: null,
    isBodyHidden: false,
    isLast: false,
  });
}

interface Written {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

function write({ exchange, requestId }: Turn, written: Written, isLast: boolean): void {
  exchange.respond({
    ...written,
    headers: [...written.headers, ...CORS_HEADERS, ['X-Request-Id', requestId]],
    isBodyHidden: exchange.method === 'HEAD' || written.status === 304,
    isLast,
  });
}
