/** What the engine does again and again while it runs: old samples are deleted, the clocks are compared, a descriptor is tried. */

import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { type Clock, type ClockWatch, watchClock } from '../runtime/clock.ts';
import { type DescriptorWatch, watchDescriptors } from '../runtime/descriptors.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';
import type { Backups } from './backups.ts';
import type { EngineStatus } from './status.ts';

/** How often old samples are deleted, ms. */
const PURGE_PERIOD_MS = 3_600_000;
/** How often the wall clock is compared with the steady one, and a descriptor is tried, ms. */
const WATCH_PERIOD_MS = 1_000;

const HELD_BACK =
  'nothing old is deleted for a day, because the clock was set: by a wrong clock all might be old';

/** How often it is looked whether a backup is due, ms. */
const BACKUP_PERIOD_MS = 60_000;

export interface Rounds {
  readonly history: Pick<History, 'purge'>;
  readonly log: Log;
  readonly config: () => Config;
  readonly watches: Watches;
  readonly backups: Backups;
}

/** What is looked at every second. */
export interface Watches {
  readonly clock: ClockWatch;
  readonly descriptors: DescriptorWatch;
  /** What they have seen. */
  status(): Pick<EngineStatus, 'clock' | 'descriptors'>;
}

export function makeWatches(clock: Clock, log: Log): Watches {
  const [ofClock, ofDescriptors] = [watchClock(clock, log), watchDescriptors(clock, log)];
  return {
    clock: ofClock,
    descriptors: ofDescriptors,
    status: () => ({
      clock: { lastStep: ofClock.lastStep() },
      descriptors: { shortSinceUtcMs: ofDescriptors.shortSinceUtcMs() },
    }),
  };
}

/** Goes on until `signal` aborts. What fails is logged, and tried again the next time. */
export function beginRounds(
  { history, log, config, watches, backups }: Rounds,
  signal: AbortSignal,
): void {
  const failed = (event: string) => (error: unknown) =>
    log.error(event, { detail: messageOf(error) });
  const purge = { periodMs: PURGE_PERIOD_MS, signal, onError: failed('purge_failed') };
  void every(purge, async () => {
    const { isHeldBack } = await history.purge(config().retention);
    if (isHeldBack) log.warn('purge_held_back', { detail: HELD_BACK });
  });
  const backup = { periodMs: BACKUP_PERIOD_MS, signal, onError: failed('backup_failed') };
  void every(backup, () => backups.look(config()));
  const watch = { periodMs: WATCH_PERIOD_MS, signal };
  void every({ ...watch, onError: failed('clock_watch_failed') }, watches.clock.look);
  void every({ ...watch, onError: failed('descriptor_watch_failed') }, watches.descriptors.look);
}
