/** A NATS server of its own from Debian's package, on a free port, and killed afterwards. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrokerOptions } from '../../hq/line/broker-config.ts';
import { delay } from '../../runtime/timers.ts';
import { freePort } from './postgres.ts';

export const HAS_NATS = hasNats();
if (!HAS_NATS) console.warn('skipped: there is no NATS server here (apt-get install nats-server)');

export interface NatsServer {
  /** `nats://127.0.0.1:…` */
  readonly url: string;
  /** `ws://127.0.0.1:…`: for boxes, behind a proxy that ends TLS. */
  readonly websocketUrl: string;
  /** Of the process that runs or ran last. */
  pid(): number | undefined;
  kill(): Promise<void>;
  /** Over the same data, or without what its streams held. */
  restart(isStoreLost?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** @param configOf Text of its configuration, for an address and a folder. */
export async function startNats(configOf: (about: BrokerOptions) => string): Promise<NatsServer> {
  const dir = mkdtempSync(join(tmpdir(), 'turnout-nats-'));
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const websocket = `127.0.0.1:${await freePort()}`;
  const path = join(dir, 'nats.conf');
  writeFileSync(path, configOf({ listen, websocket, dir }));
  let server: ChildProcess | null = null;
  const start = async () => {
    server = spawn('nats-server', ['-c', path], { stdio: 'ignore' });
    await listening(port);
  };
  const kill = async () => {
    const running = server;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `nats://${listen}`,
    websocketUrl: `ws://${websocket}`,
    pid: () => server?.pid,
    kill,
    restart: async (isStoreLost = false) => {
      if (isStoreLost) rmSync(join(dir, 'jetstream'), { recursive: true, force: true });
      await start();
    },
    close: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (isOpen) return;
    await delay(25);
  }
  throw new Error('the NATS server does not listen');
}

function hasNats(): boolean {
  try {
    execFileSync('nats-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
