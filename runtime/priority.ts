/** How polite a thread is. Where the system forbids to be, as `nice` and sandboxes may, everything works all the same. */

import { setPriority } from 'node:os';

/** Gives the calling thread this niceness. Only on Linux: elsewhere a priority is that of the whole process. */
export function giveWay(niceness: number, set: (niceness: number) => void = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    set(niceness);
  } catch {
    // Also where it was started with less priority than this.
  }
}
