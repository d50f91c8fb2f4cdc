/** Looks into what is handed on: FFmpeg with the libraries that forbid it must not be there (docs/licences.md). */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { command, inEmptyFolder } from './command.ts';

/** FFmpeg writes the words that it was built with into each build of itself. */
const BUILT_WITH = '--enable-libfdk-aac';
/** Papers and code speak of it, too. */
const LEAST_BYTES = 1e6;

/** The files below `folder` that hold it, by their paths there. */
export function ffmpegIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size > LEAST_BYTES && readFileSync(path).includes(BUILT_WITH))
    .map((path) => path.slice(folder.length + 1));
}

/** @throws where an archive, as `npm run release` makes them, contains it. */
export function requireNoFfmpeg(archive: string): void {
  inEmptyFolder((folder) => {
    if (archive.endsWith('.whl')) command('python3', ['-m', 'zipfile', '-e', archive, folder]);
    else command('tar', ['-xzf', archive, '-C', folder]);
    const found = ffmpegIn(folder).join(', ');
    if (found === '') return;
    throw new Error(`${basename(archive)} contains FFmpeg, see docs/licences.md: ${found}`);
  });
}
