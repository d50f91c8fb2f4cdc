/**
 * A JPEG or PNG file as a frame source. As a camera it is read again each time a picture is wanted, so that a file which
 * another program keeps replacing is a camera, too; read fast, it is one picture.
 */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnoutError } from '../../errors.ts';
import { isDescriptorShortage } from '../../runtime/descriptors.ts';
import { delay } from '../../runtime/timers.ts';
import { type Reading, readPictures } from './source.ts';
import { type SourceFaultCode, sourceFault } from './source-fault.ts';

/** What the system says, as a fault: errno(3). */
const FAULTS: Readonly<Record<string, readonly [SourceFaultCode, got: string]>> = {
  ENOENT: ['camera_not_found', 'none at this path'],
  ENOTDIR: ['camera_not_found', 'none at this path'],
  EACCES: ['camera_unauthorized', 'no permission to read it'],
};

function pathOf(url: string): string {
  if (!/^file:/i.test(url)) return resolve(url);
  try {
    return fileURLToPath(url);
  } catch {
    throw sourceFault('camera_not_found', {
      expected: 'a file URL such as file:///srv/clip.mp4',
      got: 'one that names no local file',
      hint: 'give the path alone',
    });
  }
}

/** What to do about a file that holds no pictures. */
export const FILE_HINT =
  'give a recording that a player shows (MP4, MKV, MOV, AVI, TS) or a JPEG picture';

/**
 * Absolute path of the regular file that a path or `file:` URL names. Throws `camera_not_found`,
 * `camera_unauthorized` and `camera_not_video`; a pipe or device is refused, as opening one could wait for ever.
 */
export async function readablePath(url: string): Promise<string> {
  const path = pathOf(url);
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code);
  });
  if (!facts.isFile()) {
    throw sourceFault('camera_not_video', {
      got: facts.isDirectory() ? 'a folder' : 'something that is not a file',
    });
  }
  if (facts.size === 0) throw sourceFault('camera_not_video', { got: 'an empty file' });
  return path;
}

/** What reading a file failed with, as a coded error without the path. */
function unreadable(systemCode: string | undefined): Error {
  if (isDescriptorShortage(systemCode)) return sourceFault('descriptors_exhausted');
  const unknown = ['camera_not_video', 'an error of the file system'] as const;
  const [code, got] = FAULTS[systemCode ?? ''] ?? unknown;
  return sourceFault(code, {
    expected: 'a file that can be read',
    got,
    hint: 'check the path and the permissions',
  });
}

/** A file replaced in place may be met half written; it is read again after this time, ms. Chosen here. */
const HALF_WRITTEN_MS = 200;

/** Reads a path or `file:` URL that ends in `.jpg`, `.jpeg` or `.png`. */
export async function readStill(reading: Reading): Promise<void> {
  const path = await readablePath(reading.url);
  const whole = async () => {
    const data = await bytesOf(path);
    if (isStill(data)) return data;
    await delay(HALF_WRITTEN_MS, reading.signal);
    const again = await bytesOf(path);
    if (isStill(again)) return again;
    throw sourceFault('camera_not_video', {
      got: 'a file that is no JPEG or PNG picture',
      hint: FILE_HINT,
    });
  };
  await readPictures(reading, whole, reading.pace === 'fast' ? null : 0);
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code);
  });
  return new Uint8Array(bytes);
}

/** SOI and another marker of JPEG (ITU-T T.81, B.1); the signature of PNG (5.2), which thermal and depth cameras send. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** Whether `data` begins as a JPEG or PNG file does. */
export function isStill(data: Uint8Array): boolean {
  return STARTS.some((start) => start.every((byte, at) => data[at] === byte));
}

/** Largest picture taken of a camera, bytes: an 8K JPEG of the best quality is about half of it. Chosen here. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

export function tooLarge(): TurnoutError {
  return new TurnoutError('frame_too_large', {
    where: 'source',
    expected: `pictures of at most ${MAX_PICTURE_BYTES} bytes`,
    got: 'a larger one',
  });
}
