/** How far a feed may change what is known. */

import type { InstantRange } from '../../gym/calendar/zone.ts';

const DAY_MS = 86_400_000;
/** Classes ahead that are of use: for the gate of the cameras and for people who look at next week. Chosen here. */
const AHEAD_MS = 60 * DAY_MS;
/**
 * Back to here a feed may correct itself: a substitute entered on the day after. Further back it must not, since a
 * series that is edited "from now on" is often sent as if it had always been so. Chosen here.
 */
const BACK_MS = 7 * DAY_MS;
/** A first read, or one after a long break, fills the past: nothing is known there. Chosen here. */
const MAX_BACK_MS = 60 * DAY_MS;

/** @param lastSuccessUtcMs when the feed was last read well; null is never. */
export function feedWindow(nowUtcMs: number, lastSuccessUtcMs: number | null): InstantRange {
  const gapMs = lastSuccessUtcMs === null ? MAX_BACK_MS : nowUtcMs - lastSuccessUtcMs + DAY_MS;
  const backMs = Math.min(MAX_BACK_MS, Math.max(BACK_MS, gapMs));
  return { fromUtcMs: nowUtcMs - backMs, toUtcMs: nowUtcMs + AHEAD_MS };
}
