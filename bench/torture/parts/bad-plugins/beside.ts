/** One run of the program: a healthy camera, and beside it one camera for each bad plugin. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../../runtime/clock.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { delay } from '../../../../runtime/timers.ts';
import { openHistory } from '../../../../store/history/history.ts';
import { GYM_ID } from '../../support/gym.ts';
import { createKey } from '../../support/operations.ts';
import { watchProcess } from '../../support/process-series.ts';
import { type Program, scratchFolder, startProgram } from '../../support/program.ts';
import { statusOf, waitUntil } from '../../support/status.ts';
import { childrenOf, livingOf } from './children.ts';

const PLUGIN = fileURLToPath(new URL('./misdeeds.mjs', import.meta.url));
const PERIOD_MS = 1_000;
/** Longest wait for the first count of the healthy camera: the plugins beside it start at the same time. */
const FIRST_COUNT_MS = 30_000;
/** Ceiling of the memory, so that leaks come to their end within a run. */
export const LIMIT_MB = 1_500;

export interface Beside {
  /** Samples of the healthy camera, of those that were due. */
  readonly share: number;
  /** Whether the same process served until it was told to stop. */
  readonly isAlive: boolean;
  readonly stopMs: number;
  /** Largest memory of the program itself. */
  readonly megabytes: number;
  /** Processes that outlived it. */
  readonly leftBehind: number;
  /** Faults charged to the detector of the healthy camera. */
  readonly chargedWrongly: number;
  /** Bad plugins without a fault. */
  readonly uncharged: readonly string[];
}

/** @param seconds time that is measured. Cut short where the signal aborts. */
export async function runBeside(
  misdeeds: readonly string[],
  seconds: number,
  signal: AbortSignal,
): Promise<Beside> {
  const folder = await scratchFolder();
  try {
    for (const name of misdeeds) await copyFile(PLUGIN, join(folder.path, `${name}.mjs`));
    const program = await startProgram({ folder: folder.path, config: configOf(misdeeds) });
    const seen = await measure(program, misdeeds, seconds, signal);
    const samples = await samplesOf(program.dataFolder, seen.fromUtcMs, seen.toUtcMs);
    const due = Math.max(1, Math.floor((seen.toUtcMs - seen.fromUtcMs) / PERIOD_MS));
    return { ...seen, share: Math.min(1, samples / due) };
  } finally {
    await folder.drop();
  }
}

async function measure(
  program: Program,
  misdeeds: readonly string[],
  seconds: number,
  signal: AbortSignal,
) {
  const watched = new AbortController();
  const looks = watchProcess(program.pid, 500, watched.signal);
  const key = await createKey(program.dataFolder);
  await waitUntil(
    async () => {
      const { cameras } = await statusOf(program.url, key);
      return cameras.list.some(({ id, last_sample_at: at }) => id === 'healthy' && at !== null);
    },
    FIRST_COUNT_MS,
    signal,
  );
  const fromUtcMs = Date.now();
  await delay(seconds * 1_000, signal);
  const toUtcMs = Date.now();
  const isAlive = program.isAlive();
  const detectors = isAlive ? (await statusOf(program.url, key)).detectors : [];
  const children = childrenOf(program.pid);
  const began = performance.now();
  await program.stop();
  const stopMs = performance.now() - began;
  watched.abort();
  const failures = new Map(detectors.map((one) => [one.name, one.failures]));
  return {
    fromUtcMs,
    toUtcMs,
    isAlive,
    stopMs,
    leftBehind: await livingOf(children),
    megabytes: Math.max(0, ...(await looks).map(({ megabytes }) => megabytes)),
    chargedWrongly: failures.get('motion') ?? 0,
    // All bad plugins have one name, and are numbered where there are several.
    uncharged: misdeeds.filter((name, index) => {
      const names = [index === 0 ? 'misdeeds' : `misdeeds (${index + 1})`, `${name}.mjs`];
      return !names.some((one) => (failures.get(one) ?? 0) > 0);
    }),
  };
}

function configOf(misdeeds: readonly string[]): object {
  const camera = (id: string, detector: string) => {
    return { id, cameras: [{ id, url: 'scene:studio?seed=1', detector }] };
  };
  const bad = misdeeds.map((name) => camera(name.replaceAll('_', '-'), `./${name}.mjs`));
  const period = `${PERIOD_MS}ms`;
  return {
    gyms: [{ id: GYM_ID, timezone: 'UTC', rooms: [camera('healthy', 'motion'), ...bad] }],
    detectors: {
      options: Object.fromEntries(misdeeds.map((name) => [`./${name}.mjs`, { misdeed: name }])),
    },
    sampling: {
      class_period: period,
      idle_period: period,
      task_timeout: '3s',
      worker_memory: '128MB',
    },
    limits: { memory: `${LIMIT_MB}MB` },
  };
}

async function samplesOf(dir: string, fromUtcMs: number, toUtcMs: number): Promise<number> {
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  try {
    return (await history.samples('healthy', { fromUtcMs, toUtcMs })).length;
  } finally {
    await history.close();
  }
}
