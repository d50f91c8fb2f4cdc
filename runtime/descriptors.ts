/** File descriptors: what it looks like when none is free, in this process or on the whole computer. */

import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Clock } from './clock.ts';
import type { Log } from './log/log.ts';

/** Whether a system error says that no descriptor is free, of this process or of the computer: errno(3). */
export function isDescriptorShortage(systemCode: string | null | undefined): boolean {
  return /^E[MN]FILE$/.test(systemCode ?? '');
}

/**
 * Whether a descriptor is free now: one is taken and given back. For what fails without saying why, as looking up a
 * name does.
 */
export function isDescriptorFree(): Promise<boolean> {
  const tried = open(devNull, 'r').then((file) => file.close());
  return tried.then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => !isDescriptorShortage(code),
  );
}

const DETAIL =
  'every file descriptor of the process or the computer is in use: no connection is taken; close some, or raise the limit (ulimit -n, LimitNOFILE)';

/**
 * Notices while no file descriptor is free. Nothing else reports it: the HTTP servers leave new connections waiting, or drop
 * them, without a word.
 */
export function watchDescriptors(clock: Clock, log: Log, isFree = isDescriptorFree) {
  let sinceUtcMs: number | null = null;
  return {
    /** Takes a descriptor and gives it back; to be called every second. */
    look: async () => {
      const isShort = !(await isFree());
      if (isShort && sinceUtcMs === null) {
        sinceUtcMs = clock.nowUtcMs();
        log.error('descriptors_exhausted', { detail: DETAIL });
      } else if (!isShort && sinceUtcMs !== null) {
        const forS = Math.round((clock.nowUtcMs() - sinceUtcMs) / 1000);
        sinceUtcMs = null;
        log.info('descriptors_free', { after_s: forS });
      }
    },
    /** Since when none is free, ms since 1970, UTC; null while there are some. */
    shortSinceUtcMs: () => sinceUtcMs,
  };
}
