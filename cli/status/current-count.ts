/** Whether the newest sample of a camera says how many people are there now. An old count is never shown as a new one. */

import type { Status } from '../../api/schemas/status.ts';
import type { CountAt } from './recent-counts.ts';

type Camera = Pick<Status['cameras']['list'][number], 'state' | 'sample_period_ms'>;

/** Why no one can say how many people are there. */
export type UnknownReason =
  | 'not_streaming'
  | 'no_sample'
  | 'stale'
  | 'warming_up'
  | 'black'
  | 'frozen'
  | 'not_counted';

export interface CountNow {
  /** Null is unknown, and `reason` says why. */
  readonly count: number | null;
  readonly reason: UnknownReason | null;
}

/**
 * A count older than three periods is no longer current. Chosen here: one sample may be lost and the next one late;
 * and never less than 15 s, three of the default period, in which no class changes.
 */
const PERIODS = 3;
const MIN_MS = 15_000;

/** What `latest`, the newest sample of `camera`, says at `nowUtcMs`. */
export function currentCount(camera: Camera, latest: CountAt | null, nowUtcMs: number): CountNow {
  if (camera.state !== 'streaming' && camera.state !== 'degraded') return unknown('not_streaming');
  if (latest === null) return unknown('no_sample');
  // Either way: a sample from later than now was taken before the clock was set back.
  const distanceMs = Math.abs(nowUtcMs - Date.parse(latest.at));
  if (distanceMs > Math.max(PERIODS * (camera.sample_period_ms ?? 0), MIN_MS))
    return unknown('stale');
  const [flag] = latest.flags;
  if (flag !== undefined) return unknown(flag);
  return latest.count === null ? unknown('not_counted') : { count: latest.count, reason: null };
}

function unknown(reason: UnknownReason): CountNow {
  return { count: null, reason };
}
