/** What the engine does again and again while it runs: old samples are deleted, the clocks are compared, a descriptor is tried. */

import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { type Clock, watchClock } from '../runtime/clock.ts';
import { watchDescriptors } from '../runtime/descriptors.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';
import type { Backups } from './backups.ts';

/** How often old samples are deleted, ms. */
const PURGE_PERIOD_MS = 3_600_000;
/** How often the wall clock is compared with the steady one, and a descriptor is tried, ms. */
const WATCH_PERIOD_MS = 1_000;

/** How often it is looked whether a backup is due, ms. */
const BACKUP_PERIOD_MS = 60_000;

interface RoundsParts {
  readonly history: Pick<History, 'purge'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: () => Config;
  readonly backups: Backups;
}

export function createRounds({ history, clock, log, config, backups }: RoundsParts) {
  const [ofClock, ofDescriptors] = [watchClock(clock, log), watchDescriptors(clock, log)];
  return {
    /** What is looked at every second. */
    status: () => ({
      clock: { lastStep: ofClock.lastStep() },
      descriptors: { shortSinceUtcMs: ofDescriptors.shortSinceUtcMs() },
    }),
    /** Goes on until `signal` aborts. What fails is logged, and tried again the next time. @returns resolves when no backup is made any more. */
    begin: async (signal: AbortSignal): Promise<void> => {
      const repeat = (periodMs: number, event: string, action: () => void | Promise<void>) => {
        const onError = (error: unknown) => log.error(event, { detail: messageOf(error) });
        return every({ periodMs, signal, onError }, action);
      };
      void repeat(PURGE_PERIOD_MS, 'purge_failed', async () => {
        await history.purge(config().retention);
      });
      void repeat(WATCH_PERIOD_MS, 'clock_watch_failed', ofClock.look);
      void repeat(WATCH_PERIOD_MS, 'descriptor_watch_failed', ofDescriptors.look);
      // At once too: a folder that is not there shows at the start.
      await backups.look(config());
      await repeat(BACKUP_PERIOD_MS, 'backup_failed', () => backups.look(config()));
    },
  };
}
