/** Cameras that rest, against GStreamer's server. */

import { afterEach, describe, expect, it } from 'vitest';
import type { FrameSource } from '../../../../engine/cameras/source.ts';
import { createSource } from '../../../../engine/cameras/sources.ts';
import { ReaderThread } from '../../../../engine/cameras/thread/reader-thread.ts';
import type { OfferedFrame } from '../../../../engine/frames/offered-frame.ts';
import { systemClock } from '../../../../runtime/clock.ts';
import { sourceOptions } from '../../../contract/source.suite.ts';
import { OpenedSource } from '../../../support/opened-source.ts';
import {
  drawn,
  isRtspServerAvailable,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../../../support/rtsp-server.ts';

const hasServer = isRtspServerAvailable();
const GOP_MS = 500;
const open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** The address of a camera. One that is shared is looked at by somebody else too, and goes on while one client rests. */
async function camera(isShared: boolean): Promise<string> {
  const mounts = { '/hall': drawn({ codec: 'h264', gopFrames: 5, isShared }) };
  const server = await startRtspServer({ mounts });
  open.push(server);
  const url = server.url('/hall');
  if (!isShared) return url;
  const other = new OpenedSource(await createSource(sourceOptions({ url })));
  await other.open();
  const reading = other.read(() => undefined);
  open.push({
    async stop() {
      await other.close();
      await reading;
    },
  });
  return url;
}

async function rests(source: Pick<FrameSource, 'totals'>): Promise<void> {
  await expect.poll(() => source.totals().rest, { timeout: 5_000 }).toBe('resting');
}

async function gopKnown(source: Pick<FrameSource, 'totals'>): Promise<void> {
  await expect.poll(() => source.totals().gopMs, { timeout: 5_000 }).toBe(GOP_MS);
}

const skipped = hasServer ? '' : ` (${RTSP_SERVER_NEEDED})`;
describe.skipIf(!hasServer)(`a camera at rest${skipped}`, () => {
  it('once its picture was taken, sends again when pictures are wanted often', async () => {
    const thread = new ReaderThread();
    open.push(thread);
    let periodMs = 20_000;
    const wantedPeriodMs = () => periodMs;
    const options = { url: await camera(true), mayRest: true, wantedPeriodMs };
    const source = new OpenedSource(thread.createSource(sourceOptions(options)));
    const offers: OfferedFrame[] = [];
    await source.open();
    const reading = source.read((offer) => void offers.push(offer));
    await gopKnown(source);
    await offers.at(-1)?.take();
    await rests(source);
    const { keyframes } = source.totals();
    periodMs = 100;
    await expect.poll(() => offers.length, { timeout: 5_000 }).toBeGreaterThan(keyframes + 1);
    expect(source.totals()).toMatchObject({ rest: 'playing', gopMs: GOP_MS });
    expect((await offers.at(-1)?.take())?.data.length).toBeGreaterThan(0);
    await source.close();
    await reading;
  }, 20_000);

  it('is given up where it goes on with the pictures of before', async () => {
    let laterMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + laterMs };
    const wantedPeriodMs = () => 60_000;
    const url = await camera(false);
    const options = sourceOptions({ url, mayRest: true, wantedPeriodMs, clock });
    const source = new OpenedSource(await createSource(options));
    let frames = 0;
    await source.open();
    const reading = source.read(() => {
      frames += 1;
    });
    const outcome = reading.catch((error: unknown) => error);
    await gopKnown(source);
    source.noteTaken();
    await rests(source);
    const known = frames;
    laterMs = 60_000;
    expect(await outcome).toMatchObject({ code: 'camera_stalled' });
    expect(frames).toBe(known);
    expect(source.totals().rest).toBe('unfit');
    await source.close();
  }, 20_000);
});
