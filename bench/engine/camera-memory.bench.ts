// How much more memory does one more connected camera take?
//
// 1080p H.264 streams at 4 Mbit/s over RTSP (TCP, loopback), read by the cameras of the engine: eight at first, then 24.
// The figure is the growth of this process's resident memory, after garbage collection and once it has settled.

import assert from 'node:assert/strict';
import { delay } from '../../runtime/timers.ts';
import { camerasMissing, startBenchCameras } from '../support/bench-cameras.ts';
import { BenchFleet } from '../support/bench-fleet.ts';
import { isQuick } from '../support/quick.ts';
import { report } from '../support/report.ts';

const FEW = isQuick ? 1 : 8;
const MANY = isQuick ? 3 : 24;
const SETTLE_MS = isQuick ? 500 : 15_000;
const LOOK_MS = 250;

const reason = camerasMissing();
const sizes = reason === null ? await measure() : null;
const note = reason === null ? {} : { note: reason };
const megabytes = (name: string, value: number | null, limit: number | null = null) => ({
  name,
  value,
  unit: 'MB',
  limit,
  direction: 'max' as const,
  ...note,
});
report('engine/camera-memory', [
  megabytes('process before any camera', sizes?.none ?? null),
  megabytes(`… with ${FEW} cameras`, sizes?.few ?? null),
  megabytes(`… with ${MANY} cameras`, sizes?.many ?? null),
  megabytes(
    `one more 1080p camera, between ${FEW} and ${MANY}`,
    sizes === null ? null : (sizes.many - sizes.few) / (MANY - FEW),
    4,
  ),
]);
process.exit();

async function measure(): Promise<{ none: number; few: number; many: number }> {
  const { urls, stop } = await startBenchCameras(MANY);
  const fleet = new BenchFleet();
  try {
    const none = await settledMegabytes();
    await fleet.grow(urls.slice(0, FEW));
    const few = await settledMegabytes();
    await fleet.grow(urls);
    const many = await settledMegabytes();
    if (!isQuick) await checkDelivery(fleet);
    return { none, few, many };
  } finally {
    await fleet.stop();
    await stop();
  }
}

async function checkDelivery(fleet: BenchFleet): Promise<void> {
  const keyframes = fleet.keyframes();
  await delay(LOOK_MS * 10);
  assert.ok(fleet.keyframes() - keyframes >= MANY, 'all cameras still deliver');
}

/** Streams go on meanwhile: the mean over the second half of the wait, so that no moment decides. */
async function settledMegabytes(): Promise<number> {
  await delay(SETTLE_MS / 2);
  const looks: number[] = [];
  while (looks.length * LOOK_MS < SETTLE_MS / 2) {
    globalThis.gc?.();
    looks.push(process.memoryUsage.rss() / 1e6);
    await delay(LOOK_MS);
  }
  return looks.reduce((sum, look) => sum + look, 0) / looks.length;
}
