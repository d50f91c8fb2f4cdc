/** A real MQTT broker of this computer, from Debian. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/loopback.ts';
import { listeningInTest } from '../support/test-server.ts';

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync) ?? null;
export const HAS_MOSQUITTO = MOSQUITTO !== null;

/** @param lines Of its configuration, next to where it listens. */
export async function mosquitto(lines: readonly string[] = ['allow_anonymous true']) {
  const port = await freePort();
  const file = join(testFolder(), 'mosquitto.conf');
  await writeFile(file, [`listener ${port} 127.0.0.1`, 'log_dest none', ...lines].join('\n'));
  const child = spawn(MOSQUITTO ?? '', ['-c', file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => answers(port), { timeout: 20_000, interval: 10 }).toBe(true);
  return { port };
}

/** Whether something listens there: what it makes of a request of HTTP does not matter. */
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    ({ cause }) => cause.code !== 'ECONNREFUSED',
  );

/** What another program sees: the newest value of each retained topic, and all that comes, in order. */
export async function listener(port: number) {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  onTestFinished(() => client.endAsync(true));
  const newest = new Map<string, string>();
  const all: [topic: string, value: string][] = [];
  client.on('message', (topic, payload) => {
    const value = String(payload);
    all.push([topic, value]);
    if (value === '') newest.delete(topic);
    else newest.set(topic, value);
  });
  await client.subscribeAsync('#', { qos: 1 });
  return { client, newest, all, json: (topic: string) => JSON.parse(newest.get(topic) ?? 'null') };
}

/** A network between both, which can break off, or carry nothing any more. */
export async function line(port: number) {
  const ends = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1').on('error', () => undefined);
    const carry = (one: Socket, other: Socket) => {
      ends.add(one);
      one.on('data', (bytes) => isSilent || other.write(bytes)).on('close', () => other.destroy());
    };
    carry(near, far);
    carry(far, near);
  });
  return {
    port: await listeningInTest(server),
    silence: () => {
      isSilent = true;
    },
    cut: () => {
      for (const socket of ends) socket.destroy();
    },
  };
}
