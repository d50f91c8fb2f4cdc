/**
 * Answers of uWebSockets.js after which the connection ends, and nothing more of it is executed.
 *
 * The server itself goes on with what stands behind a request in the same read, and forgets that the connection was to end
 * as soon as the next request comes. It stops in two cases only: where the connection is closed inside a handler, and where
 * a request comes while the one before is not answered.
 */

import type { HttpResponse } from '@trufflesuite/uws-js-unofficial';
import type { WireAnswer, WireHead } from './exchange.ts';
import { headBytes, writeHead } from './uws-head.ts';

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

/**
 * Ends the connection with `answer` once all of the read is worked off. Until then the request counts as not answered: where
 * another one stands behind it, the server closes the connection, and neither is answered.
 *
 * @param isAborted Whether nobody is there any more. The response must have an abort handler.
 */
export function endAfterRead(
  response: HttpResponse,
  answer: WireAnswer,
  isAborted: () => boolean,
): void {
  const { status, headers, body, isBodyHidden } = answer;
  setImmediate(() => {
    if (isAborted()) return;
    if (body !== null && !isBodyHidden) {
      response.cork(() => {
        writeHead(response, status, headers);
        response.end(body, true);
      });
      return;
    }
    const lines = body === null ? [] : [`Content-Length: ${body.length}`];
    response.cork(() => writeWhole(response, answer, lines, []));
    response.close();
  });
}

/** Everything in one piece, as a status: with a status alone the request still counts as not answered. */
function writeWhole(
  response: HttpResponse,
  { status, headers }: WireHead,
  lines: readonly string[],
  body: readonly Uint8Array[],
): void {
  const told = [...lines, `Date: ${new Date().toUTCString()}`, 'Connection: close'];
  const between = Buffer.from(told.map((line) => `\r\n${line}`).join(''));
  const end = body.length === 0 ? [Buffer.from('\r\n')] : [Buffer.from('\r\n\r\n'), ...body];
  response.writeStatus(Buffer.concat([headBytes(status, headers), between, ...end]));
}
