/** When a feed is read next. Pure: the random number is handed in. */

const FIRST_RETRY_MS = 60_000;
/** A failing feed is tried at least as often as one that is read every quarter of an hour, the default. */
const MAX_RETRY_MS = 15 * 60_000;

/** Share of the wait that the jitter takes away at most, so that sources of many gyms do not come all at once. */
const JITTER = 0.1;

/**
 * Wait before the next read, ms: the interval after a success; after failures in a row 1 min, 2 min, 4 min and so on,
 * up to the interval or 15 min, whichever is longer. Up to a tenth less by the jitter. Chosen here.
 *
 * @param random 0..1.
 */
export function nextReadMs(refreshMs: number, failures: number, random: number): number {
  const longestMs = Math.max(refreshMs, MAX_RETRY_MS);
  const waitMs =
    failures === 0 ? refreshMs : Math.min(longestMs, FIRST_RETRY_MS * 2 ** (failures - 1));
  return waitMs * (1 - JITTER * random);
}
