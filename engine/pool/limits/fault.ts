/** Why a task of a pool was not done, as a coded error. */

import { type ErrorCode, messageOf, TurnoutError } from '../../../errors.ts';
import type { RunLimit } from './expiry.ts';

/** What Piscina 5.3 says of a worker that ended during a task. */
const THREAD_EXITED = 'worker exited with code';

/** @param hasExpired whether its time was up. */
export function toFault(error: unknown, hasExpired: boolean, limit: RunLimit): TurnoutError {
  const where = `detector ${limit.detector}`;
  const fault = (code: ErrorCode, expected: string, got: string) =>
    new TurnoutError(code, { where, expected, got }, { cause: error });
  // The process of a plugin ends with these two, and the next picture starts it again.
  const ended = limit.nativeWaitMs === 0 ? 'its process was ended' : 'its worker was replaced';
  if (hasExpired) {
    const expected = `an answer within ${limit.timeoutMs} ms`;
    return fault('detector_timeout', expected, `none; ${ended}`);
  }
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const expected = `at most ${limit.heapMegabytes} MB of heap`;
    return fault('detector_out_of_memory', expected, `more; ${ended}`);
  }
  if (messageOf(error).startsWith(THREAD_EXITED)) {
    return fault('detector_exited', 'a sample', 'the end of its thread; its worker was replaced');
  }
  return fault('detector_failed', 'a sample', messageOf(error));
}
