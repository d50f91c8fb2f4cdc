// What does it cost to store a half second of samples and to read a day of them, and how long is the thread held?

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openHistory } from '../../store/history/history.ts';
import type { StoredSample } from '../../store/history/samples/samples.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, percentile, report } from '../support/report.ts';

const NOON = 1_763_726_400_000;
const CAMERAS = 24;
/** A camera's day at one sample every five seconds, rounded down to whole minutes: also what a busy class page asks for. */
const DAY_SAMPLES = 12_000;
const COMMITS = isQuick ? 20 : 200;
const READS = isQuick ? 3 : 30;

const sampleOf = (n: number): StoredSample => ({
  atUtcMs: NOON + n * 5_000,
  mediaMs: n * 5_000,
  count: n % 30,
  staff: 1,
  ignored: n % 4,
  zones: [n % 20, n % 10],
  confidence: 0.7312,
  flags: 0,
  luma: 101.5,
});

const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
const history = await openHistory({ dir, clock: systemClock, log: silentLog });
try {
  const imported = await importDay();
  const commits = await commitHalfSeconds();
  const reads = await readDays();
  report('engine/history', [
    // Chosen here: the promise of a second less the half second between commits, and room for a slow card.
    atMost('commit of half a second of 24 cameras, p50', percentile(commits, 0.5), 100),
    { name: 'import', value: imported, unit: 'samples/s', limit: 20_000, direction: 'min' },
    // Chosen here: what a request may wait for another's long question.
    atMost('thread held by a read of 12,000 samples at a time, p50', percentile(reads, 0.5), 10),
  ]);
} finally {
  await history.close();
  await rm(dir, { recursive: true });
}

/** @returns samples stored a second, each with its minute worked out. */
async function importDay(): Promise<number> {
  const begin = performance.now();
  for (let camera = 0; camera < 2; camera += 1) {
    history.append(
      `import-${camera}`,
      Array.from({ length: DAY_SAMPLES }, (_, n) => sampleOf(n)),
    );
  }
  assert.equal(await history.flush(), true);
  const seconds = (performance.now() - begin) / 1_000;
  assert.equal(history.status().samplesStored, 2 * DAY_SAMPLES);
  return (2 * DAY_SAMPLES) / seconds;
}

/** What the recorder does twice a second when 24 cameras are sampled every five seconds: three samples a time. */
async function commitHalfSeconds(): Promise<number[]> {
  const times: number[] = [];
  for (let commit = 0; commit < COMMITS; commit += 1) {
    for (let i = 0; i < 3; i += 1) {
      const turn = commit * 3 + i;
      history.append(`camera-${turn % CAMERAS}`, [sampleOf(Math.floor(turn / CAMERAS))]);
    }
    const begin = performance.now();
    assert.equal(await history.flush(), true);
    times.push(performance.now() - begin);
  }
  return times;
}

/** The longest time that the event loop did not come round during each read, ms. */
async function readDays(): Promise<number[]> {
  const range = { fromUtcMs: NOON, toUtcMs: NOON + DAY_SAMPLES * 5_000 };
  assert.deepEqual(
    await history.samples('import-1', range),
    Array.from({ length: DAY_SAMPLES }, (_, n) => sampleOf(n)),
  );
  const results: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    await history.samples('import-1', range);
    loop.disable();
    results.push(loop.max / 1e6);
  }
  return results;
}

function atMost(name: string, value: number, limit: number | null): Figure {
  return { name, value, unit: 'ms', limit, direction: 'max' };
}
