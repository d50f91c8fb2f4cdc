/** Whether the history can be written, and why not. */

import type { Log } from '../../../runtime/log/log.ts';
import { describeFault } from '../faults.ts';

export interface Condition {
  /** What is wrong; null when nothing is. */
  fault(): string | null;
  isWell(dropped: number): void;
  isFailing(error: unknown): void;
}

/** Says each change once, not each failed attempt. */
export function createCondition(log: Log): Condition {
  let fault: string | null = null;
  return {
    fault: () => fault,
    isWell: (dropped) => {
      if (fault !== null) {
        log.info('storage_recovered', { dropped });
        fault = null;
      }
    },
    isFailing: (error) => {
      const reason = describeFault(error);
      if (reason !== fault) {
        log.error('storage_failing', { reason });
        fault = reason;
      }
    },
  };
}
