/** What the engine does again and again while it runs: old samples are deleted, the clocks are compared. */

import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { ClockWatch } from '../runtime/clock-watch.ts';
import type { Log } from '../runtime/log.ts';
import { every } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';

/** How often old samples are deleted, ms. */
const PURGE_PERIOD_MS = 3_600_000;
/** How often the wall clock is compared with the steady one, ms. */
const CLOCK_PERIOD_MS = 1_000;

const HELD_BACK =
  'nothing old is deleted for a day, because the clock was set: by a wrong clock all might be old';

export interface Rounds {
  readonly history: Pick<History, 'purge'>;
  readonly log: Log;
  readonly config: () => Config;
  readonly clockWatch: ClockWatch;
}

/** Goes on until `signal` aborts. What fails is logged, and tried again the next time. */
export function beginRounds(
  { history, log, config, clockWatch }: Rounds,
  signal: AbortSignal,
): void {
  const failed = (event: string) => (error: unknown) =>
    log.error(event, { detail: messageOf(error) });
  const purge = { periodMs: PURGE_PERIOD_MS, signal, onError: failed('purge_failed') };
  void every(purge, async () => {
    const { isHeldBack } = await history.purge(config().retention);
    if (isHeldBack) log.warn('purge_held_back', { detail: HELD_BACK });
  });
  const clock = { periodMs: CLOCK_PERIOD_MS, signal, onError: failed('clock_watch_failed') };
  void every(clock, clockWatch.look);
}
