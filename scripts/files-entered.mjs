#!/usr/bin/env node
/**
 * How many of the program's files a warm request enters: node scripts/files-entered.mjs [--list]
 *
 * Starts the program from its sources with a gym of its own and an empty data folder, and counts with V8's precise
 * coverage the files of which a function runs in the main thread for the request and not without it. Requests: a cached
 * GET /v1/summary with a key and an MCP tool call, each in the same second as one before it, since rooms are looked at once
 * a second; a camera added over the owner API. Prints files and functions of each, --list the files too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const dir = mkdtempSync(join(tmpdir(), 'entered-'));
const probe = join(dir, 'probe.mjs');
writeFileSync(
  probe,
  `import inspector from 'node:inspector';
const session = new inspector.Session(); session.connect();
const post = (method, params) => new Promise((done, fail) => session.post(method, params, (e, r) => (e ? fail(e) : done(r))));
await post('Profiler.enable'); await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('message', async () => {
  const found = new Map();
  for (const { url, functions } of (await post('Profiler.takePreciseCoverage')).result) {
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
  'POST camera, owner API': () =>
    post('/operator/v1/cameras', {
      id: `c${++n}`,
      room: 'studio',
      enabled: false,
      address: { url: 'rtsp://192.0.2.9/x', user: 'a', password: 'b' },
    }),
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
} finally {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(6_000)]);
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
