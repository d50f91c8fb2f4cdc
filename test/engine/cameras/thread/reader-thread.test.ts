/** What the contract of sources (`test/contract/source.test.ts`) does not say of those on the readers' thread. */

import { setEnvironmentData } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { ReaderThread } from '../../../../engine/cameras/thread/reader-thread.ts';
import type { OfferedFrame } from '../../../../engine/frames/offered-frame.ts';
import { type WorkerModule, workerModule } from '../../../../runtime/worker-module.ts';
import { sourceOptions } from '../../../contract/source.suite.ts';
import {
  type HttpCamera,
  mjpeg,
  snapshots,
  startHttpCamera,
} from '../../../support/http-camera.ts';
import { greyFrame } from '../../../support/jpegs.ts';
import { OpenedSource } from '../../../support/opened-source.ts';
import { until } from '../../../support/until.ts';

const SIZE = { width: 64, height: 48 };
const open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function cameraOf(answer: typeof mjpeg | typeof snapshots): Promise<HttpCamera> {
  const pictures = await Promise.all([60, 120].map((grey) => greyFrame(grey, SIZE)));
  const camera = await startHttpCamera({ '/live': answer(pictures.map(({ data }) => data)) });
  open.push(camera);
  return camera;
}

function startThread(entry?: WorkerModule): ReaderThread {
  const thread = new ReaderThread(entry);
  open.push(thread);
  return thread;
}

/** Reads on and on; the offers so far. */
function offersOf(source: OpenedSource<OfferedFrame>) {
  const offers: OfferedFrame[] = [];
  const reading = source.read((offered) => void offers.push(offered));
  return { offers, reading };
}

describe('a source on the thread of the cameras', () => {
  test('gives its newest frame to whoever takes an older offer, once', async () => {
    const camera = await cameraOf(mjpeg);
    const source = new OpenedSource(
      startThread().createSource(sourceOptions({ url: camera.url('/live') })),
    );
    await source.open();
    const { offers } = offersOf(source);
    await expect.poll(() => offers.length).toBeGreaterThanOrEqual(3);
    const [first] = offers;
    const known = offers.length;
    const frame = await first?.take();
    expect(frame?.codec).toBe('jpeg');
    expect(frame?.data.length).toBeGreaterThan(0);
    expect(offers.slice(0, known).map(({ isGone }) => isGone)).not.toContain(false);
    expect(await first?.take()).toBeNull();
    // What comes later can be taken again.
    const later = () => offers.find(({ isGone }) => !isGone);
    await expect.poll(later).toBeDefined();
    expect((await later()?.take())?.data.length).toBeGreaterThan(0);
    await source.close();
    expect(offers.every(({ isGone }) => isGone)).toBe(true);
  });

  test('is told when pictures are wanted more often', async () => {
    const camera = await cameraOf(snapshots);
    let periodMs = 60_000;
    const wantedPeriodMs = () => periodMs;
    const options = sourceOptions({ url: camera.url('/live'), wantedPeriodMs });
    const source = new OpenedSource(startThread().createSource(options));
    await source.open();
    const { offers } = offersOf(source);
    await expect.poll(() => offers.length).toBe(1);
    periodMs = 100;
    await expect.poll(() => offers.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
    await source.close();
  });

  test('is lost with its thread, and the next one has a new thread', async () => {
    const camera = await cameraOf(mjpeg);
    const thread = startThread();
    const source = new OpenedSource(
      thread.createSource(sourceOptions({ url: camera.url('/live') })),
    );
    await source.open();
    const { offers, reading } = offersOf(source);
    const outcome = reading.catch((error: unknown) => error);
    await expect.poll(() => offers.length).toBeGreaterThanOrEqual(1);
    await thread.stop();
    expect(await outcome).toMatchObject({ message: expect.stringContaining('was stopped') });
    expect(offers.every(({ isGone }) => isGone)).toBe(true);
    expect(await offers[0]?.take()).toBeNull();
    await source.close();
    const next = new OpenedSource(thread.createSource(sourceOptions({ url: camera.url('/live') })));
    expect(await next.open()).toMatchObject({ codec: 'jpeg', ...SIZE });
    await next.close();
  });

  test('lets a native call come back before its thread ends: else it would take the process along', async () => {
    const shared = new SharedArrayBuffer(8);
    const steps = new Int32Array(shared);
    setEnvironmentData('steps', shared);
    const thread = startThread(workerModule('test/engine/cameras/thread/calling.fixture'));
    const camera = await cameraOf(mjpeg);
    const source = new OpenedSource(
      thread.createSource(sourceOptions({ url: camera.url('/live') })),
    );
    const outcome = source.open().catch((error: unknown) => error);
    await until(() => steps[0] === 1);
    await thread.stop();
    expect(steps[0]).toBe(2);
    expect(await outcome).toMatchObject({ message: expect.stringContaining('was stopped') });
  });
});
