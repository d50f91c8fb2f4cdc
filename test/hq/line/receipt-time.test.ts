/** A box whose batch gets no receipt sends it again, whatever happens to the memory of its process meanwhile. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import type { Batch } from '../../../chain/messages/batch.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { delay } from '../../../runtime/timers.ts';
import { type LineConnection, openNatsLine } from '../../../service/line/nats/nats-line.ts';
import { createUserKey } from '../../../service/line/nats/user-key.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../support/nats-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A broker that lets everyone in, and no head office behind it. */
async function opened(receiptMs: number): Promise<{ nats: NatsServer; line: LineConnection }> {
  const nats = await startNats(({ listen }) => `listen: "${listen}"\n`);
  stops.push(() => nats.close());
  const { seed } = createUserKey();
  const line = openNatsLine({
    link: {
      gymId: 'main',
      hqUrl: 'https://hq.example',
      box: 'box_1',
      hqGym: 'g_1',
      gymName: 'One',
      chain: 'chain',
      servers: [nats.url],
      jwt: 'none',
      expiresUtcMs: 0,
      seed,
      run: 'r_1',
      machine: null,
    },
    onLive: async () => null,
    onPass: async () => undefined,
    log: silentLog,
    receiptMs,
  });
  stops.push(() => line.close());
  return { nats, line };
}

/** Once the line is up; what comes of the batch. */
async function sent(line: LineConnection): Promise<{ readonly outcome: Promise<string> }> {
  const { signal } = new AbortController();
  for (;;) {
    const outcome = line.send(BATCH, signal).then(
      () => 'receipt',
      (error: Error) => error.message,
    );
    const soon = await Promise.race([outcome, delay(20).then(() => null)]);
    if (soon === null) return { outcome };
    await delay(20);
  }
}

const BATCH: Batch = {
  v: 1,
  id: 'b_1',
  box: 'box_1',
  gym: 'g_1',
  epoch: 'e_1',
  from_seq: 1,
  to_seq: 0,
  whole_seq: 0,
  sent_utc_ms: 0,
  clock: { source: 'system', skew_ms: null },
  app: '1.2.3',
  status: null,
  digests: null,
  changes: [],
};

it.skipIf(!HAS_NATS)('gives up after its time, also where garbage was collected', async () => {
  const { line } = await opened(500);
  const { outcome } = await sent(line);
  collectGarbage();
  expect(await outcome).toBe('The head office gave no receipt in time.');
});

it.skipIf(!HAS_NATS)('gives up at once where the broker is gone', async () => {
  const { nats, line } = await opened(3_600_000);
  const { outcome } = await sent(line);
  await nats.kill();
  expect(await outcome).toBe('The head office gave no receipt in time.');
});
