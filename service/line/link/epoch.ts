/** Names of epochs and runs. Random: two boxes never begin the same. */

import { randomBytes } from 'node:crypto';

/** One history of a box's data, see `chain/messages/batch.ts`. */
export function newEpoch(): string {
  return `e_${randomBytes(9).toString('hex')}`;
}

/** One start of the program over a link, see `link-file.ts`. */
export function newRun(): string {
  return `r_${randomBytes(9).toString('hex')}`;
}
