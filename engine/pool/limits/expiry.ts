/** How long a task of a pool may take, and what happens to its worker then. */

import { delay } from '../../../runtime/timers.ts';
import type { NativeCalls } from '../native-calls.ts';

/**
 * Longest time to build a detector, ms. Chosen here: loading a model from a slow disk takes seconds, and where there is
 * one worker, no one is counted while a detector hangs in it.
 */
export const PREPARE_TIMEOUT_MS = 20_000;
/** Longest time for a worker to start and take its task, ms. Chosen here: 10 s were seen where 30 others want two cores. */
const START_TIMEOUT_MS = 120_000;

export interface RunLimit {
  readonly timeoutMs: number;
  readonly nativeWaitMs: number | undefined;
  readonly transfer: ArrayBuffer[];
  /** Its name for people. */
  readonly detector: string;
  readonly heapMegabytes: number;
  /** Whether its worker may have other looks under way: it is then not ended for this one. */
  readonly isShared: boolean;
}

/**
 * Aborts, and with it Piscina ends the worker, once the time is up and no native call of the task is in the way. The time
 * of a sample begins when the look at its picture does, that of building when the worker takes the task: the start of a
 * fresh worker is not charged to the first that it serves.
 */
export function expiryOf(calls: NativeCalls, limit: RunLimit, settled: AbortSignal): AbortSignal {
  const expiry = new AbortController();
  const orderedMs = performance.now();
  const leftMs = () => {
    const lookingMs = calls.sinceMs('begun');
    if (lookingMs !== null) return limit.timeoutMs - lookingMs;
    const buildingMs = calls.sinceMs('taken');
    const restMs =
      buildingMs === null
        ? START_TIMEOUT_MS - (performance.now() - orderedMs)
        : PREPARE_TIMEOUT_MS - buildingMs;
    // Looked at again while there is time: it can have come further meanwhile.
    return Math.min(limit.timeoutMs, restMs);
  };
  const watch = async () => {
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) {
      if (!(await delay(waitMs, settled))) return;
    }
    await calls.end(limit.nativeWaitMs);
    expiry.abort();
  };
  void watch();
  return expiry.signal;
}
