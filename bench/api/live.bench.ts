// What do 200 clients of `GET /v1/live` cost, ten of which do not read?
//
// The real server in a process of its own, over 24 rooms of which each changes every second. Rounds alternate: in one the
// clients are there, in the other none is. In both another process asks for `/v1/summary` at a fixed, modest rate. Processor
// time and memory are the server's. Then it is stopped and started again, and all clients come back with what they have.

import { execFile } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { delay } from '../../runtime/timers.ts';
import { compiledFile } from '../support/compiled.ts';
import { CpuTime } from '../support/cpu-time.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { residentMegabytes } from '../support/rss-series.ts';
import { type Contender, startLiveGym } from './contenders/start.ts';

const CLIENTS = isQuick ? 20 : 200;
const NOT_READING = isQuick ? 1 : 10;
const ROOMS = 24;
const ROUNDS = isQuick ? 1 : 7;
const SECONDS = isQuick ? 1 : 5;
const PER_SECOND = 200;
/** One key, and one address, may not have all of the clients. */
const SECRETS = ['tk_0', 'tk_1', 'tk_2', 'tk_3', 'tk_4', 'tk_5', 'tk_6', 'tk_7'] as const;
/** Alone with the clients, for their share of a core. */
const WATCHED_SECONDS = isQuick ? 2 : 30;

interface Client {
  readonly socket: Socket;
  readonly heard: { bytes: number; hellos: number; lastId: string | null };
}

const server = await startLiveGym({ port: 0, secrets: SECRETS, rooms: ROOMS });
const port = Number(new URL(server.url).port);
const alone: number[] = [];
const beside: number[] = [];
// What is compiled and grown in the first seconds is neither's.
await summaries(isQuick ? 0.2 : 2);
await watched(async () => summaries(isQuick ? 0.2 : 2));
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(percentile(await summaries(SECONDS), 0.99));
  beside.push(await watched(async () => percentile(await summaries(SECONDS), 0.99)));
}
const before = await memory(WATCHED_SECONDS);
const cost = await watched(async (clients) => {
  const heardBefore = bytesOf(clients);
  const cpu = new CpuTime(server.pid);
  const megabytes = await memory(WATCHED_SECONDS);
  const spentUs = cpu.spentUs();
  const bytes = bytesOf(clients) - heardBefore;
  return { spentUs, megabytes, bytes, skipped: await metric('turnout_live_skipped_total') };
});
const again = await restarted(server);

const ratios = alone.map((ms, at) => (beside[at] ?? Number.NaN) / ms);
const told = (ms: readonly number[]) => `${median(ms).toFixed(2)} ms`;
const growth = before === null || cost.megabytes === null ? null : cost.megabytes - before;
report('api/live', [
  figure(`${CLIENTS} clients, ${NOT_READING} not reading, ${ROOMS} rooms a second`, {
    value: cost.spentUs === null ? null : cost.spentUs / 1e4 / WATCHED_SECONDS,
    unit: '% of a core',
    limit: 2,
    note: `${(cost.bytes / WATCHED_SECONDS / (CLIENTS - NOT_READING) / 1e3).toFixed(1)} kB a second to each; ${cost.skipped} events skipped`,
  }),
  figure('… memory', {
    value: growth,
    unit: 'MB',
    limit: 10,
    note: `${before?.toFixed(0)} MB before`,
  }),
  figure('p99 of /v1/summary beside them ÷ without', {
    value: median(ratios),
    unit: '×',
    limit: 1.2,
    note: `${told(beside)} against ${told(alone)}; rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }),
  figure('server stopped and started: the last client has its hello after', {
    value: again.lastMs,
    unit: 'ms',
    limit: 10_000,
    note: `${again.hellos} of ${again.clients} clients that read`,
  }),
]);

function figure(name: string, said: Pick<Figure, 'value' | 'unit' | 'limit' | 'note'>): Figure {
  return { name, direction: 'max', ...said };
}

/** With all clients open, each of which has its hello. */
async function watched<Result>(use: (clients: readonly Client[]) => Promise<Result>) {
  const clients = Array.from({ length: CLIENTS }, (_, at) => open(at, at < NOT_READING));
  await until(() => clients.slice(NOT_READING).every(({ heard }) => heard.hellos > 0));
  try {
    return await use(clients);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await until(async () => (await metric('turnout_live_streams')) === 0);
  }
}

/** @param at Which of the clients. */
function open(at: number, isDeaf: boolean, lastId: string | null = null): Client {
  const which = at % SECRETS.length;
  const localAddress = `127.0.0.${which + 1}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const heard: Client['heard'] = { bytes: 0, hellos: 0, lastId: null };
  const resume = lastId === null ? '' : `Last-Event-ID: ${lastId}\r\n`;
  socket.on('error', () => undefined);
  socket.write(`GET /v1/live HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${SECRETS[which]}\r\n${resume}\r\n`);
  if (isDeaf) socket.pause();
  else
    socket.on('data', (bytes: Buffer) => {
      heard.bytes += bytes.length;
      if (bytes.includes('event: hello')) heard.hellos += 1;
      heard.lastId = /^id: (.+)$/m.exec(bytes.toString('latin1'))?.[1] ?? heard.lastId;
    });
  return { socket, heard };
}

async function restarted(first: Contender) {
  const clients = Array.from({ length: CLIENTS - NOT_READING }, (_, at) => open(at, false));
  await until(() => clients.every(({ heard }) => heard.hellos > 0));
  await first.stop();
  const second = await startLiveGym({ port, secrets: SECRETS, rooms: ROOMS });
  const startMs = performance.now();
  const back = clients.map(({ heard }, at) => open(at, false, heard.lastId));
  await until(() => back.every(({ heard }) => heard.hellos > 0));
  const lastMs = performance.now() - startMs;
  const hellos = back.filter(({ heard }) => heard.hellos > 0).length;
  for (const { socket } of [...clients, ...back]) socket.destroy();
  await second.stop();
  return { lastMs, hellos, clients: back.length };
}

async function summaries(seconds: number): Promise<number[]> {
  const url = `http://127.0.0.1:${port}/v1/summary`;
  const asked = JSON.stringify({ url, secret: SECRETS[0], perSecond: PER_SECOND, seconds });
  const file = compiledFile(new URL('../support/steady-requests.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, asked]);
  return JSON.parse(stdout) as number[];
}

/** Of the server, MB: the median of a look each half second. */
async function memory(seconds: number): Promise<number | null> {
  const looks: number[] = [];
  for (let look = 0; look < 2 * seconds; look += 1) {
    await delay(500);
    const megabytes = residentMegabytes(server.pid);
    if (megabytes !== null) looks.push(megabytes);
  }
  return looks.length === 0 ? null : median(looks);
}

function bytesOf(clients: readonly Client[]): number {
  return clients.reduce((sum, { heard }) => sum + heard.bytes, 0);
}

async function metric(name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { Accept: 'text/plain' },
  });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await answer.text())?.[1]);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 30_000; !(await isSo()); await delay(10)) {
    if (performance.now() > endMs) throw new Error('not within 30 s');
  }
}
