/** File descriptors: what it looks like when none is free, in this process or on the whole computer. */

import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Clock } from './clock.ts';
import type { Log } from './log/log.ts';

/** Of this process and of the computer: errno(3). */
const SHORTAGES = new Set(['EMFILE', 'ENFILE']);

/** Whether a system error says that no descriptor is free. */
export function isDescriptorShortage(systemCode: string | null | undefined): boolean {
  return SHORTAGES.has(systemCode ?? '');
}

/**
 * Whether a descriptor is free now: one is taken and given back. For what fails without saying why, as looking up a
 * name does.
 */
export async function isDescriptorFree(): Promise<boolean> {
  try {
    const file = await open(devNull, 'r');
    await file.close();
    return true;
  } catch (error) {
    return !isDescriptorShortage((error as NodeJS.ErrnoException).code);
  }
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
