import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameSource, type SourceOptions } from '../../../engine/cameras/source.ts';
import { readStill } from '../../../engine/cameras/still.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { greyFrame } from '../../support/jpegs.ts';
import { OpenedSource } from '../../support/opened-source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-still-'));
});
afterAll(() => rm(folder, { recursive: true }));

function optionsFor(url: string, pace: 'own' | 'fast'): SourceOptions {
  return {
    url,
    pace,
    transport: 'tcp',
    openTimeoutMs: 5_000,
    readTimeoutMs: 5_000,
    wantedPeriodMs: () => 10,
    clock: systemClock,
  };
}

describe('a still picture', () => {
  it('is one frame of a recording without length when read fast', async () => {
    const path = join(folder, 'one.jpg');
    const { data } = await greyFrame(100);
    await writeFile(path, data);
    const source = new OpenedSource(frameSource(readStill, optionsFor(path, 'fast')));
    expect(await source.open()).toMatchObject({ codec: 'jpeg', durationMs: 0 });
    const seen: number[] = [];
    await source.read((frame) => {
      seen.push(frame.data.length);
    });
    expect(seen).toEqual([data.length]);
    await source.close();
  });

  it('is a camera when another program keeps replacing it', async () => {
    const path = join(folder, 'replaced.jpg');
    const [before, after] = await Promise.all([
      greyFrame(50),
      greyFrame(200, { width: 640, height: 360 }),
    ]);
    await writeFile(path, before.data);
    const source = new OpenedSource(frameSource(readStill, optionsFor(path, 'own')));
    expect((await source.open()).durationMs).toBeNull();
    await source.read(async ({ data }) => {
      if (data.length === after.data.length) {
        await source.close();
        return;
      }
      await writeFile(`${path}.new`, after.data);
      await rename(`${path}.new`, path);
    });
    expect(source.totals().keyframes).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['is not there', () => join(folder, 'nothing.jpg'), 'camera_not_found'],
    ['is a folder', () => folder, 'camera_not_video'],
  ])('%s: %s', async (_, path, code) => {
    const source = new OpenedSource(frameSource(readStill, optionsFor(path(), 'fast')));
    await expect(source.open()).rejects.toMatchObject({ code });
  });

  it('is no picture when it is not a JPEG', async () => {
    const path = join(folder, 'text.jpg');
    await writeFile(path, 'hello');
    const source = new OpenedSource(frameSource(readStill, optionsFor(path, 'fast')));
    await expect(source.open()).rejects.toMatchObject({ code: 'camera_not_video' });
  });
});
