/** A line that does what it is told: a TCP proxy that cuts, stands still, or slows down. */

import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface LineProxy {
  readonly port: number;
  /** Connections that were taken since the start. */
  taken(): number;
  /** Ends all connections, and takes none. */
  cut(): void;
  /** Of the connections there are, nothing goes on, and none is closed. New ones work. */
  freeze(): void;
  /** From now on so many bytes a second each way, on every connection. */
  slow(bytesPerSecond: number): void;
  /** As it was in the beginning, for new connections; those that were frozen end. */
  open(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isFrozen: boolean;
}

/** How often a slow line passes bytes on, ms. */
const TICK_MS = 100;

export async function startProxy(targetPort: number): Promise<LineProxy> {
  const pairs = new Set<Pair>();
  let isCut = false;
  let rate = Number.POSITIVE_INFINITY;
  let taken = 0;
  const passed = (pair: Pair) =>
    new Transform({
      highWaterMark: 1_024,
      transform(chunk: Buffer, _encoding, callback) {
        const pass = (from: number) => {
          if (pair.isFrozen) return;
          if (rate === Number.POSITIVE_INFINITY) return callback(null, chunk.subarray(from));
          const share = Math.max(1, Math.round((rate * TICK_MS) / 1_000));
          const pauseMs = Math.max(TICK_MS, 1_000 / rate);
          setTimeout(() => {
            if (from + share >= chunk.length) return callback(null, chunk.subarray(from));
            this.push(chunk.subarray(from, from + share));
            pass(from + share);
          }, pauseMs);
        };
        pass(0);
      },
    });
  const listener: Server = createServer((client) => {
    if (isCut) return void client.destroy();
    taken += 1;
    const server = connect(targetPort, '127.0.0.1');
    const pair: Pair = { client, server, isFrozen: false };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      // A frozen line tells neither end that the other has gone.
      socket.on('close', () => pair.isFrozen || end());
    }
    client.pipe(passed(pair)).pipe(server);
    server.pipe(passed(pair)).pipe(client);
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const address = listener.address();
  const endAll = (which: (pair: Pair) => boolean) => {
    for (const { client, server } of [...pairs].filter(which)) {
      client.destroy();
      server.destroy();
    }
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    taken: () => taken,
    cut: () => {
      isCut = true;
      endAll(() => true);
    },
    freeze: () => {
      for (const pair of pairs) pair.isFrozen = true;
    },
    slow: (bytesPerSecond) => {
      rate = bytesPerSecond;
    },
    open: () => {
      isCut = false;
      rate = Number.POSITIVE_INFINITY;
      endAll(({ isFrozen }) => isFrozen);
    },
    close: async () => {
      endAll(() => true);
      await new Promise((done) => listener.close(done));
    },
  };
}
