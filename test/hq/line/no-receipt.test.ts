/** A box never waits for ever: not for a receipt that does not come, whatever the garbage collector does meanwhile. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../chain/messages/batch.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { every } from '../../../runtime/timers.ts';
import { type LineConnection, openNatsLine } from '../../../service/line/nats/nats-line.ts';
import { createUserKey } from '../../../service/line/nats/user-key.ts';
import { HAS_NATS, startNats } from '../../support/nats-server.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const BATCH = { id: 'b_1', gym: 'g_1', changes: [] } as unknown as Batch;

function lineTo(server: string, receiptMs: number): LineConnection {
  const link = {
    gymId: 'main',
    hqUrl: '',
    box: 'box_1',
    hqGym: 'g_1',
    gymName: 'One',
    chain: 'chain',
    servers: [server],
    jwt: 'none',
    expiresUtcMs: 0,
    run: 'r_1',
    machine: null,
    seed: createUserKey().seed,
  };
  const about = { onLive: async () => null, onPass: async () => undefined, log: silentLog };
  return openNatsLine({ ...about, link, receiptMs });
}

describe.skipIf(!HAS_NATS)('a line whose head office is silent', () => {
  it('gives a batch up after its time, and at once when it is stopped', async () => {
    const nats = await startNats(({ listen }) => `listen: "${listen}"`);
    const line = lineTo(nats.url, 1_500);
    const signal = new AbortController().signal;
    const send = (until: AbortSignal) =>
      line.send(BATCH, until).catch((error: Error) => error.message);
    await expect.poll(() => send(AbortSignal.abort())).toMatch('no receipt in time');
    const collecting = new AbortController();
    const often = { periodMs: 50, signal: collecting.signal, onError: () => undefined };
    const rounds = every(often, collect);
    expect(await send(signal)).toMatch('no receipt in time');
    collecting.abort();
    await rounds;
    const last = send(signal);
    await line.close();
    expect(await last).toMatch('no receipt in time');
    await nats.close();
  });

  it('gives a batch up at once when the broker is gone', async () => {
    const nats = await startNats(({ listen }) => `listen: "${listen}"`);
    const line = lineTo(nats.url, 3_600_000);
    const send = (until: AbortSignal) =>
      line.send(BATCH, until).catch((error: Error) => error.message);
    await expect.poll(() => send(AbortSignal.abort())).toMatch('no receipt in time');
    const last = send(new AbortController().signal);
    await nats.kill();
    expect(await last).toMatch('no receipt in time');
    await line.close();
  });
});
