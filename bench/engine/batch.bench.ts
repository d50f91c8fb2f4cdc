// Is a batch of four pictures slower on the processor than four single ones? And what does a session that instances share
// save against one for each?
//
// Rounds of both alternate, a ratio is that of two that follow each other, so what else runs on the machine falls on both.
// The model is made here, since those that ship take one picture at a time.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detachedHost } from '../../detectors/env/detached-env.ts';
import { OwnedEnv } from '../../detectors/env/owned-env.ts';
import { CONV_INPUT, writeConvModel } from '../support/conv-model.ts';
import { isQuick } from '../support/quick.ts';
import { median, report } from '../support/report.ts';

const ROUNDS = isQuick ? 3 : 40;
const PICTURES = 4;
const [channels, height, width] = CONV_INPUT;
const LENGTH = channels * height * width;

const folder = mkdtempSync(join(tmpdir(), 'turnout-batch-'));
const path = join(folder, 'conv.onnx');
writeConvModel(path);
const env = new OwnedEnv('bench', detachedHost());
const model = await env.env.onnx(path);
const pictures = Float32Array.from({ length: PICTURES * LENGTH }, (_, at) => (at % 255) / 255);

const singlesMs: number[] = [];
const batchMs: number[] = [];
for (let round = -3; round < ROUNDS; round += 1) {
  const beganMs = performance.now();
  for (let at = 0; at < PICTURES; at += 1) await run(at, 1);
  const betweenMs = performance.now();
  await run(0, PICTURES);
  // The first rounds warm up.
  if (round < 0) continue;
  singlesMs.push(betweenMs - beganMs);
  batchMs.push(performance.now() - betweenMs);
}
await env.release();
rmSync(folder, { recursive: true });

const ratios = batchMs.map((ms, round) => ms / (singlesMs[round] ?? 1));
const told = { limit: null, direction: 'max' } as const;
report('engine/batch', [
  { name: 'four pictures one by one, p50', value: median(singlesMs), unit: 'ms', ...told },
  { name: '… in one batch, p50', value: median(batchMs), unit: 'ms', ...told },
  {
    name: 'a batch of four ÷ four singles, p50',
    value: median(ratios),
    unit: '×',
    limit: 1.05,
    direction: 'max',
  },
  {
    name: 'one more instance with a session of its own',
    value: megabytes('own'),
    unit: 'MB',
    ...told,
  },
  { name: '… with a shared session', value: megabytes('shared'), unit: 'MB', ...told },
]);

async function run(first: number, count: number): Promise<void> {
  const data = pictures.subarray(first * LENGTH, (first + count) * LENGTH);
  await model.run({ in: { type: 'float32', data, shape: [count, ...CONV_INPUT] } });
}

function megabytes(kind: 'own' | 'shared'): number {
  const options = ['--expose-gc', '--import', 'tsx', 'bench/support/session-memory.ts', kind];
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' });
  return (JSON.parse(output) as { megabytes: number }).megabytes;
}
