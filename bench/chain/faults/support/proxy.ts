/** A line that does what it is told: a TCP proxy that cuts, stands still, slows down, or swallows what goes one way. */

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
  /** Once bytes with this text have gone to a client, nothing that it sends goes on. @returns when, ms since 1970. */
  muteAfter(text: string): Promise<number>;
  /** As it was in the beginning, for new connections; those that were frozen or muted end. */
  open(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isFrozen: boolean;
  isMute: boolean;
}

/** How often a slow line passes bytes on, ms. */
const TICK_MS = 100;

export async function startProxy(targetPort: number): Promise<LineProxy> {
  const pairs = new Set<Pair>();
  let isCut = false;
  let rate = Number.POSITIVE_INFINITY;
  let taken = 0;
  let muting: { readonly text: string; readonly done: (atUtcMs: number) => void } | null = null;
  const passed = (pair: Pair, isUp: boolean) =>
    new Transform({
      highWaterMark: 1_024,
      transform(chunk: Buffer, _encoding, callback) {
        const pass = (from: number) => {
          if (pair.isFrozen || (isUp && pair.isMute)) return;
          if (rate === Number.POSITIVE_INFINITY) return callback(null, chunk.subarray(from));
          const share = Math.max(1, Math.round((rate * TICK_MS) / 1_000));
          const pauseMs = Math.max(TICK_MS, 1_000 / rate);
          setTimeout(() => {
            if (from + share >= chunk.length) return callback(null, chunk.subarray(from));
            this.push(chunk.subarray(from, from + share));
            pass(from + share);
          }, pauseMs);
        };
        if (!isUp && muting !== null && chunk.includes(muting.text)) {
          pair.isMute = true;
          muting.done(Date.now());
          muting = null;
        }
        pass(0);
      },
    });
  const listener: Server = createServer((client) => {
    if (isCut) return void client.destroy();
    taken += 1;
    const server = connect(targetPort, '127.0.0.1');
    const pair: Pair = { client, server, isFrozen: false, isMute: false };
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
    client.pipe(passed(pair, true)).pipe(server);
    server.pipe(passed(pair, false)).pipe(client);
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
    muteAfter: (text) =>
      new Promise((done) => {
        muting = { text, done };
      }),
    open: () => {
      isCut = false;
      rate = Number.POSITIVE_INFINITY;
      muting = null;
      endAll(({ isFrozen, isMute }) => isFrozen || isMute);
    },
    close: async () => {
      endAll(() => true);
      await new Promise((done) => listener.close(done));
    },
  };
}
