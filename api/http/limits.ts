/** How much a request may be. The native parser closes what is far larger by itself, see `uws.ts`. */

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
