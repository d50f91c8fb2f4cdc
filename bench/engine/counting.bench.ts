// From a frame that the reader hands over to its count on the API thread: how long, beyond decoding and the model?
//
// The engine's own counting: queue, pool and counts store, over the keyframes of the 1080p clip. A time
// begins with `deliver`, and ends when the main thread,
// told of the sample, has read it in the store; what the worker spent on decoding and the model, by its own clock, is
// taken off. What is left: queue, all messages and the main thread's waiting for a core.
//
// - one by one: one camera, the next frame when the last is counted;
// - all workers busy: as many cameras as workers, each with its next frame as soon as its last is counted, so that all
//   workers are at work all the time and no frame waits for one;
// - more cameras than workers: four times as many, each with a new frame all the time. Here a frame waits for its
//   camera's turn, which is a queue and no overhead: told without a limit.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { CameraConfig } from '../../config/config.ts';
import { Counting } from '../../engine/counting/counting.ts';
import { createCounts } from '../../engine/counts/layout.ts';
import { openReader } from '../../engine/counts/reader.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { Lanes } from '../../engine/pool/lanes.ts';
import type { SampleOutcome } from '../../engine/pool/messages.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { systemTimers } from '../../runtime/timers.ts';
import { fixturePath } from '../../test/support/fixtures.ts';
import { keyframesOf } from '../../test/support/keyframes.ts';
import { benchClip } from '../support/clip.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, percentile, report } from '../support/report.ts';

const MODEL = fixturePath('yolox_nano.onnx');
const LIMIT_MS = 20;
/** Samples timed in each way: enough that the hundredth part of them is no single one. */
const SAMPLES = isQuick ? 5 : 600;
/** Of each camera: they find code that was never run. */
const WARM_UP = isQuick ? 1 : 20;

const choice = {
  plugin: 'yolox',
  options: { model: MODEL, input: '416x416' },
  fromDir: process.cwd(),
  modelsDir: resolve('models'),
};

const context = {
  clock: systemClock,
  timers: systemTimers,
  log: silentLog,
  // Frames wait here until they are counted: none is to be too old, however long a busy machine builds the detector.
  gopMs: () => 600_000,
  isClassTime: () => true,
  onFault: (_id: string, error: unknown) => assert.fail(String(error)),
  onRelease: () => undefined,
};

const workers = isQuick ? 1 : availableParallelism();
const { path, reason } = benchClip();
const missing = existsSync(MODEL)
  ? reason
  : 'no yolox_nano.onnx; npx tsx scripts/fetch-fixtures.ts fetches it';
let single: number[] = [];
let busy: number[] = [];
let queued: number[] = [];
if (path !== null && missing === null) {
  const frames = await keyframesOf(path, 0);
  single = await timeFleet({ cameras: 1, pauseMs: 5 }, frames);
  busy = await timeFleet({ cameras: workers, pauseMs: 0 }, frames);
  queued = await timeFleet({ cameras: 4 * workers, pauseMs: 0 }, frames);
}

const figure = (name: string, values: readonly number[], percent: number, limit: number | null) => {
  const note = values.length === 0 ? { note: missing ?? 'not run' } : {};
  const value = values.length === 0 ? null : percentile(values, percent / 100);
  return { name, value, unit: 'ms', limit, direction: 'max', ...note } satisfies Figure;
};
report('engine/counting', [
  figure('frame handed over to count readable, one by one, p99', single, 99, LIMIT_MS),
  figure(`all ${workers} workers busy, p99`, busy, 99, LIMIT_MS),
  figure(`${4 * workers} cameras, waiting for a worker included, p50`, queued, 50, null),
  figure('… p99', queued, 99, null),
]);
process.exit();

/** How a number of cameras hand over their frames. */
interface Fleet {
  readonly cameras: number;
  /** From a count to the camera's next frame, ms; 0 is at once. */
  readonly pauseMs: number;
}

/** Times beyond decoding and the model, ms. */
async function timeFleet(fleet: Fleet, frames: readonly EncodedFrame[]): Promise<number[]> {
  const counts = createCounts({ slots: fleet.cameras });
  const reader = openReader(counts);
  const memoryBytes = Number.POSITIVE_INFINITY;
  const limits = { taskTimeoutMs: 30_000, heapBytes: 128 * 2 ** 20, memoryBytes };
  const pool = new Lanes({ workers, ...limits, counts, log: silentLog });
  const ids = Array.from({ length: fleet.cameras }, (_, index) => `camera-${index}`);
  const handedOver = new Map(ids.map((id) => [id, { number: 0, atMs: 0 }]));
  const beyondMs: number[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const handOver = (id: string) => {
    const last = handedOver.get(id);
    const frame = frames[(last?.number ?? 0) % frames.length];
    assert.ok(last !== undefined && frame !== undefined);
    // A time of its own, by which its sample is known.
    const number = last.number + 1;
    const data = frame.data.slice();
    handedOver.set(id, { number, atMs: performance.now() });
    const posted = { ...frame, data, atUtcMs: number, isForSample: true, passedOver: 0 };
    counting.deliver(id, posted);
  };
  const onSample = (id: string, { sample }: SampleOutcome) => {
    const last = handedOver.get(id);
    const readable = reader.latest(counting.get(id)?.place.slot ?? 0);
    const doneMs = performance.now();
    assert.ok(last !== undefined);
    assert.equal(readable?.atUtcMs, last.number, 'the count of the frame just handed over');
    if (last.number > WARM_UP) {
      beyondMs.push(doneMs - last.atMs - (sample.decodeUs + sample.detectUs) / 1000);
    }
    if (beyondMs.length >= SAMPLES) finish();
    else if (fleet.pauseMs === 0) handOver(id);
    else setTimeout(() => handOver(id), fleet.pauseMs);
    return 0;
  };
  const counting = new Counting({
    ...context,
    pool,
    counts,
    falsePlaces: () => [],
    onSample,
  });
  await counting.apply(ids.map((id) => ({ config: cameraConfig(id), roomCapacity: null, choice })));
  for (const id of ids) handOver(id);
  await finished;
  await counting.stop();
  await pool.close();
  return beyondMs;
}

/** Always due, so that no frame waits for the sampling clock. */
function cameraConfig(id: string): CameraConfig {
  const sampling = { classPeriodMs: 1, idlePeriodMs: 1 };
  const zones: CameraConfig['zones'] = [];
  return {
    id,
    url: `/${id}.mp4`,
    transport: 'tcp',
    enabled: true,
    detector: 'auto',
    detectorOptions: null,
    sampling,
    zones,
  };
}
