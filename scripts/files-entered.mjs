#!/usr/bin/env node
/**
 * How many of the program's files a warm request enters, on the main thread: node scripts/files-entered.mjs [--list]
 *
 * Starts the program from its sources with a gym of its own and an empty data folder, and counts with V8's precise
 * coverage the files of which a function runs for the request and not without it. Requests: a cached GET /v1/summary with
 * a key, an MCP tool call, a camera added over the owner API. Prints files and functions of each, --list the files too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const { result } = await post('Profiler.takePreciseCoverage');
  process.send(result.filter((s) => s.url.startsWith('file:') && !s.url.includes('/node_modules/') && !s.url.includes('entered-'))
    .map((s) => ({ url: s.url, ran: s.functions.filter((f) => f.ranges[0].count > 0).length, calls: s.functions.reduce((a, f) => a + f.ranges[0].count, 0) })).filter((s) => s.calls > 0));
});
process.channel?.unref();
`,
);
const config = join(dir, 'turnout.yaml');
writeFileSync(
  config,
  'gyms:\n  - { id: riverside, name: Riverside, timezone: Europe/London, currency: GBP, rooms: [{ id: studio, name: Studio 1, capacity: 20 }] }\n',
);
const env = {
  ...process.env,
  TURNOUT_CONFIG: config,
  TURNOUT_DATA: join(dir, 'data'),
  HOST: '127.0.0.1',
  PORT: '0',
  ORT_DISABLE_TELEMETRY: '1',
  UV_THREADPOOL_SIZE: '64',
};
const child = spawn(
  process.execPath,
  ['--import', 'tsx', '--import', pathToFileURL(probe).href, 'cli/index.ts', 'serve'],
  { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
);
let out = '';
const url = await new Promise((done, fail) => {
  const look = (d) => {
    out += d;
    const hit = out.match(/"event":"listening","url":"([^"]+)"/);
    if (hit) done(hit[1]);
  };
  child.stdout.on('data', look);
  child.stderr.on('data', look);
  child.on('exit', (code) => fail(new Error(`exited ${code}: ${out.slice(-400)}`)));
  setTimeout(() => fail(new Error(`not listening: ${out.slice(-400)}`)), 60_000).unref();
});
const take = () =>
  new Promise((done) => {
    child.once('message', done);
    child.send('take');
  });
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
let n = 0;
const requests = {
  'GET /v1/summary, cached': () => fetch(`${url}/v1/summary`, { headers }),
  'MCP tools/call get_summary': () =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'mcp-protocol-version': '2025-06-18' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: ++n,
        method: 'tools/call',
        params: { name: 'get_summary', arguments: {} },
      }),
    }),
  'POST camera, owner API': () =>
    fetch(`${url}/operator/v1/cameras`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        id: `c${++n}`,
        room: 'studio',
        enabled: false,
        address: { url: 'rtsp://192.0.2.9/x', user: 'a', password: 'b' },
      }),
    }),
};
try {
  for (const [name, make] of Object.entries(requests)) {
    let status = 0;
    for (let i = 0; i < 2; i++) {
      const r = await make();
      await r.text();
      status = r.status;
    }
    await take();
    await new Promise((f) => setTimeout(f, 1_500));
    const idle = new Map((await take()).map((s) => [s.url, s.calls]));
    const answer = await make();
    const body = await answer.text();
    if (process.argv.includes('--debug')) console.log(body.slice(0, 300));
    const entered = (await take()).filter((s) => !idle.has(s.url) || idle.get(s.url) < s.calls);
    console.log(
      `${name}: ${entered.length} files, ${entered.reduce((a, s) => a + s.ran, 0)} functions (status ${status})`,
    );
    if (process.argv.includes('--list'))
      console.log(
        entered
          .map((s) => `  ${s.url.replace(pathToFileURL(process.cwd()).href, '').slice(1)}`)
          .sort()
          .join('\n'),
      );
  }
} finally {
  child.kill('SIGTERM');
  await new Promise((done) => {
    child.on('exit', done);
    setTimeout(done, 6_000).unref();
  });
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
