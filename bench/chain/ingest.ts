/** How many changes a second one ingester takes. */

import { encode } from '../../chain/codec.ts';
import type { Database } from '../../hq/database/database.ts';
import { Ingester } from '../../hq/ingest/ingester.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { batchOf } from './batches.ts';
import { tell } from './figures.ts';

/** Gyms that it is fed with, at most. */
const FED = 200;

/** Batches of 200 changes, 50 in a transaction, as the receiver takes them; days, cursors and receipts included. */
export async function ingest(database: Database, gyms: number): Promise<void> {
  const ingester = new Ingester({ database, clock: systemClock, log: silentLog });
  const seqs = new Map<number, number>();
  const messages = [];
  let bytes = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let gym = 1; gym <= Math.min(FED, gyms); gym += 1) {
      const from = (seqs.get(gym) ?? 0) + 1;
      const made = batchOf(gym, from, round);
      seqs.set(gym, from + made.changes.length - 1);
      const encoded = encode(made);
      bytes += encoded.bytes.length;
      messages.push({ gym: made.gym, ...encoded });
    }
  }
  const before = performance.now();
  for (let from = 0; from < messages.length; from += 50)
    await ingester.take(messages.slice(from, from + 50));
  const seconds = (performance.now() - before) / 1_000;
  const { changes } = ingester.figures();
  tell('changes a second into PostgreSQL from one ingester', changes / seconds, '1/s', {
    least: 2_500,
  });
  tell('bytes of a change on the line', bytes / changes, 'bytes');
}
