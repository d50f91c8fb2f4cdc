/** FFmpeg is found in what is handed on, wherever it lies. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireNoFfmpeg } from '../../../scripts/release/no-ffmpeg.ts';
import { testFolder } from '../../support/folder.ts';

it('it is found in an archive under any name; papers may speak of it', () => {
  const folder = testFolder();
  const archive = join(folder, 'turnout.tar.gz');
  const pack = () => execFileSync('tar', ['-czf', archive, '-C', folder, 'turnout']);
  mkdirSync(join(folder, 'turnout/lib'), { recursive: true });
  writeFileSync(join(folder, 'turnout/licences.md'), '--enable-libfdk-aac');
  pack();
  expect(() => requireNoFfmpeg(archive)).not.toThrow();
  const built = Buffer.concat([Buffer.alloc(2e6), Buffer.from('--enable-libfdk-aac')]);
  writeFileSync(join(folder, 'turnout/lib/decoder.so'), built);
  pack();
  expect(() => requireNoFfmpeg(archive)).toThrow(
    /turnout\.tar\.gz contains FFmpeg.*lib\/decoder\.so/,
  );
});
