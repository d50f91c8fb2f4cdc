#!/usr/bin/env node
/**
 * How many of the program's files a warm request enters: node scripts/files-entered.mjs [--list] [--camera ADDRESS]
 *
 * Starts the program from its sources with a gym of its own and an empty data folder, and counts with V8's precise
 * coverage the files of which a function runs for the request and not without it. Requests: a cached GET /v1/summary with
 * a key and an MCP tool call, each in the same second as one before it, since rooms are looked at once a second; a camera
 * added over the owner API; with --camera also the keyframes of one on their way to a count, in all threads, without its
 * start. Prints files and functions of each, --list the files too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const START_MS = 20_000;
const KEYFRAMES_MS = 12_000;
/** A file is on the way of a keyframe if it runs in each of these, and in none before there was a camera. */
const WINDOWS = 3;
const dir = mkdtempSync(join(tmpdir(), 'entered-'));
const probe = join(dir, 'probe.mjs');
writeFileSync(
  probe,
  `import inspector from 'node:inspector';
const session = new inspector.Session(); session.connect();
const post = (method, params) => new Promise((done, fail) => session.post(method, params, (e, r) => (e ? fail(e) : done(r))));
await post('Profiler.enable'); await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const workers = new Map();
let asked = 0;
const ofWorker = (sessionId, method, params = {}) => new Promise((done) => {
  const id = ++asked; workers.get(sessionId).set(id, done);
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
});
session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
  workers.set(sessionId, new Map());
  void ofWorker(sessionId, 'Profiler.enable');
  void ofWorker(sessionId, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => workers.delete(sessionId));
session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
  const { id, result } = JSON.parse(message); workers.get(sessionId)?.get(id)?.(result);
});
await post('NodeWorker.enable', { waitForDebuggerOnStart: false });
const take = (method) => Promise.all([post(method), ...[...workers.keys()].map((id) => ofWorker(id, method))]);
process.on('message', async () => {
  const found = new Map();
  for (const { url, functions } of (await take('Profiler.takePreciseCoverage')).flatMap(({ result }) => result)) {
    if (!url.startsWith('file:') || url.includes('/node_modules/') || url.includes('entered-')) continue;
    const file = found.get(url) ?? { url, ran: 0, calls: 0 };
    for (const { ranges: [{ count }] } of functions) { file.ran += count > 0 ? 1 : 0; file.calls += count; }
    if (file.calls > 0) found.set(url, file);
  }
  process.send([...found.values()]);
});
process.channel?.unref();
`,
);
const config = join(dir, 'turnout.yaml');
writeFileSync(
  config,
  'gyms:\n  - { id: riverside, name: Riverside, timezone: Europe/London, currency: GBP, rooms: [{ id: studio, name: Studio 1, capacity: 20 }] }\nserver: { probe_local: true }\nsampling: { idle_period: 5s }\n',
);
const env = {
  ...process.env,
  TURNOUT_CONFIG: config,
  TURNOUT_DATA: join(dir, 'data'),
  HOST: '127.0.0.1',
  PORT: '0',
  ORT_DISABLE_TELEMETRY: '1',
  UV_THREADPOOL_SIZE: '16',
};
const child = spawn(
  process.execPath,
  ['--import', 'tsx', '--import', pathToFileURL(probe).href, 'cli/index.ts', 'serve'],
  { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
const url = await new Promise((done, fail) => {
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
    const [, address] = out.match(/"event":"listening","url":"([^"]+)"/) ?? [];
    if (address) done(address);
  });
  child.on('exit', (code) => fail(new Error(`exited ${code} before it listened`)));
});
const take = async () => {
  child.send('take');
  const [files] = await once(child, 'message');
  return files;
};
const key = execFileSync(
  process.execPath,
  ['bin/turnout.cjs', 'key', 'create', '--role', 'owner', '--gym', 'riverside', '--json'],
  { env, encoding: 'utf8' },
).match(/tk_[0-9A-Za-z]{32}/)[0];
const headers = {
  'x-api-key': key,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'if-match': '*',
};
const post = (path, body, more = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
const addCamera = (camera) =>
  post('/operator/v1/cameras', {
    room: 'studio',
    ...camera,
    address: { url: 'rtsp://192.0.2.9/x', user: 'a', password: 'b', ...camera.address },
  });
let n = 0;
const tool = { name: 'get_summary', arguments: {} };
const requests = {
  'GET /v1/summary, cached': () => fetch(`${url}/v1/summary`, { headers }),
  'MCP tools/call get_summary': () =>
    post(
      '/mcp',
      { jsonrpc: '2.0', id: ++n, method: 'tools/call', params: tool },
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'POST camera, owner API': () => addCamera({ id: `c${++n}`, enabled: false }),
};
const print = (name, entered, status) => {
  const functions = entered.reduce((sum, { ran }) => sum + ran, 0);
  console.log(`${name}: ${entered.length} files, ${functions} functions (${status})`);
  if (!process.argv.includes('--list')) return;
  const root = pathToFileURL(process.cwd()).href.length + 1;
  for (const path of entered.map(({ url }) => url.slice(root)).sort()) console.log(`  ${path}`);
};
try {
  for (const [name, make] of Object.entries(requests)) {
    await (await make()).text();
    const warm = await make();
    await warm.text();
    await take();
    await sleep(1_500);
    const idle = new Map((await take()).map((s) => [s.url, s.calls]));
    if (!name.startsWith('POST')) {
      await (await make()).text();
      await take();
    }
    await (await make()).text();
    const entered = (await take()).filter((s) => !idle.has(s.url) || idle.get(s.url) < s.calls);
    print(name, entered, `status ${warm.status}`);
  }
  const at = process.argv.indexOf('--camera');
  if (at > 0) {
    /** Files that ran in each window, and in any: what runs once a minute is in one of them at most. */
    const windows = async () => {
      await take();
      const runs = new Map();
      for (let window = 0; window < WINDOWS; window++) {
        await sleep(KEYFRAMES_MS);
        for (const file of await take()) {
          runs.set(file.url, { ...file, windows: (runs.get(file.url)?.windows ?? 0) + 1 });
        }
      }
      return runs;
    };
    const idle = await windows();
    const added = await addCamera({ id: 'measured', address: { url: process.argv[at + 1] } });
    if (!added.ok) throw new Error(await added.text());
    await sleep(START_MS);
    const entered = [...(await windows()).values()].filter(
      (file) => file.windows === WINDOWS && !idle.has(file.url),
    );
    print('keyframes to counts', entered, `in each of ${WINDOWS} × ${KEYFRAMES_MS / 1000} s`);
  }
} finally {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(6_000)]);
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
