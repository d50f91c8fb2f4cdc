/** The line as a WebSocket: through proxies that cut and fall silent, and through a real Caddy that ends TLS. */

import { connect, createServer, type Socket } from 'node:net';
import { createAccount, createOperator, createUser } from '@nats-io/jwt';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decode } from '../../../chain/codec.ts';
import { BATCH, type Batch } from '../../../chain/messages/batch.ts';
import type { Receipt } from '../../../chain/messages/receipt.ts';
import { brokerConfig } from '../../../hq/line/broker-config.ts';
import { brokerTrust, type LineKeys, officePass, passOf } from '../../../hq/line/line-keys.ts';
import { startReceiver } from '../../../hq/line/receiver.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { delay } from '../../../runtime/timers.ts';
import { enrol } from '../../../service/line/link/enrol.ts';
import type { LinkFile } from '../../../service/line/link/link-file.ts';
import { type LineConnection, openNatsLine } from '../../../service/line/nats/nats-line.ts';
import { HAS_CADDY, startCaddy } from '../../support/caddy.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../support/nats-server.ts';
import { textOf } from '../../support/tree.ts';
import { until } from '../../support/until.ts';

const NEVER = new AbortController().signal;
/** After which the proxy cuts a connection on which nothing moves, ms. */
const IDLE_MS = 500;

describe.skipIf(!HAS_NATS)('the line as a WebSocket', () => {
  let nats: NatsServer;
  let stopOffice: () => Promise<void>;
  let link: LinkFile;

  beforeAll(async () => {
    const keys: LineKeys = {
      operator: createOperator(),
      account: createAccount(),
      system: createAccount(),
      office: createUser(),
      admin: createUser(),
    };
    const trust = await brokerTrust(keys);
    nats = await startNats((about) => brokerConfig(trust, about));
    const receiver = startReceiver({
      servers: [nats.websocketUrl],
      pass: { jwt: await officePass(keys, 'office'), seed: keys.office.getSeed() },
      ingester: { take: async (messages) => messages.map(receiptOf) },
      renew: async () => null,
      log: silentLog,
    });
    stopOffice = () => receiver.stop();
    const user = createUser();
    const box = { id: 'box_1', publicKey: user.getPublicKey(), gymUid: 'g_1' };
    const pass = await passOf(keys, box, Date.now());
    link = {
      gymId: 'main',
      hqUrl: 'https://hq.example',
      box: 'box_1',
      hqGym: 'g_1',
      gymName: 'Main',
      chain: 'chain',
      run: 'r_1',
      machine: null,
      servers: [],
      jwt: pass.jwt,
      expiresUtcMs: pass.expiresUtcMs,
      seed: new TextDecoder().decode(user.getSeed()),
    };
  });
  afterAll(async () => {
    await stopOffice?.();
    await nats?.close();
  });

  /** Ends with the test. */
  const opened = (server: string, pingMs: number, log: Log = silentLog): LineConnection => {
    const line = openNatsLine({
      link: { ...link, servers: [server] },
      onLive: async () => null,
      onPass: async () => undefined,
      log,
      receiptMs: 2_000,
      pingMs,
    });
    onTestFinished(() => line.close());
    return line;
  };

  it('carries batches and receipts', async () => {
    const line = opened(nats.websocketUrl, 20_000);
    expect(await sent(line)).toMatchObject({ gym: 'g_1', cursor: 1 });
  });

  it('outlives a proxy that cuts idle connections, by its pings', async () => {
    const proxy = await startProxy(nats.websocketUrl);
    const line = opened(proxy.url, IDLE_MS / 5);
    await sent(line);
    // A ping is one piece up and one down: ten of them take twice as long as the proxy waits.
    const before = proxy.pieces();
    await until(() => proxy.pieces() > before + 20);
    expect(proxy.connections()).toBe(1);
    expect(await line.send(batch(), NEVER)).toMatchObject({ cursor: 1 });
  });

  it('is made again where a proxy cuts it', async () => {
    const proxy = await startProxy(nats.websocketUrl);
    const line = opened(proxy.url, 60_000);
    await sent(line);
    await until(() => proxy.connections() > 1);
    expect(await sent(line)).toMatchObject({ cursor: 1 });
  });

  it('is made again where a proxy is silent without a word', async () => {
    const proxy = await startProxy(nats.websocketUrl);
    const line = opened(proxy.url, 100);
    await sent(line);
    proxy.fallSilent();
    await until(() => proxy.connections() > 1);
    expect(await sent(line)).toMatchObject({ cursor: 1 });
  });

  it.skipIf(!HAS_CADDY)(
    'is refused where the certificate is of no known authority, with one clear error',
    async () => {
      const about = { hq: '127.0.0.1:1', nats: nats.websocketUrl.replace('ws://', '') };
      const caddy = await startCaddy(() => caddyfile(about));
      onTestFinished(() => caddy.close());
      const request = {
        v: 1 as const,
        token: 'tj_one',
        public_key: `U${'A'.repeat(55)}`,
        hostname: 'box',
        app: '1.0.0',
        gym: { id: 'main', name: 'Main', timezone: 'UTC' },
      };
      await expect(enrol(`https://${caddy.name}`, request)).rejects.toMatchObject({
        code: 'hq_unreachable',
        message: expect.stringMatching(
          /^certificate of the head office: expected one of an authority .* got UNABLE_TO_[A-Z_]+.*NODE_EXTRA_CA_CERTS/s,
        ),
      });
      const told: unknown[] = [];
      const log = { ...silentLog, warn: (...line: unknown[]) => void told.push(line) };
      const line = opened(`wss://${caddy.name}/line`, 20_000, log);
      await until(() => told.length > 0);
      const refused = /its certificate is refused \(UNABLE_TO_[A-Z_]+\)/;
      expect(told[0]).toEqual([
        'line_unreachable',
        { gym: 'main', detail: expect.stringMatching(refused) },
      ]);
      await expect(line.send(batch(), NEVER)).rejects.toThrow(refused);
    },
  );
});

/** The head office's own file, over addresses of this test. */
function caddyfile({ hq, nats }: { readonly hq: string; readonly nats: string }): string {
  return textOf('deploy/hq/Caddyfile').replace('nats:9222', nats).replace('hq:8080', hq);
}

let batches = 0;

function batch(): Batch {
  batches += 1;
  return {
    v: 1,
    id: `b_${batches}`,
    box: 'box_1',
    gym: 'g_1',
    epoch: 'e_1',
    from_seq: 1,
    to_seq: 1,
    whole_seq: 1,
    sent_utc_ms: Date.now(),
    app: '1.2.3',
    clock: { source: 'system', skew_ms: 0 },
    status: null,
    digests: null,
    changes: [],
  };
}

function receiptOf({ bytes, encoding }: Parameters<typeof decodeBatch>[0]): Receipt | null {
  const told = decodeBatch({ bytes, encoding });
  if (told.is !== 'message') return null;
  const { id, gym, epoch, to_seq: cursor } = told.message;
  const about = { hq_utc_ms: Date.now(), parked: 0, unequal: null };
  return { v: 1, batch: id, gym, epoch, cursor, ...about };
}

function decodeBatch({ bytes, encoding }: { bytes: Uint8Array; encoding: string | null }) {
  return decode(BATCH, bytes, encoding);
}

/** Until it is up. */
async function sent(line: LineConnection): Promise<Receipt> {
  for (;;) {
    const receipt = await line.send(batch(), NEVER).catch(() => null);
    if (receipt !== null) return receipt;
    await delay(20);
  }
}

/** Carries bytes to a WebSocket server and back, and cuts what is idle. It ends with the test. */
async function startProxy(to: string) {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let connections = 0;
  let pieces = 0;
  let isSilent = false;
  const server = createServer((near) => {
    connections += 1;
    isSilent = false;
    const far = connect(Number(port), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setTimeout(IDLE_MS, () => {
        if (!isSilent) from.destroy();
      });
      from.on('data', (piece) => {
        pieces += 1;
        if (!isSilent) into.write(piece);
      });
      from.on('error', () => undefined);
      from.on('close', () => into.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    connections: () => connections,
    pieces: () => pieces,
    fallSilent: () => {
      isSilent = true;
    },
  };
}
