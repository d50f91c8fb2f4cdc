// What does a 1080p sample cost through the whole pipeline, against its bare parts, and do two workers do twice as much?
//
// Bare parts: libav decodes the keyframe, libav scales it, onnxruntime runs the model on a tensor that is ready; all
// with one thread. The pipeline: `pool.sample` with one worker, one task after the other. Rounds of both alternate over
// the same frames; every figure is a median over all frames of all rounds. Counts are compared before anything is timed.
// Two workers need both cores for themselves: other programs can only slow a round, so the fastest rounds are compared.
// What the machine allows stands beside them, of the same minute: two processes that do
// nothing but the bare parts, at the same niceness and over the same frames, against one of them.

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import type { Detector } from '../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { InputCanvas } from '../../detectors/picture.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import { type Pool, ThreadPool } from '../../engine/pool/pool.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { fixturePath } from '../../test/support/fixtures.ts';
import { keyframesOf } from '../../test/support/keyframes.ts';
import { BareDecoder, BareModel } from '../support/bare-sample.ts';
import { benchClip, CLIP } from '../support/clip.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const MODEL = fixturePath('yolox_nano.onnx');
/** Niceness of a worker, so that the bare parts win no contest for a core that the pipeline loses. */
const WORKER_NICENESS = 10;
const ROUNDS = isQuick ? 1 : 4;
const PARALLEL_ROUNDS = isQuick ? 1 : 4;
/** So often through all frames in a round: the last sample of a round, for which one worker waits, must not count. */
const PASSES = isQuick ? 1 : 3;

const choice: DetectorChoice = {
  plugin: 'yolox',
  options: { model: MODEL, input: '416x416' },
  fromDir: process.cwd(),
  modelsDir: resolve('models'),
};

interface Times {
  readonly bare: number[];
  readonly pipeline: number[];
  /** What passes outside the worker's own clock: messages, waking, writing down. */
  readonly overhead: number[];
}

/** Times of rounds: by one, and by two side by side. */
type Pair = readonly [one: number[], two: number[]];

const ms = (name: string, values: readonly number[], limit: number | null = null): Figure => {
  const note = values.length === 0 ? { note: missing ?? 'not run' } : {};
  const value = values.length === 0 ? null : median(values);
  return { name, value, unit: 'ms', limit, direction: 'max', ...note };
};

const times: Times = { bare: [], pipeline: [], overhead: [] };
const workersMs: Pair = [[], []];
const processesMs: Pair = [[], []];
const { path, reason } = benchClip();
const missing = existsSync(MODEL)
  ? reason
  : 'no yolox_nano.onnx; npx tsx scripts/fetch-fixtures.ts fetches it';
if (path !== null && missing === null) {
  const frames = await keyframesOf(path, 0);
  assert.equal(frames.length, CLIP.frames / CLIP.gopFrames);
  // First, while this thread is as nice as the API's: workers are nicer than the thread that starts them.
  if (availableParallelism() > 1) await timeTwoAndOne(path, frames);
  await timeSamples(frames);
}

const ratio = times.bare.length === 0 ? null : median(times.pipeline) / median(times.bare);
const note = missing === null ? {} : { note: missing };
report('engine/pool', [
  ms('1080p H.264 keyframe: decoded, scaled and YOLOX-Nano run by the bare parts, p50', times.bare),
  ms('the whole pipeline, p50', times.pipeline),
  {
    name: 'pipeline ÷ bare parts',
    value: ratio,
    unit: '×',
    limit: 1.1,
    direction: 'max',
    ...note,
  },
  ms('fixed cost of a task outside the worker, p50', times.overhead),
  speedup('samples a second, two workers ÷ one, fastest rounds', workersMs, 1.85),
  speedup('bare parts, two processes ÷ one, fastest rounds', processesMs, null),
]);
process.exit();

function speedup(name: string, [one, two]: Pair, limit: number | null): Figure {
  const shape = { name, unit: '×', limit, direction: 'min' } as const;
  if (two.length === 0) return { ...shape, value: null, note: missing ?? 'one core only' };
  return { ...shape, value: Math.min(...one) / Math.min(...two) };
}

async function timeSamples(frames: readonly EncodedFrame[]): Promise<void> {
  const pool = startPool(1);
  await pool.prepare(choice);
  // After the workers have started, which would add theirs to it.
  setPriority(WORKER_NICENESS);
  const decoder = new BareDecoder(416, 234);
  const model = await BareModel.open(MODEL);
  const tensors = await checkedTensors(frames, decoder, pool);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, frame] of frames.entries()) {
      const tensor = tensors[index];
      assert.ok(tensor !== undefined);
      const startMs = performance.now();
      decoder.decode(frame.data);
      decoder.scale();
      await model.run(tensor);
      times.bare.push(performance.now() - startMs);
    }
    for (const frame of frames) {
      const { totalMs, insideMs } = await sampleTimed(pool, frame);
      times.pipeline.push(totalMs);
      times.overhead.push(totalMs - insideMs);
    }
  }
  await pool.close();
}

/** Rounds of one and of two alternate; as many samples are in flight as there are workers, as in the engine. */
async function timeTwoAndOne(clip: string, frames: readonly EncodedFrame[]): Promise<void> {
  const pools = [startPool(1), startPool(2)] as const;
  for (const pool of pools) {
    await pool.prepare(choice);
    await poolRoundMs(pool, frames);
  }
  const bare = [await startBareProcess(clip), await startBareProcess(clip)];
  await bareRoundMs(bare, frames.length);
  for (let round = 0; round < PARALLEL_ROUNDS; round += 1) {
    workersMs[0].push(await poolRoundMs(pools[0], frames));
    workersMs[1].push(await poolRoundMs(pools[1], frames));
    processesMs[0].push(await bareRoundMs(bare.slice(0, 1), frames.length * PASSES));
    processesMs[1].push(await bareRoundMs(bare, frames.length * PASSES));
  }
  for (const child of bare) child.kill();
  await Promise.all(pools.map((pool) => pool.close()));
}

/** Time for all frames, so often as there are passes. */
async function poolRoundMs(pool: Pool, frames: readonly EncodedFrame[]): Promise<number> {
  const waiting = Array.from({ length: PASSES }, () => frames.map(copied)).flat();
  const startMs = performance.now();
  const lane = async () => {
    for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
      await pool.sample(taskOf(frame));
    }
  };
  await Promise.all(Array.from({ length: pool.workers }, lane));
  return performance.now() - startMs;
}

async function startBareProcess(clip: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../support/bare-process.ts', import.meta.url));
  const child = fork(script, [MODEL, clip, String(WORKER_NICENESS)], {
    execArgv: ['--import', 'tsx'],
  });
  await once(child, 'message');
  return child;
}

/** Time for a number of samples, the processes sharing them evenly. */
async function bareRoundMs(children: readonly ChildProcess[], samples: number): Promise<number> {
  const done = children.map((child) => once(child, 'message'));
  const startMs = performance.now();
  for (const child of children) child.send(samples / children.length);
  await Promise.all(done);
  return performance.now() - startMs;
}

function startPool(workers: number): Pool {
  return new ThreadPool({
    workers,
    taskTimeoutMs: 30_000,
    heapBytes: 128 * 2 ** 20,
    counts: null,
    log: silentLog,
  });
}

/** What the model is run on, frame by frame; the bare parts and the pipeline have seen the same people in all of them. */
async function checkedTensors(
  frames: readonly EncodedFrame[],
  decoder: BareDecoder,
  pool: Pool,
): Promise<ort.Tensor[]> {
  const detector = await openDetector();
  const canvas = new InputCanvas(detector.input);
  const tensors: ort.Tensor[] = [];
  let people = 0;
  for (const frame of frames) {
    decoder.decode(frame.data);
    const picture = { width: CLIP.width, height: CLIP.height };
    const bytes = decoder.scale();
    const { values, fit } = canvas.fill({ picture, width: 416, height: 234, bytes });
    const pixels = Float32Array.from(values);
    const { detections = [] } = await detector.detect(
      {
        pixels,
        content: fit.content,
        atMs: 0,
        state: null,
      },
      unhurried,
    );
    const { sample } = await pool.sample(taskOf(copied(frame)));
    assert.equal(sample.count, detections.length);
    people += detections.length;
    tensors.push(
      new ort.Tensor('float32', pixels, [1, 3, detector.input.height, detector.input.width]),
    );
  }
  assert.ok(people > 0, 'somebody is to be seen');
  await detector.close();
  return tensors;
}

async function openDetector(): Promise<Detector> {
  const definition = await loadDetector(choice.plugin, choice.fromDir);
  return definition.create(checkOptions(definition, choice.options), detachedEnv());
}

async function sampleTimed(
  pool: Pool,
  frame: EncodedFrame,
): Promise<{ totalMs: number; insideMs: number }> {
  const task = taskOf(copied(frame));
  const startMs = performance.now();
  const { sample } = await pool.sample(task);
  const totalMs = performance.now() - startMs;
  return { totalMs, insideMs: (sample.decodeUs + sample.detectUs) / 1000 };
}

/** The pool takes the bytes of a frame away. */
function copied(frame: EncodedFrame): EncodedFrame {
  return { ...frame, data: Uint8Array.from(frame.data) };
}

function taskOf(frame: EncodedFrame) {
  return {
    detector: choice,
    frame,
    zones: [],
    state: null,
    flags: 0,
    target: null,
    pictureWidth: null,
  };
}
