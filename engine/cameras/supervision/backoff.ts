/** How long to wait before the next attempt. Pure: the random number is handed in. */

/** Nominal first wait, ms; the jitter takes up to half of it away, so that the shortest wait is 1 s. */
const FIRST_MS = 2_000;
/** Longest wait for a camera that has worked: it is most likely rebooting, and its class is going on. */
const MAX_WORKED_MS = 15_000;
/** Longest wait for one that has not: more likely a wrong address than one that comes back soon. */
const MAX_NEW_MS = 60_000;

/**
 * The wait before the next attempt, ms: doubling from one failure to the next, with equal jitter (half fixed, half
 * random), so that cameras that were lost together, behind one switch, do not come back together.
 * 1..2 s, 2..4 s, 4..8 s and so on, up to 15 s for a camera that has worked and 60 s otherwise.
 *
 * Source: "equal jitter" of https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/; the bounds are
 * the issue's.
 *
 * @param attempt failures in a row before this one, from 0.
 * @param hasWorked whether the camera has delivered a keyframe with its present settings.
 * @param random 0..1.
 */
export function backoffMs(attempt: number, hasWorked: boolean, random: number): number {
  const longestMs = hasWorked ? MAX_WORKED_MS : MAX_NEW_MS;
  return Math.min(longestMs, FIRST_MS * 2 ** attempt) * (1 - random / 2);
}
