// What does the process of its own cost a plugin that does next to nothing, a sample of 1080p, against the same plugin in
// the worker threads of the program?
//
// Rounds of both alternate over the same keyframes, one sample after the other. A difference is that of two samples of one
// frame, one right after the other, so what else runs on the machine falls on both. Processor time is that of all threads
// of all processes that take part, over all rounds. A plugin that does nothing, by each version of the contract, is looked at
// in the same way with a picture of 64×64: what is left is what the pool costs.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { EncodedFrame } from '../../engine/frames/encoded-frame.ts';
import { Lanes } from '../../engine/pool/lanes/lanes.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import { createPool, type Pool } from '../../engine/pool/pool.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { benchClip } from '../support/clip.ts';
import { CpuTime } from '../support/cpu-time.ts';
import { keyframesOf } from '../support/keyframes.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { residentMegabytes } from '../support/rss-series.ts';

const ROUNDS = isQuick ? 1 : 20;
const NO_OPS = 400;
const choiceOf = (plugin: string): DetectorChoice => ({
  plugin,
  options: {},
  fromDir: process.cwd(),
  modelsDir: resolve('models'),
});
const choice = choiceOf('./test/support/plugins/bright-spots.mjs');

const threadMs: number[] = [];
const processMs: number[] = [];
const cpuMs = { thread: 0, process: 0 };
const noOpMs: readonly [number[], number[]] = [[], []];
let megabytes: number | null = null;
const { path, reason } = benchClip();
if (path !== null) await time(await keyframesOf(path));
await timeNoOps();

const ms = (name: string, value: number | null): Figure => {
  const shape = { name, value, unit: 'ms', limit: null, direction: 'max' } as const;
  return reason === null ? shape : { ...shape, note: reason };
};
const samples = threadMs.length;
const differences = processMs.map((value, index) => value - (threadMs[index] ?? 0));
const noOpRatios = noOpMs[1].map((value, at) => value / (noOpMs[0][at] ?? 1));
// It needs no recording.
const measured = { note: '64×64, in a worker thread' };
report('engine/plugin', [
  ms('a sample in a worker thread, p50', samples === 0 ? null : median(threadMs)),
  ms("… in a plugin's process, p50", samples === 0 ? null : median(processMs)),
  ms('the process costs a sample, p50', samples === 0 ? null : median(differences)),
  ms(
    'processor time of a sample in a worker thread',
    samples === 0 ? null : cpuMs.thread / samples,
  ),
  ms("… in a plugin's process", samples === 0 ? null : cpuMs.process / samples),
  { ...ms("memory of a plugin's process", megabytes), unit: 'MB' },
  { ...ms('a plugin that does nothing, contract 1, p50', median(noOpMs[0])), ...measured },
  { ...ms('… contract 2, p50', median(noOpMs[1])), ...measured },
  {
    ...ms('contract 2 ÷ contract 1 of each pair, p50', median(noOpRatios)),
    ...measured,
    unit: '×',
    limit: 1.1,
  },
]);
process.exit();

async function time(frames: readonly EncodedFrame[]): Promise<void> {
  const limits = { workers: 1, taskTimeoutMs: 60_000, heapBytes: 128 * 2 ** 20, counts: null };
  const pool = createPool(limits);
  const lanes = new Lanes({ ...limits, memoryBytes: Number.POSITIVE_INFINITY, log: silentLog });
  const first = frames[0];
  assert.ok(first !== undefined);
  for (const one of [pool, lanes]) for (let at = 0; at < 20; at += 1) await sampleMs(one, first);
  const child = childOf(process.pid);
  assert.ok(child !== null, 'the plugin has a process');
  const inChild = new CpuTime(child);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const frame of frames) {
      let own = process.cpuUsage();
      threadMs.push(await sampleMs(pool, frame));
      cpuMs.thread += spentMs(own);
      own = process.cpuUsage();
      processMs.push(await sampleMs(lanes, frame));
      cpuMs.process += spentMs(own);
    }
  }
  cpuMs.process += (inChild.spentUs() ?? 0) / 1_000;
  megabytes = residentMegabytes(child);
  await Promise.all([pool.close(), lanes.close()]);
}

async function timeNoOps(): Promise<void> {
  const rgb = { create: { width: 64, height: 64, channels: 3, background: '#888' } } as const;
  const data = Uint8Array.from(await sharp(rgb).jpeg().toBuffer());
  const frame: EncodedFrame = { codec: 'jpeg', data, atUtcMs: 0, mediaMs: null };
  const limits = { workers: 1, taskTimeoutMs: 60_000, heapBytes: 128 * 2 ** 20, counts: null };
  const pool = createPool(limits);
  const plugins = [1, 2].map((version) => choiceOf(`./bench/support/no-op-${version}.mjs`));
  for (let round = -50; round < (isQuick ? 20 : NO_OPS); round += 1) {
    for (const [at, plugin] of plugins.entries()) {
      const tookMs = await sampleMs(pool, frame, plugin);
      if (round >= 0) noOpMs[at]?.push(tookMs);
    }
  }
  await pool.close();
}

function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function sampleMs(pool: Pool, frame: EncodedFrame, detector = choice): Promise<number> {
  const own = { ...frame, data: frame.data.slice() };
  const nothing = { zones: [], state: null, flags: 0, target: null, pictureWidth: null };
  const beganMs = performance.now();
  await pool.sample({ detector, frame: own, ...nothing });
  return performance.now() - beganMs;
}

/** The one process that this one has started; null where the system has no `/proc`. */
function childOf(pid: number): number | null {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return null;
  const pids = readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  return pids.at(-1) ?? null;
}
