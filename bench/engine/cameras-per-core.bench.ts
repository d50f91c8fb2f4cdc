// How many cameras does one core carry at a sample every 5 s, against the most that its bare parts would allow?
//
// The bound: a core has 1 s of time a second, and a camera cannot take less of it than libav's calls alone take to read
// its stream, and libav and onnxruntime to decode, scale and look at a keyframe every 5 s. Against that the whole engine
// over the same streams: readers, sampling, one worker, counts store, history. All is CPU time of this process, every
// thread, kernel included; the server of the streams is another process. Between samples a camera stands beside bare reading. Rounds alternate; connecting and loading the
// model are left out. The engine reads H.264 without libav, so that it may come above the bound.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import ort from 'onnxruntime-node';
import { detachedEnv } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { InputCanvas } from '../../detectors/picture.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { delay } from '../../runtime/timers.ts';
import { fixturePath } from '../../test/support/fixtures.ts';
import { keyframesOf } from '../../test/support/keyframes.ts';
import { BareReader } from '../support/bare-reader.ts';
import { BareDecoder, BareModel } from '../support/bare-sample.ts';
import { camerasMissing, startBenchCameras } from '../support/bench-cameras.ts';
import { type BenchEngine, startBenchEngine } from '../support/bench-engine.ts';
import { benchClip, CLIPS, type ClipFormat } from '../support/clip.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';

const CAMERAS = isQuick ? 2 : 16;
const PERIOD_S = isQuick ? 1 : 5;
const ROUNDS = isQuick ? 1 : 2;
const SETTLE_MS = isQuick ? 200 : 1_000;
const READ_MS = isQuick ? 1_000 : 3_000;
/** A whole number of periods, so that each camera is sampled as often as any other. */
const ENGINE_MS = (isQuick ? 1 : 2) * PERIOD_S * 1_000;
const SAMPLES = isQuick ? 5 : 40;
/** Between two samples of cameras that are only read. */
const UNSAMPLED_S = 600;

const YOLOX = fixturePath('yolox_nano.onnx');
const detector = existsSync(YOLOX)
  ? {
      name: 'YOLOX-Nano',
      plugin: 'yolox',
      options: { model: YOLOX, input: '416x416' },
      file: YOLOX,
    }
  : {
      name: 'person',
      plugin: 'person',
      options: {},
      file: resolve('detectors/person/person.onnx'),
    };

/** CPU time: of a bare sample in s; of bare reading, and of a camera with and without samples, in s a second. */
interface Costs {
  readonly sample: number[];
  readonly read: number[];
  readonly camera: number[];
  readonly unsampled: number[];
}

const figures: Figure[] = [];
for (const [name, format] of CLIPS) {
  const reason = camerasMissing(format);
  const costs = reason === null ? await measure(format) : null;
  figures.push(...figuresOf(name, costs, reason));
}
report('engine/cameras-per-core', figures);
process.exit();

async function measure(format: ClipFormat): Promise<Costs> {
  const { urls, stop } = await startBenchCameras(CAMERAS, format);
  const costs: Costs = { sample: [], read: [], camera: [], unsampled: [] };
  const lookAt = await bareSample(format);
  const frames = await keyframesOf(benchClip(format).path ?? '', 0);
  for (const frame of frames.slice(0, 5)) await lookAt(frame);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      costs.sample.push(await sampleCost(lookAt, frames));
      costs.read.push(await readCost(urls, format));
      costs.camera.push(await cameraCost(urls, PERIOD_S));
      costs.unsampled.push(await cameraCost(urls, UNSAMPLED_S));
    }
  } finally {
    await stop();
  }
  return costs;
}

/** Decodes, scales and runs the model; nothing between them that is ours. */
async function bareSample(format: ClipFormat): Promise<(frame: EncodedFrame) => Promise<void>> {
  const definition = await loadDetector(detector.plugin, process.cwd());
  const options = checkOptions(definition, detector.options);
  const loaded = await definition.create(options, detachedEnv());
  const { input } = loaded;
  await loaded.close();
  const canvas = new InputCanvas(input);
  const size = canvas.wanted.size(format);
  const decoder = new BareDecoder(size.width, size.height);
  const model = await BareModel.open(detector.file);
  let tensor: ort.Tensor | null = null;
  return async (frame) => {
    decoder.decode(frame.data);
    const bytes = decoder.scale();
    const { width, height } = size;
    // Once: to fill the input is work of ours.
    tensor ??= new ort.Tensor(
      'float32',
      Float32Array.from(canvas.fill({ picture: format, width, height, bytes }).values),
      [1, 3, input.height, input.width],
    );
    await model.run(tensor);
  };
}

async function sampleCost(
  lookAt: (frame: EncodedFrame) => Promise<void>,
  frames: readonly EncodedFrame[],
): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < SAMPLES; index += 1) {
    const frame = frames[index % frames.length];
    assert.ok(frame !== undefined);
    await lookAt(frame);
  }
  return seconds(before) / SAMPLES;
}

async function readCost(urls: readonly string[], { fps }: ClipFormat): Promise<number> {
  const readers = urls.map(() => new BareReader());
  await Promise.all(readers.map((reader, index) => reader.start(urls[index] ?? '')));
  await delay(SETTLE_MS);
  const packets = () => readers.reduce((sum, reader) => sum + reader.packets, 0);
  const seen = packets();
  const cost = await cpuShare(READ_MS);
  const expected = (fps * urls.length * READ_MS) / 1000;
  const got = packets() - seen;
  // On a busy machine, which a quick run may have, they come late.
  const isRight = isQuick ? got > 0 : Math.abs(got - expected) < 0.2 * expected;
  assert.ok(isRight, `${got} of ${expected} pictures came`);
  await Promise.all(readers.map((reader) => reader.stop()));
  return cost / urls.length;
}

async function cameraCost(urls: readonly string[], periodS: number): Promise<number> {
  const { plugin, options } = detector;
  const engine = await startBenchEngine({
    urls,
    periodS,
    detector: plugin,
    detectorOptions: options,
  });
  await allCounting(engine);
  await delay(SETTLE_MS);
  const seen = engine.samples();
  const cost = await cpuShare(ENGINE_MS);
  const expected = (urls.length * ENGINE_MS) / 1000 / periodS;
  const got = engine.samples() - seen;
  // A phase begins and ends anywhere within the periods.
  assert.ok(
    isQuick || Math.abs(got - expected) <= 2 + expected / 8,
    `${got} of ${expected} samples`,
  );
  await engine.stop();
  return cost / urls.length;
}

async function allCounting(engine: BenchEngine): Promise<void> {
  const untilMs = performance.now() + 60_000;
  while (!engine.isCounting()) {
    assert.ok(performance.now() < untilMs, 'every camera is counted');
    await delay(100);
  }
}

/** CPU time of this process in `ms`, as a share of one core. */
async function cpuShare(ms: number): Promise<number> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  await delay(ms);
  return seconds(before) / ((performance.now() - startMs) / 1000);
}

function seconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function figuresOf(name: string, costs: Costs | null, reason: string | null): Figure[] {
  const note = reason === null ? {} : { note: reason };
  const plain = { limit: null, direction: 'max' as const, ...note };
  const of = (values: readonly number[] | undefined) =>
    values === undefined ? null : median(values);
  const [sample, read, camera] = [of(costs?.sample), of(costs?.read), of(costs?.camera)];
  const unsampled = of(costs?.unsampled);
  const bare = sample === null || read === null ? null : sample / PERIOD_S + read;
  const scaled = (value: number | null, by: number) => (value === null ? null : value * by);
  return [
    {
      name: `${name}, ${detector.name}: bare sample`,
      value: scaled(sample, 1000),
      unit: 'ms',
      ...plain,
    },
    { name: '… bare reading', value: scaled(read, 100), unit: '% of a core', ...plain },
    {
      name: `… a camera at a sample every ${PERIOD_S} s`,
      value: scaled(camera, 100),
      unit: '% of a core',
      ...plain,
    },
    {
      name: '… cameras a core carries',
      value: camera === null ? null : 1 / camera,
      unit: '',
      ...plain,
    },
    {
      name: `${name}: cameras a core ÷ bound by the bare parts`,
      value: bare === null || camera === null ? null : bare / camera,
      unit: '×',
      limit: 0.85,
      direction: 'min',
      ...note,
    },
    {
      name: `${name}: camera between samples ÷ bare reading`,
      value: unsampled === null || read === null ? null : unsampled / read,
      unit: '×',
      limit: 1.2,
      direction: 'max',
      ...note,
    },
  ];
}
