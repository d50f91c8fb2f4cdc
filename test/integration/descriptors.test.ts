/** What is said while clients hold every file descriptor, and that it passes: the real program with a low limit. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { compiledTree } from '../../bench/support/compiled.ts';
import { until } from '../support/until.ts';

/** The program by itself takes some 60. */
const LIMIT = 160;
/** What a native server does not take waits in the queue of the system; node:http drops it. */
const CLIENTS = 200;

interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly status: string }>>;
}

async function started(backing: string): Promise<{ port: number; log: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-descriptors-'));
  const config = join(folder, 'turnout.yaml');
  const gyms = 'gyms: [{ id: main, timezone: UTC, rooms: [{ id: hall }] }]';
  await writeFile(config, `server: { backing: ${backing} }\n${gyms}\n`);
  const command = `ulimit -n ${LIMIT}; exec "$0" "$@"`;
  const launcher = resolve(compiledTree(), 'bin/turnout.cjs');
  const program: ChildProcess = spawn(
    'bash',
    ['-c', command, process.execPath, launcher, 'serve'],
    {
      cwd: folder,
      env: {
        ...process.env,
        ...{ HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: join(folder, 'data') },
        TURNOUT_CONFIG: config,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const { stdout, stderr } = program;
  if (stdout === null || stderr === null) throw new Error('the program has no output');
  const log: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => log.push(line));
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    return { port: Number(new URL((JSON.parse(line) as { url: string }).url).port), log };
  }
  throw new Error(`the program ended before it listened:\n${log.join('\n')}`);
}

it.each(['auto', 'node'])('%s: it is logged, shown in /health, and passes', async (backing) => {
  const { port, log } = await started(backing);
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
