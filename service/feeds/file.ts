/** A feed that is a file: read again when its size or its time of change is another. */

import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TurnoutError } from '../../errors.ts';
import { feedFault, systemCodeOf } from './fault.ts';
import type { HttpFeed } from './http.ts';
import type { FeedLimits } from './limits.ts';

/** Rejects with `feed_unreachable`, `feed_refused` and `feed_too_large`. A pipe or device could keep us for ever. */
export async function getFile(
  pathOrUrl: string,
  etag: string | null,
  { maxBytes }: FeedLimits,
): Promise<HttpFeed> {
  try {
    const path = /^file:/i.test(pathOrUrl) ? fileURLToPath(pathOrUrl) : pathOrUrl;
    const facts = await stat(path);
    if (!facts.isFile()) throw refused('something that is not a file');
    if (facts.size > maxBytes) {
      throw feedFault('feed_too_large', { expected: `at most ${maxBytes} bytes` });
    }
    const tag = `${facts.mtimeMs}-${facts.size}`;
    if (tag === etag) return { kind: 'unchanged' };
    return { kind: 'read', bytes: await readFile(path), etag: tag, lastModified: null };
  } catch (error) {
    throw fileFault(error);
  }
}

function fileFault(error: unknown): unknown {
  const code = systemCodeOf(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ERR_INVALID_FILE_URL_HOST':
    case 'ERR_INVALID_FILE_URL_PATH':
      return feedFault('feed_unreachable', {
        expected: 'a file',
        got: 'none at this path',
        hint: 'check the path; nothing that is known changes meanwhile',
      });
    case 'EACCES':
    case 'EPERM':
      return refused('no permission to read it');
    default:
      return error;
  }
}

function refused(got: string): TurnoutError {
  return feedFault('feed_refused', {
    expected: 'a file that can be read',
    got,
    hint: 'check the path',
  });
}
