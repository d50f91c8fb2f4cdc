/** How many changes a second one node takes. */

import { packed } from '../../chain/sync.ts';
import type { Database } from '../../hq/database/database.ts';
import { Sync } from '../../hq/sync/sync.ts';
import { systemClock } from '../../runtime/clock.ts';
import { batchOf } from './batches.ts';
import { tell } from './figures.ts';
import { addBoxes } from './fill.ts';

/** Gyms that it is fed with, at most. */
const FED = 200;
/** As many batches at once as the node has connections for. Source: hq/head-office.ts. */
const AT_ONCE = 4;

/** Batches of 200 changes, each a transaction as it comes from its box; days, cursors and receipts included. */
export async function ingest(database: Database, gyms: number): Promise<void> {
  const sync = new Sync({ database, clock: systemClock });
  const keys = await addBoxes(database, gyms);
  const waiting: { key: string; body: Buffer }[] = [];
  let bytes = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let gym = 1; gym <= Math.min(FED, gyms); gym += 1) {
      const body = packed(batchOf(gym, 200 * round + 1, round));
      bytes += body.length;
      waiting.push({ key: keys[gym] ?? '', body });
    }
  }
  const before = performance.now();
  const left = waiting.values();
  const send = async () => {
    for (const { key, body } of left) await sync.take(key, body, 'gzip');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const seconds = (performance.now() - before) / 1_000;
  const { changes } = sync.figures();
  const rate = changes / seconds;
  tell('changes a second into PostgreSQL from one node', rate, '1/s', { least: 5_000 });
  tell('bytes of a change on the line', bytes / changes, 'bytes');
}
