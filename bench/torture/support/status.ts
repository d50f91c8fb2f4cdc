/** The condition of a running program as its API tells it, and waiting for one. */

import type { Status } from '../../../api/schemas/status.ts';
import { delay } from '../../../runtime/timers.ts';

/** `GET /v1/status`, with the key of an owner all of it. Rejects where there is no answer of 200. */
export async function statusOf(url: string, key: string): Promise<Status> {
  const headers = { authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${url}/v1/status`, { headers, signal });
  const body = (await answer.json()) as Status;
  if (answer.status !== 200) throw new Error(`${url}: status ${answer.status}`);
  return body;
}

/**
 * Asks again and again until it is so.
 *
 * @returns how long that took, ms; null where it was not so within `limitMs`, or the signal aborted.
 */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const beganMs = performance.now();
  for (;;) {
    // A server that does not answer for a moment is not so.
    if (
      await Promise.resolve()
        .then(isSo)
        .catch(() => false)
    )
      return performance.now() - beganMs;
    if (performance.now() - beganMs > limitMs) return null;
    if (!(await delay(50, signal))) return null;
  }
}
