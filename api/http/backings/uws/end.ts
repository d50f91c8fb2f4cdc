/**
 * Answers of uWebSockets.js after which the connection ends, and nothing more of it is executed.
 *
 * The server itself goes on with what stands behind a request in the same read. It forgets that the connection was to end
 * as soon as the next request comes, also where it only waits until a slow client has taken the answer. It stops in two
 * cases only: where the connection is closed, and where a request comes while the one before is not answered. So an answer
 * is finished only when the kernel has taken all that stands before its last byte, and then the connection is closed at once.
 */

import type { HttpResponse } from '@trufflesuite/uws-js-unofficial';
import type { WireAnswer, WireHead } from '../../exchange.ts';
import { headBytes } from '../../reply/head.ts';

/**
 * The server keeps up to 16 KB until all of a read is worked off, and a connection that is closed before loses it. What is
 * more goes out at once, with all that was kept.
 */
const KEPT_BYTES = 16 * 1024;
const SPACES = Buffer.alloc(KEPT_BYTES, ' ');
/** What the server writes behind a status. */
const LINE_END_BYTES = 2;

/** Sends `body` and closes, inside the handler or not. Behind it stand spaces, so that it goes out: JSON ends before them. */
export function closeWith(response: HttpResponse, head: WireHead, body: Buffer): void {
  const length = body.length + SPACES.length + LINE_END_BYTES;
  const lines = [`Content-Length: ${length}`];
  response.cork(() => writeWhole(response, head, lines, [body, SPACES]));
  response.close();
}

/** A request that ends its connection, and what it takes to do so. */
export interface LastRequest {
  /** Must have an abort handler. */
  readonly response: HttpResponse;
  /**
   * Another response of the same request: it still closes the connection when `response` is answered. Null for methods that
   * the server does not know: what a slow client has not taken of their answers is lost.
   */
  readonly closer: HttpResponse | null;
  /** Whether nobody is there any more. */
  readonly isAborted: () => boolean;
}

/**
 * Ends the connection with `answer` once all of the read is worked off. Until then the request counts as not answered: where
 * another one stands behind it, the server closes the connection, and neither is answered.
 */
export function endAfterRead(request: LastRequest, answer: WireAnswer): void {
  const { response, closer, isAborted } = request;
  const { body, isBodyHidden } = answer;
  setImmediate(() => {
    if (isAborted()) return;
    if (body !== null && body.length > 0 && !isBodyHidden && closer !== null) {
      sendAndClose(response, closer, answer, body);
      return;
    }
    const lines = body === null ? [] : [`Content-Length: ${body.length}`];
    const bytes = body === null || isBodyHidden ? [] : [body];
    response.cork(() => writeWhole(response, answer, lines, bytes));
    response.close();
  });
}

/**
 * Sends at the pace of the client, and closes as soon as the last byte is written. The last byte is a write of its own: the
 * server keeps the end of a small answer until the write is over, and only the next one tells whether it has gone.
 */
function sendAndClose(
  response: HttpResponse,
  closer: HttpResponse,
  head: WireHead,
  body: Buffer,
): void {
  const last = body.length - 1;
  let isTaken = true;
  let isOver = false;
  const send = (end: number): void => {
    const piece = body.subarray(response.getWriteOffset(), end);
    [isTaken, isOver] = response.tryEnd(piece, body.length);
  };
  const sendRest = (): boolean => {
    while (isTaken && !isOver) {
      const end = response.getWriteOffset() < last ? last : body.length;
      response.cork(() => send(end));
    }
    if (isOver) closer.close();
    return isTaken;
  };
  response.onWritable(() => {
    isTaken = true;
    return sendRest();
  });
  response.cork(() => {
    response.writeStatus(headBytes(head));
    response.writeHeader('Connection', 'close');
    send(last);
  });
  sendRest();
}

/** Everything in one piece, as a status: with a status alone the request still counts as not answered. */
function writeWhole(
  response: HttpResponse,
  head: WireHead,
  lines: readonly string[],
  body: readonly Uint8Array[],
): void {
  const told = [...lines, `Date: ${new Date().toUTCString()}`, 'Connection: close'];
  const between = Buffer.from(told.map((line) => `\r\n${line}`).join(''));
  const end = body.length === 0 ? [Buffer.from('\r\n')] : [Buffer.from('\r\n\r\n'), ...body];
  response.writeStatus(Buffer.concat([headBytes(head), between, ...end]));
}
