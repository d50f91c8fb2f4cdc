/** How long a box waits before it connects again: at random, since all boxes of a chain lose the line at one moment. */

const MIN_MS = 1_000;
/** Of the first wait. Chosen here: a broker on two cores takes the boxes of 5,000 gyms in some seconds. */
const FIRST_MS = 5_000;
const MAX_MS = 60_000;

/** @param failures Attempts that have failed since the line was up, 0... @param random 0..1. @returns 1 s to 60 s, in ms. */
export function reconnectMs(failures: number, random: number): number {
  const most = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return MIN_MS + random * (most - MIN_MS);
}
