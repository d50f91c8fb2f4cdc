/** The drawn camera as a frame source: real worker, real clock. */

import { afterEach, describe, expect, it } from 'vitest';
import { createSceneSource } from '../../../engine/cameras/scene.ts';
import type { SourceOptions } from '../../../engine/cameras/source.ts';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { OpenedSource } from '../../support/opened-source.ts';

const options = (url: string): SourceOptions => ({
  url,
  transport: 'tcp',
  openTimeoutMs: 5000,
  readTimeoutMs: 15_000,
  wantedPeriodMs: () => 200,
  clock: systemClock,
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()));
});

function make(url: string) {
  const source = new OpenedSource(createSceneSource(options(url)));
  open.push(source);
  return source;
}

describe('a scene as a camera', () => {
  it('delivers JPEGs stamped with the clock until it is closed', async () => {
    const startUtcMs = Date.now();
    const source = make('scene:studio?size=160x90');
    expect(await source.open()).toEqual({
      codec: 'jpeg',
      width: 160,
      height: 90,
      fps: null,
      durationMs: null,
    });
    const frames: EncodedFrame[] = [];
    await source.read((frame) => {
      frames.push(frame);
      if (frames.length === 3) void source.close();
    });
    expect(frames).toHaveLength(3);
    const [first, second] = frames as [EncodedFrame, EncodedFrame];
    expect([...first.data.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(first.data.byteLength).toBe(first.data.buffer.byteLength);
    expect(first.atUtcMs).toBeGreaterThanOrEqual(startUtcMs);
    expect(second.atUtcMs - first.atUtcMs).toBeGreaterThanOrEqual(190);
    expect(source.totals()).toMatchObject({ packets: 3, keyframes: 3 });
    expect(source.totals().bytes).toBe(frames.reduce((sum, { data }) => sum + data.byteLength, 0));
  });

  it('closes while the others go on', async () => {
    const [one, other] = [make('scene:spin?size=160x90'), make('scene:yoga?size=160x90')];
    await Promise.all([one.open(), other.open()]);
    await one.read(() => void one.close());
    let frames = 0;
    await other.read(() => {
      frames += 1;
      if (frames === 2) void other.close();
    });
    expect(frames).toBe(2);
  });

  it('is opened again by a new source after the last one was closed', async () => {
    for (let round = 0; round < 2; round += 1) {
      const source = make('scene:studio?size=160x90');
      await source.open();
      await source.read(() => void source.close());
      expect(source.totals().keyframes).toBe(1);
    }
  });

  it('closes before it was opened, twice, and then reads nothing', async () => {
    const source = make('scene:studio');
    await source.close();
    await source.close();
    await expect(source.open()).rejects.toMatchObject({ code: 'camera_ended' });
    await source.read(() => expect.unreachable());
    expect(source.totals()).toEqual({ packets: 0, bytes: 0, keyframes: 0, gopMs: null });
  });

  it('closes within a second while a picture is being painted', async () => {
    const source = make('scene:studio?size=1920x1080&people=40');
    await source.open();
    const reading = source.read(() => undefined);
    const startMs = performance.now();
    await source.close();
    await reading;
    expect(performance.now() - startMs).toBeLessThan(1000);
  });

  it('refuses an address with a fault', async () => {
    await expect(make('scene:studio?sed=1').open()).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });
});
