/**
 * How much work a thread has done. Linux tells it of each thread; elsewhere no one does, and a limit of time has to do.
 */

import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Ticks of `/proc/…/stat` are hundredths of a second on every Linux: proc(5), USER_HZ. */
const MS_PER_TICK = 10;

/** Number of the thread that asks; null where the system has none. */
export function ownThread(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/** CPU time of a thread of this process so far, ms; null where no one knows, or the thread has ended. */
export async function cpuMsOf(thread: number): Promise<number | null> {
  const stat = await readFile(`/proc/self/task/${thread}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  // The name of the thread is in brackets and may hold spaces: utime and stime are the 12th and 13th behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
