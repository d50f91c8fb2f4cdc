/**
 * From an exchange to its answer: limits, preflight, body, route, entity tag. Every exchange is answered exactly once,
 * whatever a handler does; an answer that is ready at once is written without a promise in between.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { BodyBudget, LargeBody, SmallBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { LIMITS } from './limits.ts';
import type { Answer, Headers } from './message.ts';
import { problemOf } from './problem.ts';
import { bodyTooLarge, refuseHead, uploadsBusy } from './refusal.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './reply/cors.ts';
import {
  isLive,
  isStreamed,
  type StreamAnswer,
  sendLive,
  sendStream,
} from './reply/stream-answer.ts';
import { sendEmpty, sendWhole } from './reply/whole-answer.ts';
import type { Router } from './request/destination.ts';
import { RequestIds } from './request/request-id.ts';
import { Turn } from './turn.ts';

/** Told of each answer when it is handed over, of a stream when its head is. */
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

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { router, log, clock, listener, clientAddress } = parts;
  const open = new Set<Promise<void>>();
  const uploads = new BodyBudget(LIMITS.uploadsBytes);
  const ids = new RequestIds();
  const dispatch = (exchange: Exchange): void => {
    const arrivedMs = clock.monotonicMs();
    const destination = router.find(exchange.path);
    const foreign = destination.origins?.(exchange.headers) ?? null;
    const isForeign = foreign !== null;
    const id = ids.next();
    const parts = { exchange, destination, id, arrivedMs, isForeign, clientAddress };
    const turn = new Turn(parts);
    const refused = foreign ?? refuseHead(exchange, destination.bodyBytes);
    const options = exchange.method === 'OPTIONS' ? optionsOf(turn) : null;
    if (refused !== null) {
      give(turn, refused, true);
    } else if (options !== null) {
      answered(turn, sendEmpty(turn, 204, options));
    } else if (turn.awaitsBody()) {
      track(withBody(turn));
    } else {
      attempt(turn);
    }
  };
  const answered = ({ exchange, destination, arrivedMs }: Turn, status: number): void =>
    listener.answered(exchange.method, destination.path, status, clock.monotonicMs() - arrivedMs);
  const give = (turn: Turn, answer: Answer, isLast: boolean): void =>
    answered(turn, sendWhole(turn, answer, isLast || turn.isBodyLeft));
  const withBody = async (turn: Turn): Promise<void> => {
    const gone = new Promise<'gone'>((resolve) => turn.exchange.onAborted(() => resolve('gone')));
    const { bodyBytes } = turn.destination;
    const large = bodyBytes > LIMITS.mcpBodyBytes ? new LargeBody(bodyBytes, uploads) : null;
    const announcedBytes = Number(turn.headers.get('content-length') ?? 0);
    const isRead = large?.announce(announcedBytes) ?? true;
    const reading = isRead ? turn.exchange.readBody(large ?? new SmallBody(bodyBytes)) : null;
    const body = await Promise.race([reading, gone]);
    large?.end();
    if (body === null) {
      give(turn, large?.isRefused ? uploadsBusy() : bodyTooLarge(bodyBytes), true);
    } else if (body !== 'gone') {
      turn.body = body;
      attempt(turn);
    }
  };
  const attempt = (turn: Turn): void => {
    try {
      const answer = turn.destination.answer(turn);
      if (answer instanceof Promise) {
        track(answer.then((late) => send(turn, late)).catch((error) => fail(turn, error)));
      } else {
        send(turn, answer);
      }
    } catch (error) {
      fail(turn, error);
    }
  };
  const send = (turn: Turn, answer: Answer): void => {
    if (isLive(answer)) answered(turn, sendLive(turn, answer));
    else if (isStreamed(answer)) track(stream(turn, answer).catch((error) => fail(turn, error)));
    else give(turn, answer, false);
  };
  const stream = async (turn: Turn, answer: StreamAnswer): Promise<void> => {
    const fault = await sendStream(turn, answer, (status) => answered(turn, status));
    if (fault !== null) log.error('stream_failed', { ...about(turn), error: fault.cause });
  };
  const fail = (turn: Turn, error: unknown): void => {
    const answer = problemOf(error, turn.requestId);
    if (turn.exchange.isGone && error instanceof Error && error.name === 'AbortError') {
      // It stopped, as it was told to: nothing is answered.
      turn.settle?.(answer.status, false);
      return;
    }
    if (answer.status >= 500) log.error('request_failed', { ...about(turn), error });
    give(turn, answer, false);
  };
  const track = (work: Promise<void>): void => {
    open.add(work);
    work.finally(() => open.delete(work)).catch((error) => log.error('request_lost', { error }));
  };
  return { onExchange: dispatch, idle: async () => void (await Promise.allSettled(open)) };
}

/** What the log says of an exchange. */
function about({ exchange, requestId }: Turn): Readonly<Record<string, string>> {
  return { request_id: requestId, method: exchange.method, path: exchange.path };
}

/** What a path allows, for a browser asking first and for OPTIONS on a route; null where the catch-all answers. */
function optionsOf({ exchange, destination }: Turn): Headers | null {
  const { isRoute, methods } = destination;
  if (isPreflight(exchange)) {
    return preflightHeaders(exchange, methods);
  }
  return isRoute ? [['Allow', methods.join(', ')], ...CORS_HEADERS] : null;
}
