// How long from the start of the process to the first report that a person with a key gets, with the demo's cameras?
//
// `turnout serve` as `npm start` runs it, in a fresh process without a configuration: over a data folder that has the six
// weeks already, as after every start but the first, and over an empty one, where they are made. A figure is the time
// from spawning the process to the first 200 of `/v1/summary`. The processes before the first one timed have filled the
// caches of the file system. Beside it stands what the process, all its threads, has taken of the processors until then:
// the cameras' threads start at the same time, so on a busy machine the time says little and this says more.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { CpuTime } from '../support/cpu-time.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const LAUNCHER = resolve('bin/turnout.cjs');
const STARTS = isQuick ? 1 : 7;
/** With six weeks of classes, ms. */
const LIMIT_MS = 1_500;
/** A loopback request that is refused is asked again after this long, ms: a fraction of what is measured. */
const AGAIN_MS = 5;

interface Start {
  readonly listeningMs: number;
  readonly answerMs: number;
  /** Null where the system does not tell it. */
  readonly cpuMs: number | null;
}

const isBuilt = existsSync(LAUNCHER) && existsSync('dist/cli/index.js');
const again: Start[] = [];
const first: Start[] = [];
if (isBuilt) await measure();
report('engine/start', [
  figure('process start to first answer, six weeks stored, p50', again, 'answerMs', LIMIT_MS),
  figure('until it listens', again, 'listeningMs'),
  figure('processor time until the answer, all threads', again, 'cpuMs'),
  figure(
    'process start to listening, the six weeks made for the first time, p50',
    first,
    'listeningMs',
  ),
]);

async function measure(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  try {
    const key = await within(dir, async ({ url }) => keyOf(await ask(url, '/get-key', 'POST')));
    for (let at = 0; at < STARTS; at += 1) {
      again.push(await within(dir, async (running) => startOf(running, key)));
      const empty = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
      first.push(await within(empty, async (running) => startOf(running, null)));
      await rm(empty, { recursive: true });
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}

interface Running {
  readonly url: string;
  readonly startMs: number;
  readonly listeningMs: number;
  readonly cpu: CpuTime;
}

/** Runs the program over `dir` until `look` is done. */
async function within<T>(dir: string, look: (running: Running) => Promise<T>): Promise<T> {
  const { TURNOUT_CONFIG: _, ...variables } = process.env;
  const startMs = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    // No turnout.yaml lies there.
    cwd: dir,
    env: { ...variables, HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: dir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const cpu = new CpuTime(child.pid ?? 0);
  try {
    const url = await urlOf(child);
    return await look({ url, startMs, listeningMs: performance.now() - startMs, cpu });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  assert(stdout !== null);
  for await (const line of createInterface({ input: stdout })) {
    if (line.includes('"listening"')) return JSON.parse(line).url;
  }
  assert.fail('it listens');
}

/** Without a key only that it listens is looked at. */
async function startOf(running: Running, key: string | null): Promise<Start> {
  const { url, startMs, listeningMs, cpu } = running;
  if (key !== null) await answered(url, key);
  const spentUs = cpu.spentUs();
  const answerMs = performance.now() - startMs;
  return { listeningMs, answerMs, cpuMs: spentUs === null ? null : spentUs / 1_000 };
}

/** Resolves with the first 200 of a report. */
async function answered(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { status, body } = await ask(url, '/v1/summary', 'GET', headers);
    if (status === 200) {
      assert(JSON.parse(body).total_classes > 0, 'it has the classes of the demo');
      return;
    }
    assert(status === 503, `it answers, or says that it is not ready: ${status}`);
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
  assert.fail('it answers');
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

function keyOf({ status, body }: Reply): string {
  assert.equal(status, 201);
  return JSON.parse(body).key;
}

async function ask(url: string, path: string, method: string, headers = {}): Promise<Reply> {
  const asked = request(new URL(path, url), { method, headers, agent: false }).end();
  const [answer] = await once(asked, 'response');
  answer.setEncoding('utf8');
  let body = '';
  for await (const part of answer) body += part;
  return { status: answer.statusCode ?? 0, body };
}

function figure(
  name: string,
  starts: readonly Start[],
  field: keyof Start,
  limit: number | null = null,
): Figure {
  const values = starts.flatMap((start) => start[field] ?? []);
  const isKnown = values.length > 0;
  const note = isBuilt ? 'the system does not tell it' : 'not built: npm run build';
  return {
    name,
    value: isKnown ? Math.round(median(values)) : null,
    unit: 'ms',
    // A quick run is one start on a busy machine.
    limit: isQuick || !isBuilt ? null : limit,
    direction: 'max',
    ...(isKnown ? {} : { note }),
  };
}
