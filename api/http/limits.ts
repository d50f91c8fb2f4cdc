/**
 * How much a request may be, and the refusal of heads before anything looks at what they ask for. The native parser closes
 * what is far larger by itself, see `uws.ts`.
 */

import type { Context } from './context.ts';
import type { Answer } from './message.ts';
import { problem } from './problem.ts';

export const LIMITS = {
  /** Path and query, bytes. Source: docs/method.md#limits-of-the-service. */
  targetBytes: 8 * 1024,
  /** Names and values of all headers, bytes. Source: the same. */
  headersBytes: 16 * 1024,
  /** Body, bytes. Source: the same. */
  bodyBytes: 64 * 1024,
  /** Body of a message to `/mcp`, bytes. Source: the same. */
  mcpBodyBytes: 1024 * 1024,
  /** Bodies over `mcpBodyBytes` under way, all together, bytes: two of the largest files. Source: the same. */
  uploadsBytes: 64 * 1024 * 1024,
  /** Decoded path that the catch-all takes, bytes. Source: the same page, "Other endpoints". */
  pathBytes: 2_048,
  /** Longest wait for a whole head, for a whole request and for the next one, ms; uWebSockets.js has 10 s built in. */
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 10_000,
  /** Longest that a client may take nothing of an answer that waits for it, ms; uWebSockets.js has 10 s built in. */
  stallTimeoutMs: 10_000,
} as const;

/**
 * The refusal of a head, or null for one that is fine. Every refusal closes the connection.
 *
 * @param bodyBytes Largest body that the path takes.
 */
export function refuseHead(context: Context, bodyBytes: number): Answer | null {
  const { path, rawQuery, headers } = context;
  if (Buffer.byteLength(path) + Buffer.byteLength(rawQuery ?? '') >= LIMITS.targetBytes) {
    return problem('target_too_long', `Path and query may have ${LIMITS.targetBytes} bytes.`);
  }
  let headersBytes = 0;
  for (const [name, value] of headers) {
    // The colon, a space and the line end count too.
    headersBytes += name.length + Buffer.byteLength(value) + 4;
  }
  if (headersBytes > LIMITS.headersBytes) {
    return problem('headers_too_large', `The headers may have ${LIMITS.headersBytes} bytes.`);
  }
  return refuseFraming(context, bodyBytes);
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
export function bodyTooLarge(bodyBytes: number): Answer {
  return problem('body_too_large', `The body may have ${bodyBytes} bytes.`);
}

/** The refusal of a large body while others fill the memory for them. */
export function uploadsBusy(): Answer {
  return problem('rate_limited', 'Other files are being uploaded: send it again in 5 seconds.', {
    headers: [['Retry-After', '5']],
  });
}
