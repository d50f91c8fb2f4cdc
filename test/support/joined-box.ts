/** A box that has joined a head office, as one that sends sees it. */

import {
  type AnyBatch,
  type Batch,
  type BoxStatus,
  packed,
  type Receipt,
} from '../../chain/sync.ts';
import type { Database } from '../../hq/database/database.ts';
import { createToken, enrol } from '../../hq/sync/boxes.ts';
import type { Sync } from '../../hq/sync/sync.ts';

/** How a box is where all is well. */
export const boxStatus = (said: Partial<BoxStatus> = {}): BoxStatus => ({
  cameras: {},
  storage: 'ok',
  feeds: [],
  has_configuration_faults: false,
  pending: 0,
  held_back: 0,
  ...said,
});

/** @returns its key. */
export async function joinBox(database: Database, gymId: string, nowUtcMs: number) {
  const { token } = await createToken(database, gymId, nowUtcMs);
  const gym = { id: gymId, name: gymId, timezone: 'Europe/London' };
  return enrol(database, { v: 1, token, hostname: 'box', app: '1.2.3', gym }, nowUtcMs);
}

export function sendAs(sync: Sync, key: string, batch: AnyBatch | Batch): Promise<Receipt> {
  return sync.take(key, packed(batch), 'gzip');
}
