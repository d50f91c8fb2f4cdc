/** What the contract of sources (`test/contract/source.test.ts`) does not say of those on the readers' thread. */

import { setEnvironmentData } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { SourceOptions } from '../../../../engine/cameras/source.ts';
import { ReaderThread } from '../../../../engine/cameras/thread/reader-thread.ts';
import type { PostedFrame } from '../../../../engine/frames/decoder.ts';
import { type WorkerModule, workerModule } from '../../../../runtime/worker-module.ts';
import {
  type HttpCamera,
  mjpeg,
  snapshots,
  startHttpCamera,
} from '../../../support/http-camera.ts';
import { greyFrame } from '../../../support/jpegs.ts';
import { OpenedSource, sourceOptions } from '../../../support/opened-source.ts';
import { until } from '../../../support/until.ts';

type Wanted = Partial<SourceOptions>;
const SIZE = { width: 64, height: 48 };

async function cameraOf(answer: typeof mjpeg | typeof snapshots): Promise<HttpCamera> {
  const pictures = await Promise.all([60, 120].map((grey) => greyFrame(grey, SIZE)));
  const camera = await startHttpCamera({ '/live': answer(pictures.map(({ data }) => data)) });
  onTestFinished(() => camera.stop());
  return camera;
}

function startThread(entry?: WorkerModule): ReaderThread {
  const thread = new ReaderThread(entry);
  onTestFinished(() => thread.stop());
  return thread;
}

/** A source on the thread that is open, and reads on and on. */
async function reading(thread: ReaderThread, camera: HttpCamera, wanted: Wanted = {}) {
  const options = sourceOptions({ url: camera.url('/live'), ...wanted });
  const source = new OpenedSource(thread.createSource(options));
  await source.open();
  const frames: PostedFrame[] = [];
  const ended = source.read((frame) => void frames.push(frame));
  const come = (number: number) =>
    expect.poll(() => frames.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(number);
  return { source, frames, ended, come };
}

test('a source on the thread of the cameras posts what is due alone, and says what it passed over', async () => {
  const wanted = { wantedPeriodMs: () => 400 };
  const { source, frames, come } = await reading(startThread(), await cameraOf(mjpeg), wanted);
  await come(4);
  await source.close();
  expect(frames.every(({ isForSample, data }) => isForSample && data.length > 0)).toBe(true);
  expect(frames[0]?.passedOver).toBe(0);
  // At 20 ms a picture some nineteen of twenty; how many depends on the machine.
  const passed = frames.slice(2).reduce((sum, { passedOver }) => sum + passedOver, 0);
  expect(passed).toBeGreaterThan(frames.length);
});

test('a source on the thread of the cameras is told when someone looks, and posts pictures between samples then', async () => {
  let lookedMs = Number.POSITIVE_INFINITY;
  const wanted = { wantedPeriodMs: () => 600_000, lookedPeriodMs: () => lookedMs };
  const camera = await cameraOf(snapshots);
  const { source, frames, come } = await reading(startThread(), camera, wanted);
  await expect.poll(() => frames.length).toBe(1);
  lookedMs = 100;
  await come(4);
  await source.close();
  expect(frames.slice(1).some(({ isForSample }) => !isForSample)).toBe(true);
});

test('a source on the thread of the cameras is lost with its thread, and the next one has a new thread', async () => {
  const camera = await cameraOf(mjpeg);
  const thread = startThread();
  const { source, ended, come } = await reading(thread, camera);
  const outcome = ended.catch((error: unknown) => error);
  await come(1);
  await thread.stop();
  expect(await outcome).toMatchObject({ message: expect.stringContaining('was stopped') });
  await source.close();
  const next = await reading(thread, camera);
  await next.come(1);
  await next.source.close();
});

test('a source on the thread of the cameras lets a native call come back before its thread ends', async () => {
  const shared = new SharedArrayBuffer(8);
  const steps = new Int32Array(shared);
  setEnvironmentData('steps', shared);
  const thread = startThread(workerModule('test/engine/cameras/thread/calling.fixture'));
  const camera = await cameraOf(mjpeg);
  const options = sourceOptions({ url: camera.url('/live') });
  const source = new OpenedSource(thread.createSource(options));
  const outcome = source.open().catch((error: unknown) => error);
  await until(() => steps[0] === 1);
  await thread.stop();
  expect(steps[0]).toBe(2);
  expect(await outcome).toMatchObject({ message: expect.stringContaining('was stopped') });
});
