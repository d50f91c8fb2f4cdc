// What does a connected camera cost between samples, against a bare loop that reads the same stream?
//
// Eight 1080p H.264 streams at 4 Mbit/s over RTSP (TCP, loopback), read once by libav's calls alone and once by the
// cameras of the engine with nobody who samples. Phases alternate; the figure is the CPU time of this process, all
// threads, kernel included, while the streams run: connecting is left out.

import assert from 'node:assert/strict';
import { delay } from '../../runtime/timers.ts';
import { BareReader } from '../support/bare-reader.ts';
import { camerasMissing, startBenchCameras } from '../support/bench-cameras.ts';
import { BenchFleet } from '../support/bench-fleet.ts';
import { CLIP } from '../support/clip.ts';
import { isQuick } from '../support/quick.ts';
import { median, report } from '../support/report.ts';

const CAMERAS = isQuick ? 2 : 8;
const ROUNDS = isQuick ? 1 : 4;
const SETTLE_MS = isQuick ? 200 : 2_000;
const PHASE_MS = isQuick ? 1_000 : 6_000;

const bare: number[] = [];
const ours: number[] = [];
const reason = camerasMissing();
if (reason === null) {
  const { urls, stop } = await startBenchCameras(CAMERAS);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareShare(urls));
      ours.push(await ourShare(urls));
    }
  } finally {
    await stop();
  }
}

const note = reason === null ? {} : { note: reason };
const share = (name: string, values: readonly number[]) => {
  const value = values.length === 0 ? null : median(values) * 100;
  return { name, value, unit: '% of a core', limit: null, direction: 'max' as const, ...note };
};
report('engine/cameras', [
  share('one connected camera between samples, median', ours),
  share('… a bare loop that reads the same stream, median', bare),
  {
    name: 'camera ÷ bare loop',
    value: ours.length === 0 ? null : median(ours) / median(bare),
    unit: '×',
    limit: 1.2,
    direction: 'max',
    ...note,
  },
]);
process.exit();

async function bareShare(urls: readonly string[]): Promise<number> {
  const readers = urls.map(() => new BareReader());
  await Promise.all(readers.map((reader, index) => reader.start(urls[index] ?? '')));
  const packets = () => readers.reduce((sum, reader) => sum + reader.packets, 0);
  const value = await coreShare(packets, CLIP.fps);
  await Promise.all(readers.map((reader) => reader.stop()));
  return value;
}

async function ourShare(urls: readonly string[]): Promise<number> {
  const fleet = new BenchFleet();
  await fleet.grow(urls);
  const value = await coreShare(() => fleet.keyframes(), CLIP.fps / CLIP.gopFrames);
  await fleet.stop();
  return value;
}

/** CPU time a camera takes in a second, s, while it is certain that what it counts keeps coming at its rate. */
async function coreShare(counted: () => number, perSecond: number): Promise<number> {
  await delay(SETTLE_MS);
  const countedBefore = counted();
  const before = process.cpuUsage();
  const startMs = performance.now();
  await delay(PHASE_MS);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startMs) / 1000;
  const expected = seconds * perSecond * CAMERAS;
  const got = counted() - countedBefore;
  // A phase begins and ends anywhere within a GOP; on a busy machine, which a quick run may have, keyframes come late.
  const isRight = isQuick || Math.abs(got - expected) < 0.1 * expected + CAMERAS;
  assert.ok(isRight, `${got} of ${expected} came`);
  return (user + system) / 1e6 / seconds / CAMERAS;
}
