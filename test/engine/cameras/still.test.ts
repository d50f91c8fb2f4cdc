import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frameSource } from '../../../engine/cameras/source.ts';
import { readStill } from '../../../engine/cameras/still.ts';
import { suiteFolder } from '../../support/folder.ts';
import { greyFrame } from '../../support/jpegs.ts';
import { OpenedSource, sourceOptions } from '../../support/opened-source.ts';

const folder = suiteFolder();

const still = (url: string, pace: 'own' | 'fast') =>
  new OpenedSource(frameSource(readStill, sourceOptions({ url, pace, wantedPeriodMs: () => 10 })));

it('a still picture is one frame of a recording without length when read fast', async () => {
  const path = join(folder, 'one.jpg');
  const { data } = await greyFrame(100);
  await writeFile(path, data);
  const source = still(path, 'fast');
  expect(await source.open()).toMatchObject({ codec: 'jpeg', durationMs: 0 });
  const seen: number[] = [];
  await source.read((frame) => void seen.push(frame.data.length));
  expect(seen).toEqual([data.length]);
  await source.close();
});

it('a still picture is a camera when another program keeps replacing it', async () => {
  const path = join(folder, 'replaced.jpg');
  const large = { width: 640, height: 360 };
  const [before, after] = [await greyFrame(50), await greyFrame(200, large)];
  await writeFile(path, before.data);
  const source = still(path, 'own');
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
  ['is no JPEG', () => join(folder, 'text.jpg'), 'camera_not_video'],
])('a still picture %s: %s', async (_, path, code) => {
  await writeFile(join(folder, 'text.jpg'), 'hello');
  await expect(still(path(), 'fast').open()).rejects.toMatchObject({ code });
});
