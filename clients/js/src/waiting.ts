/** When a request is sent again: after what the service asks for, else after a random part of a time that doubles. */

/** First and longest back-off, ms. Full jitter: Brooker, "Exponential Backoff And Jitter", AWS 2015. */
const FIRST_MS = 500;
const MAX_MS = 8_000;
/** Longest `Retry-After` that the client waits by itself, s; chosen here: what a person waits for a page. */
const MAX_RETRY_AFTER_S = 30;

/**
 * Milliseconds before the next attempt; null where the service asks for more than a client waits by itself.
 *
 * @param retries Retries so far.
 * @param random 0..1.
 */
export function waitMs(
  retries: number,
  retryAfterS: number | null,
  random: number = Math.random(),
): number | null {
  if (retryAfterS === null) return random * Math.min(MAX_MS, FIRST_MS * 2 ** retries);
  // Those who were refused together must not come back together.
  return retryAfterS > MAX_RETRY_AFTER_S ? null : retryAfterS * 1_000 + random * FIRST_MS;
}

/** Seconds of the header `Retry-After`, which is a number or a date (RFC 9110, section 10.2.3); null for anything else. */
export function retryAfterIn(text: string | null, nowMs: number = Date.now()): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

/** Rejects with the reason of `signal` as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
