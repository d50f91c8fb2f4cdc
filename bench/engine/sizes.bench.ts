// What does a 1080p sample cost at each size of the detector's input, against its bare parts, and how many cameras a core
// looks at?
//
// Bare parts: libav decodes the keyframe and scales it, onnxruntime runs the model of that size on a tensor that is ready;
// all with one thread. The pipeline: `pool.sample` with one worker, one task after the other. Both alternate frame by
// frame, all sizes round by round; every figure is a median over all frames of all rounds. A core's cameras are the
// looks alone at a sample every 5 s; reading comes on top (`cameras-per-core`).

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ort from 'onnxruntime-node';
import { resizedModel } from '../../detectors/onnx/resize/resized-model.ts';
import { InputCanvas } from '../../detectors/picture/input-canvas.ts';
import type { EncodedFrame } from '../../engine/frames/encoded-frame.ts';
import { createPool, type Pool } from '../../engine/pool/pool.ts';
import { BareDecoder, BareModel } from '../support/bare-sample.ts';
import { benchClip, CLIP } from '../support/clip.ts';
import { fixturePath } from '../support/fixtures.ts';
import { keyframesOf } from '../support/keyframes.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const MODEL = fixturePath('yolox_nano.onnx');
/** Niceness of a worker, so that the bare parts win no contest for a core that the pipeline loses. */
const WORKER_NICENESS = 10;
const ROUNDS = isQuick ? 1 : 4;
const PERIOD_S = 5;
/** The size that rooms of 11 to 25 people get: what it adds to its bare parts is guarded. */
const GUARDED = '832x480';

const SIZES = [
  { width: 416, height: 416 },
  { width: 640, height: 384 },
  { width: 832, height: 480 },
  { width: 960, height: 544 },
].map((size) => ({ ...size, text: `${size.width}x${size.height}` }));

type InputSize = (typeof SIZES)[number];

const times = SIZES.map((size) => ({ size, bare: [] as number[], pipeline: [] as number[] }));
const { path, reason } = benchClip();
const missing = existsSync(MODEL) ? reason : 'no yolox_nano.onnx; npm run fixtures fetches it';
if (path !== null && missing === null) await timeAll(await keyframesOf(path));
report('engine/sizes', times.flatMap(figuresOf));
process.exit();

async function timeAll(frames: readonly EncodedFrame[]): Promise<void> {
  const pool = createPool({
    workers: 1,
    taskTimeoutMs: 30_000,
    heapBytes: 128 * 2 ** 20,
    counts: null,
  });
  for (const size of SIZES) await pool.prepare(choiceOf(size));
  // After the workers have started, which would add theirs to it.
  setPriority(WORKER_NICENESS);
  const bare = await Promise.all(SIZES.map(bareLook));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { size, ...kept }] of times.entries()) {
      for (const frame of frames) {
        const task = taskOf(size, frame);
        const startMs = performance.now();
        await bare[at]?.(frame);
        const bareMs = performance.now();
        await pool.sample(task);
        kept.bare.push(bareMs - startMs);
        kept.pipeline.push(performance.now() - bareMs);
      }
    }
  }
  await pool.close();
}

/** Decodes, scales and runs the model; nothing between them that is ours. */
async function bareLook(size: InputSize): Promise<(frame: EncodedFrame) => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-sizes-'));
  const file = join(folder, 'model.onnx');
  writeFileSync(file, resizedModel(readFileSync(MODEL), size));
  const model = await BareModel.open(file);
  rmSync(folder, { recursive: true });
  const { width, height } = contentOf(size);
  const decoder = new BareDecoder(width, height);
  const values = new Float32Array(3 * size.width * size.height).fill(114);
  const tensor = new ort.Tensor('float32', values, [1, 3, size.height, size.width]);
  return async (frame) => {
    decoder.decode(frame.data);
    assert.equal(decoder.scale().length, 3 * width * height);
    await model.run(tensor);
  };
}

function contentOf({ width, height }: InputSize) {
  const input = { width, height, colour: 'bgr', values: 'float32-chw', pad: 114 } as const;
  const canvas = new InputCanvas({ ...input, fit: 'letterbox', align: 'top-left' });
  return canvas.wanted.size(CLIP);
}

function choiceOf({ text }: InputSize) {
  const options = { model: MODEL, input: text };
  return { plugin: 'yolox', options, fromDir: process.cwd(), modelsDir: resolve('models') };
}

function taskOf(size: InputSize, frame: EncodedFrame): Parameters<Pool['sample']>[0] {
  return {
    detector: choiceOf(size),
    frame: { ...frame, data: Uint8Array.from(frame.data) },
    zones: [],
    state: null,
    flags: 0,
    target: null,
    pictureWidth: null,
  };
}

function figuresOf({ size, bare, pipeline }: (typeof times)[number]): Figure[] {
  const [bareMs, pipelineMs] = [bare, pipeline].map((values) =>
    values.length === 0 ? null : median(values),
  ) as [number | null, number | null];
  const note = missing === null ? {} : { note: missing };
  const plain = { limit: null, direction: 'max' as const, ...note };
  return [
    { name: `YOLOX-Nano at ${size.text}: bare parts, p50`, value: bareMs, unit: 'ms', ...plain },
    { name: '… the whole pipeline, p50', value: pipelineMs, unit: 'ms', ...plain },
    {
      name: `${size.text}: pipeline ÷ bare parts`,
      value: bareMs === null || pipelineMs === null ? null : pipelineMs / bareMs,
      unit: '×',
      limit: size.text === GUARDED ? 1.1 : null,
      direction: 'max',
      ...note,
    },
    {
      name: `… cameras a core looks at every ${PERIOD_S} s`,
      value: pipelineMs === null ? null : (PERIOD_S * 1000) / pipelineMs,
      unit: '',
      ...plain,
    },
  ];
}
