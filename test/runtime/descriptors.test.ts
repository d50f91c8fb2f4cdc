/** What is said while no file descriptor is free: a process with a low limit of its own uses all of them up. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testFolder } from '../support/folder.ts';

/** A script that uses all descriptors up once all its modules are loaded, and prints what it then met as JSON. */
const SCRIPT = `
import { closeSync, openSync } from 'node:fs';
import { watchConfig } from './config/load.ts';
import { createSource } from './engine/cameras/sources.ts';
import { ThreadPool } from './engine/pool/pool.ts';
import { systemClock } from './runtime/clock.ts';
const [clip, path] = process.argv.slice(1);
const held = [];
const free = () => { for (const one of held.splice(0)) closeSync(one); };
const options = { openTimeoutMs: 2000, readTimeoutMs: 2000, wantedPeriodMs: () => 1000, clock: systemClock };
async function codeOf([url, transport]) {
  const source = await createSource({ ...options, url, transport });
  return await source.run(new AbortController().signal, () => undefined).then(() => 'ended', (error) => error.code);
}
const cameras = [
  ['rtsp://127.0.0.1:9/', 'tcp'], ['rtsp://127.0.0.1:9/', 'udp'], ['rtsp://camera.invalid/', 'tcp'],
  ['http://127.0.0.1:9/', 'tcp'], [clip, 'tcp'],
];
const codesOf = async () => {
  const codes = [];
  for (const camera of cameras) codes.push(await codeOf(camera));
  return codes;
};
// The code of each source is loaded when the first one is made.
await codesOf();
const told = [];
const lost = [];
const watching = await watchConfig({
  path,
  environment: { variables: {}, secrets: {}, host: null, port: null },
  onConfig: () => told.push('config'),
  onFaults: (_, error) => told.push(error.code),
  signal: new AbortController().signal,
  log: { warn: (event) => told.push(event), error: (event) => told.push(event) },
});
try { for (;;) held.push(openSync('/dev/null')); } catch {}
const codes = await codesOf();
await watching.reload();
const pool = new ThreadPool({
  workers: 2, taskTimeoutMs: 15000, heapBytes: 64 * 2 ** 20, counts: null,
  log: { info() {}, debug() {}, warn: (_, { detail }) => lost.push(detail) },
});
while (lost.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
free();
await watching.reload();
const { name } = await pool.prepare({ plugin: 'motion', options: {}, fromDir: '.', modelsDir: '.' });
await pool.close();
const isShort = lost[0].includes('EMFILE');
console.log(JSON.stringify({ codes, after: await codeOf(cameras[0]), name, isShort, told }));
process.exit(0);
`;

it('while no file descriptor is free, no camera and no configuration is blamed, and all goes on afterwards', async () => {
  const [clip, path] = [join(testFolder(), 'clip.mp4'), join(testFolder(), 'turnout.yaml')];
  await writeFile(clip, 'not read');
  await writeFile(path, 'gyms: [{id: main, timezone: UTC}]');
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', SCRIPT];
  const limited = ['-c', 'ulimit -n 512; exec "$0" "$@"', ...node, clip, path];
  const { stdout } = await promisify(execFile)('bash', limited);
  expect(JSON.parse(stdout)).toEqual({
    codes: Array.from({ length: 5 }, () => 'descriptors_exhausted'),
    after: 'camera_refused',
    name: 'motion',
    isShort: true,
    told: ['config_not_read', 'config'],
  });
});
