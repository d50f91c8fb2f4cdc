/** Fetches a file that is known by its checksum. */

import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { discardPart, download } from '../../engine/models/download.ts';
import { sha256Of } from '../../engine/models/installed.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';

export interface FileWanted {
  readonly file: string;
  readonly address: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Longest wait for the next piece, ms. As that of `turnout model install`. */
const IDLE_MS = 30_000;

/**
 * Resolves with what it found. The file is there, whole, or as it was before. Throws `model_download_failed` (what has
 * arrived is stored for the next call) and `model_checksum_mismatch`.
 */
export async function fetchFile(wanted: FileWanted): Promise<'is here already' | 'fetched'> {
  const { file, sha256 } = wanted;
  if ((await sha256Of(file).catch(() => null)) === sha256) return 'is here already';
  await mkdir(dirname(file), { recursive: true });
  const partFile = `${file}.part`;
  await bring(wanted, partFile);
  const got = await sha256Of(partFile);
  if (got !== sha256) {
    await discardPart(partFile);
    throw new TurnoutError('model_checksum_mismatch', {
      where: `file ${file}`,
      expected: `SHA-256 ${sha256}`,
      got,
      hint: 'the file was changed on its way or at its source; it was not stored',
    });
  }
  await rename(partFile, file);
  await discardPart(partFile);
  return 'fetched';
}

async function bring({ file, address }: FileWanted, partFile: string): Promise<void> {
  try {
    await download({
      where: `file ${file}`,
      address,
      partFile,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      fetch: globalThis.fetch,
      idleTimeoutMs: IDLE_MS,
    });
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    // Its hint is about an option of another command.
    const { where, expected, got } = error.parts;
    const hint = 'check the address and the connection';
    throw new TurnoutError(error.code, { where, expected, got, hint }, { cause: error });
  }
}
