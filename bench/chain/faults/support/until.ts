/** Waits for a condition, and never for a time. */

import { delay } from '../../../../runtime/timers.ts';

const LIMIT_MS = 180_000;

/** Resolves with the first value that is neither null nor false. Rejects after a limit with what was waited for. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null | false> | Value | null | false,
  limitMs = LIMIT_MS,
): Promise<Value> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const value = await look();
    if (value !== null && value !== false) return value;
    if (performance.now() > endMs) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await delay(50);
  }
}
