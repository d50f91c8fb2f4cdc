// How long from the start of the process to the first report that a person with a key gets, with the demo's cameras?
//
// `turnout serve` as `npm start` runs it, in a fresh process without a configuration, over a data folder that has the six
// weeks already, as after every start but the first. A figure is the time from spawning the process to the first 200 of
// `/v1/summary`. The processes before the first one timed have filled the
// caches of the file system. Beside it stands what the process, all its threads, has taken of the processors until then:
// the cameras' threads start at the same time, so on a busy machine the time says little and this says more.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { delay } from '../../runtime/timers.ts';
import { type Served, serve } from '../../test/support/served.ts';
import { cpuUsOf } from '../support/cpu-time.ts';
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
const starts: Start[] = [];
if (isBuilt) await measure();
report('engine/start', [
  figure('process start to first answer, six weeks stored, p50', 'answerMs', LIMIT_MS),
  figure('until it listens', 'listeningMs'),
  figure('processor time until the answer, all threads', 'cpuMs'),
]);

async function measure(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  try {
    const key = await within(dir, async ({ url }) => {
      const made = await fetch(`${url}/get-key`, { method: 'POST' });
      return ((await made.json()) as { readonly key: string }).key;
    });
    for (let at = 0; at < STARTS; at += 1) {
      starts.push(await within(dir, (served, startMs) => startOf(served, startMs, key)));
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Runs the program over `dir` until `look` is done. */
async function within<T>(
  dir: string,
  look: (served: Served, startMs: number) => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const served = await serve([process.execPath, LAUNCHER, 'serve'], {
    // No turnout.yaml lies there.
    cwd: dir,
    variables: { TURNOUT_CONFIG: undefined, TURNOUT_DATA: dir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    return await look(served, startMs);
  } finally {
    await served.end();
  }
}

/** To the first 200 of a report. */
async function startOf({ url, pid }: Served, startMs: number, key: string): Promise<Start> {
  const listeningMs = performance.now() - startMs;
  const headers = { authorization: `Bearer ${key}` };
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await fetch(`${url}/v1/summary`, { headers });
    const body = (await answer.json()) as { readonly total_classes: number };
    if (answer.status === 200) {
      const answerMs = performance.now() - startMs;
      assert(body.total_classes > 0, 'it has the classes of the demo');
      const cpuUs = cpuUsOf(pid);
      return { listeningMs, answerMs, cpuMs: cpuUs === null ? null : cpuUs / 1_000 };
    }
    assert(answer.status === 503, `it answers, or says that it is not ready: ${answer.status}`);
    await delay(AGAIN_MS);
  }
  assert.fail('it answers');
}

function figure(name: string, field: keyof Start, limit: number | null = null): Figure {
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
