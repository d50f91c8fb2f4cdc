/** What is said while clients hold every file descriptor, and that it passes: the real program with a low limit. */

import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Health } from '../../api/schemas/service.ts';
import { startRealProgram } from '../support/real-program.ts';
import { until } from '../support/until.ts';

/** The program by itself takes some 60. */
const LIMIT = 160;
/** What a native server does not take waits in the queue of the system; node:http drops it. */
const CLIENTS = 220;

it.each(['auto', 'node'])('%s: it is logged, shown in /health, and passes', async (backing) => {
  const section = `server: { backing: ${backing} }`;
  const { port, log } = await startRealProgram({ section, before: `ulimit -n ${LIMIT}` });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const health = async (): Promise<Health> => {
    const request = get({ port, host: '127.0.0.1', path: '/health', agent });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return JSON.parse(await text(answer)) as Health;
  };
  const events = (name: string) => log.filter((line) => line.includes(`"event":"${name}"`));
  expect((await health()).checks['descriptors']).toMatchObject({ status: 'ok' });

  const clients: Socket[] = [];
  const hold = () => {
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(client);
  };
  for (let at = 0; at < CLIENTS; at += 1) hold();
  onTestFinished(() => clients.forEach((client) => void client.destroy()));
  await until(async () => (await health()).checks['descriptors']?.status === 'degraded');
  expect(events('descriptors_exhausted')).toHaveLength(1);

  for (const client of clients) client.destroy();
  await until(async () => (await health()).checks['descriptors']?.status === 'ok');
  expect(events('descriptors_free')).toHaveLength(1);
  const fresh = await fetch(`http://127.0.0.1:${port}/health`, {
    headers: { connection: 'close' },
  });
  expect(fresh.status).toBe(200);
});
