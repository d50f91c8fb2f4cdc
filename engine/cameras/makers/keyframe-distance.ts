/**
 * Whether the keyframes of a stream come often enough, from the times at which they came. A "smart codec" stretches the
 * distance while nothing moves, so that a class lying still is seen once in ten seconds or more.
 */

export type KeyframeDistance = 'good' | 'long' | 'stretching' | 'unknown';

/** The longest distance is this much of the shortest or more where a smart codec is at work; the rest is jitter. Chosen here. */
const STRETCH = 1.6;
/** Distances under which a stretch does not matter, ms: several keyframes for each count. Chosen here. */
const HARMLESS_MS = 2_500;

/**
 * @param gapsMs distances of keyframes as they came, ms.
 * @param watchedMs how long the stream was watched.
 * @param wantedPeriodMs how often a count is wanted.
 */
export function judgeKeyframes(
  gapsMs: readonly number[],
  watchedMs: number,
  wantedPeriodMs: number,
): KeyframeDistance {
  if (gapsMs.length === 0) return watchedMs > wantedPeriodMs ? 'long' : 'unknown';
  const longestMs = Math.max(...gapsMs);
  const shortestMs = Math.min(...gapsMs);
  if (gapsMs.length > 1 && longestMs > HARMLESS_MS && longestMs >= shortestMs * STRETCH) {
    return 'stretching';
  }
  return longestMs > wantedPeriodMs ? 'long' : 'good';
}
