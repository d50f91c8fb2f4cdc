// How long does the program take from its start to the line that says it listens, with the demo's cameras?
//
// `turnout serve` as `npm start` runs it, in a fresh process with an empty data folder and no configuration. A figure
// is the time from spawning the process to its line on stdout. The processes before the first one timed have filled the
// caches of the file system.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isQuick } from '../support/quick.ts';
import { median, report } from '../support/report.ts';

const LAUNCHER = resolve('bin/turnout.cjs');
const STARTS = isQuick ? 1 : 7;

const isBuilt = existsSync(LAUNCHER) && existsSync('dist/cli/index.js');
const times: number[] = [];
if (isBuilt) {
  await startOnce();
  while (times.length < STARTS) times.push(await startOnce());
}
report('engine/start', [
  {
    name: 'process start to listening, with the demo, p50',
    value: times.length === 0 ? null : median(times),
    unit: 'ms',
    limit: null,
    direction: 'max',
    ...(isBuilt ? {} : { note: 'not built: npm run build' }),
  },
]);

async function startOnce(): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  const { TURNOUT_CONFIG: _, ...variables } = process.env;
  const startMs = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    // No turnout.yaml lies there.
    cwd: dir,
    env: { ...variables, HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: dir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('"listening"')) return performance.now() - startMs;
    }
    assert.fail('it listens');
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true });
  }
}
