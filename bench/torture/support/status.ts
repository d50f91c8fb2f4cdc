/** The condition of a running program as its API tells it, and waiting for one. */

import type { Status } from '../../../api/schemas/status.ts';
import { delay } from '../../../runtime/timers.ts';

export interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

/** `GET /v1/status`, with an owner's key all of it. Rejects where there is no answer of 200. */
export function statusOf(url: string, key?: string): Promise<Status> {
  return getJson<Status>(`${url}/v1/status`, key);
}

/** `GET /health`. */
export function healthOf(url: string): Promise<Health> {
  return getJson<Health>(`${url}/health`);
}

async function getJson<Body>(url: string, key?: string): Promise<Body> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  const body = (await answer.json()) as Body;
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
