/** What is said while no file descriptor is free: a process with a low limit of its own uses all of them up. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { watchDescriptors } from '../../runtime/descriptors.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { testFolder } from '../support/folder.ts';
import { RecordedLog } from '../support/recorded-log.ts';

const FILL = `
import { closeSync, openSync } from 'node:fs';
const held = [];
function fill() {
  try { for (;;) held.push(openSync('/dev/null')); } catch {}
}
function free() {
  for (const one of held.splice(0)) closeSync(one);
}
`;

/** What `script` prints as JSON, with `fill` and `free`, all modules loaded before. */
async function withFewDescriptors(script: string, ...args: string[]): Promise<unknown> {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', FILL + script];
  const limited = ['-c', 'ulimit -n 512; exec "$0" "$@"', ...node, ...args];
  const { stdout } = await promisify(execFile)('bash', limited);
  return JSON.parse(stdout);
}

it('while no file descriptor is free, a camera is not blamed, in whatever way it is read', async () => {
  const clip = join(testFolder(), 'clip.mp4');
  await writeFile(clip, 'not read');
  const codes = await withFewDescriptors(
    `
import { createSource } from './engine/cameras/sources.ts';
import { systemClock } from './runtime/clock.ts';
const options = { openTimeoutMs: 2000, readTimeoutMs: 2000, wantedPeriodMs: () => 1000, clock: systemClock };
async function codeOf(url, transport) {
  const source = await createSource({ ...options, url, transport });
  return await source.run(new AbortController().signal, () => undefined).then(() => 'ended', (error) => error.code);
}
const cameras = [
  ['rtsp://127.0.0.1:9/', 'tcp'], ['rtsp://127.0.0.1:9/', 'udp'], ['rtsp://camera.invalid/', 'tcp'],
  ['http://127.0.0.1:9/', 'tcp'], [process.argv[1], 'tcp'],
];
// The code of each source is loaded when the first one is made.
for (const [url, transport] of cameras) await codeOf(url, transport);
fill();
const short = [];
for (const [url, transport] of cameras) short.push(await codeOf(url, transport));
free();
console.log(JSON.stringify({ short, after: await codeOf('rtsp://127.0.0.1:9/', 'tcp') }));
process.exit(0);
`,
    clip,
  );
  expect(codes).toEqual({
    short: Array.from({ length: 5 }, () => 'descriptors_exhausted'),
    after: 'camera_refused',
  });
});

it('while no file descriptor is free, workers that cannot start are started again, and nothing else ends', async () => {
  const told = await withFewDescriptors(`
import { ThreadPool } from './engine/pool/pool.ts';
import { silentLog } from './runtime/log/log.ts';
const lost = [];
fill();
const pool = new ThreadPool({
  workers: 2, taskTimeoutMs: 15000, heapBytes: 64 * 2 ** 20, counts: null,
  log: { ...silentLog, warn: (_, { detail }) => lost.push(detail) },
});
while (lost.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
free();
const { name } = await pool.prepare({ plugin: 'motion', options: {}, fromDir: '.', modelsDir: '.' });
await pool.close();
console.log(JSON.stringify({ name, isShort: /EMFILE/.test(lost[0]) }));
process.exit(0);
`);
  expect(told).toEqual({ name: 'motion', isShort: true });
});

it('while no file descriptor is free, the configuration is not rejected, and followed again afterwards', async () => {
  const path = join(testFolder(), 'turnout.yaml');
  await writeFile(
    path,
    'gyms: [{id: main, timezone: UTC, rooms: [{id: hall, cameras: [{id: a, url: "scene:a"}]}]}]\n',
  );
  const told = await withFewDescriptors(
    `
import { writeFileSync } from 'node:fs';
import { watchConfig } from './config/load.ts';
const told = [];
const log = { debug() {}, info() {}, warn: (event) => told.push(event), error: (event) => told.push(event) };
const watching = await watchConfig({
  path: process.argv[1],
  environment: { variables: {}, secrets: {}, host: null, port: null },
  onConfig: () => told.push('config'),
  onFaults: (_, error) => told.push(error.code),
  signal: new AbortController().signal,
  log,
});
fill();
await watching.reload();
free();
await watching.reload();
console.log(JSON.stringify(told));
process.exit(0);
`,
    path,
  );
  expect(told).toEqual(['config_not_read', 'config']);
});

it('a shortage of descriptors is logged when it begins and when it is over, and shown in between', async () => {
  const clock = new FakeClock();
  const log = new RecordedLog();
  let isFree = true;
  const watch = watchDescriptors(clock, log, async () => isFree);
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBeNull();
  isFree = false;
  const sinceUtcMs = clock.nowUtcMs();
  await watch.look();
  await clock.advance(3_000);
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBe(sinceUtcMs);
  isFree = true;
  await watch.look();
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBeNull();
  expect(log.of('descriptors_exhausted')).toHaveLength(1);
  expect(log.of('descriptors_free').map(({ fields }) => fields)).toEqual([{ after_s: 3 }]);
});
