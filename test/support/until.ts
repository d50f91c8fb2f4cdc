/** Waits for a condition, not for a time. */

import { setTimeout as wait } from 'node:timers/promises';

/** Resolves once `isTrue` is; the test's own time limit is what ends a wait in vain. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    await wait(20);
  }
}
