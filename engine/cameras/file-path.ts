/** The path in a file source's address, checked before anything opens it. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDescriptorShortage } from '../../runtime/descriptors.ts';
import { type SourceFaultCode, sourceFault } from './source-fault.ts';

/** What the system says, as a fault: errno(3). */
const FAULTS: Readonly<Record<string, { code: SourceFaultCode; got: string }>> = {
  ENOENT: { code: 'camera_not_found', got: 'none at this path' },
  ENOTDIR: { code: 'camera_not_found', got: 'none at this path' },
  EACCES: { code: 'camera_unauthorized', got: 'no permission to read it' },
};

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
  if (facts.size === 0) {
    throw sourceFault('camera_not_video', { got: 'an empty file' });
  }
  return path;
}

/** What reading a file failed with, as a coded error without the path. */
export function unreadable(systemCode: string | undefined): Error {
  if (isDescriptorShortage(systemCode)) {
    return sourceFault('descriptors_exhausted');
  }
  const known = FAULTS[systemCode ?? ''];
  return sourceFault(known?.code ?? 'camera_not_video', {
    expected: 'a file that can be read',
    got: known?.got ?? 'an error of the file system',
    hint: 'check the path and the permissions',
  });
}

function pathOf(url: string): string {
  if (!/^file:/i.test(url)) {
    return resolve(url);
  }
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
