/** FFmpeg comes by itself, checked; what needs none works without it. */

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { INTEGRITY, installFfmpeg } from '../../engine/ffmpeg.ts';
import { TurnoutError } from '../../errors.ts';
import { anError } from '../support/an-error.ts';
import { testFolder } from '../support/folder.ts';
import { mjpeg, snapshots, startHttpCamera } from '../support/http-camera.ts';
import { greyFrame } from '../support/jpegs.ts';
import { sourceOptions } from '../support/opened-source.ts';
import { textOf } from '../support/tree.ts';

it('what is fetched is what package-lock.json has', () => {
  const { packages } = JSON.parse(textOf('package-lock.json'));
  for (const [name, integrity] of Object.entries(INTEGRITY)) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version: '6.1.1', integrity });
  }
});

it('another file is refused, nothing of it stays, and the sentence says what to do', async () => {
  const folder = testFolder();
  const file = join(folder, 'other.tgz');
  await writeFile(file, 'other');
  await expect(installFfmpeg(join(folder, 'into'), file)).rejects.toEqual(
    anError('ffmpeg_missing', /got a file with the checksum sha512-.*docs\/licences\.md/),
  );
  expect(await readdir(join(folder, 'into'))).toEqual([]);
});

it('a registry that does not answer, and a file that is not there, are told', async () => {
  const folder = testFolder();
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
  vi.stubEnv('npm_config_fetch_retries', '0');
  await expect(installFfmpeg(folder, null)).rejects.toThrow(/no answer of the npm registry/);
  await expect(installFfmpeg(folder, join(folder, 'none.tgz'))).rejects.toThrow(/no such file/);
  expect(await readdir(folder)).toEqual([]);
});

it('without it drawn rooms and pictures over HTTP have a source, video has none', async () => {
  vi.resetModules();
  vi.doMock('../../engine/ffmpeg.ts', () => ({
    requireFfmpeg: () => {
      throw new TurnoutError('ffmpeg_missing', { where: 'a', expected: 'b', got: 'c' });
    },
  }));
  const { createSource } = await import('../../engine/cameras/sources.ts');
  const read = async (url: string) => {
    const source = await createSource(sourceOptions({ url }));
    const enough = new AbortController();
    await source.run(enough.signal, () => enough.abort());
    return source.totals().keyframes > 0;
  };
  const pictures = [(await greyFrame(90)).data];
  const answers = { '/snapshot.jpg': snapshots(pictures), '/mjpeg': mjpeg(pictures) };
  const camera = await startHttpCamera(answers);
  try {
    expect(await read('scene:studio')).toBe(true);
    expect(await read(camera.url('/snapshot.jpg'))).toBe(true);
    for (const url of [camera.url('/mjpeg'), 'rtsp://camera/1', 'a.mp4']) {
      await expect(read(url), url).rejects.toMatchObject({ code: 'ffmpeg_missing' });
    }
  } finally {
    // The files after this one run in the same process.
    vi.doUnmock('../../engine/ffmpeg.ts');
    vi.resetModules();
    await camera.stop();
  }
});
