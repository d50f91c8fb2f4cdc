/** Heads that are refused before anything looks at what they ask for. */

import type { Answer } from '../routes/route.ts';
import type { Exchange } from './exchange.ts';
import { ReceivedHeaders } from './headers.ts';
import { LIMITS } from './limits.ts';
import { problem } from './problem.ts';

/**
 * The refusal of a head, or null for one that is fine. Every refusal closes the connection.
 *
 * @param bodyBytes Largest body that the path takes.
 */
export function refuseHead(exchange: Exchange, bodyBytes: number): Answer | null {
  const { path, rawQuery, headers } = exchange;
  if (isOverTargetLimit(path, rawQuery ?? '')) {
    return problem('target_too_long', `Path and query may have ${LIMITS.targetBytes} bytes.`);
  }
  if (isOverHeaderLimit(headers)) {
    return problem('headers_too_large', `The headers may have ${LIMITS.headersBytes} bytes.`);
  }
  return refuseLength(headers, bodyBytes);
}

/** Two lengths, or a length beside chunks, is how one request is smuggled inside another (RFC 9112 section 6.3). */
function refuseLength(headers: Exchange['headers'], bodyBytes: number): Answer | null {
  const length = headers.get('content-length');
  if (length === undefined) {
    return null;
  }
  if (!/^\d{1,15}$/.test(length)) {
    return problem('malformed_request', 'Content-Length must be one whole number.');
  }
  if (headers.has('transfer-encoding')) {
    return problem('malformed_request', 'Content-Length and Transfer-Encoding exclude each other.');
  }
  return Number(length) > bodyBytes ? bodyTooLarge(bodyBytes) : null;
}

/** The refusal of a body that is larger than the path takes. */
export function bodyTooLarge(bodyBytes: number): Answer {
  return problem('body_too_large', `The body may have ${bodyBytes} bytes.`);
}

/** Most bytes of UTF-8 for one character of a text: what is short enough need not be measured. */
const MOST_BYTES = 3;

function isOverTargetLimit(path: string, query: string): boolean {
  return (
    (path.length + query.length) * MOST_BYTES >= LIMITS.targetBytes &&
    Buffer.byteLength(path) + Buffer.byteLength(query) >= LIMITS.targetBytes
  );
}

function isOverHeaderLimit(headers: Exchange['headers']): boolean {
  // As they came, several of a name have more characters than joined.
  const mayBeOver =
    !(headers instanceof ReceivedHeaders) ||
    (headers.characters + headers.lines * FRAME_BYTES) * MOST_BYTES > LIMITS.headersBytes;
  return mayBeOver && sizeBytesOf(headers) > LIMITS.headersBytes;
}

/** The colon, a space and the line end of a header count too. */
const FRAME_BYTES = 4;

function sizeBytesOf(headers: Exchange['headers']): number {
  let sizeBytes = 0;
  for (const [name, value] of headers) {
    sizeBytes += name.length + Buffer.byteLength(value) + FRAME_BYTES;
  }
  return sizeBytes;
}
