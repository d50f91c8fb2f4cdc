/** Heads that are refused before anything looks at what they ask for. */

import type { Exchange } from './exchange.ts';
import { ReceivedHeaders } from './headers.ts';
import { LIMITS } from './limits.ts';
import type { Answer } from './message.ts';
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
  return refuseFraming(exchange, bodyBytes);
}

/**
 * Every reader must agree where one request ends: two lengths, a length next to chunks, or a coding that
 * others may read differently is how one request is smuggled inside another (RFC 9112 sections 6.1 and 6.3).
 */
function refuseFraming({ headers, readsChunks }: Exchange, bodyBytes: number): Answer | null {
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
export function bodyTooLarge(bodyBytes: number): Answer {
  return problem('body_too_large', `The body may have ${bodyBytes} bytes.`);
}

/** The refusal of a large body while others fill the memory for them. */
export function uploadsBusy(): Answer {
  return problem('rate_limited', 'Other files are being uploaded: send it again in 5 seconds.', {
    headers: [['Retry-After', '5']],
  });
}

/** Most bytes of UTF-8 for one character of a text: what is short enough need not be measured. */
const MAX_BYTES = 3;

function isOverTargetLimit(path: string, query: string): boolean {
  return (
    (path.length + query.length) * MAX_BYTES >= LIMITS.targetBytes &&
    Buffer.byteLength(path) + Buffer.byteLength(query) >= LIMITS.targetBytes
  );
}

function isOverHeaderLimit(headers: Exchange['headers']): boolean {
  // As they came, several of a name have more characters than joined.
  const mayBeOver =
    !(headers instanceof ReceivedHeaders) ||
    (headers.characters + headers.lines * FRAME_BYTES) * MAX_BYTES > LIMITS.headersBytes;
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
