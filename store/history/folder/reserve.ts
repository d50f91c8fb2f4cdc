/**
 * A little space that a start on a full disk can use. To read its database SQLite needs 32 KiB that its connections share,
 * and a stopped program has given them back; without them a full disk would bar even reading.
 */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../runtime/log/log.ts';
import { isDiskFull } from '../faults.ts';
import { RESERVE_FILE } from './files.ts';

/** Twice what SQLite takes, and some for the file that says who owns the folder. Chosen here. */
const RESERVE_BYTES = 96 * 1024;

/** Runs `work`, which opens the folder; on a full disk a second time with the reserve. */
export async function withReserve<Result>(
  dir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(await isDiskFull(dir, error).catch(() => false))) throw error;
    await rm(join(dir, RESERVE_FILE), { force: true });
    return work();
  }
}

/** Makes the reserve where there is none. Written in full, since a file with holes holds no space. */
export async function makeReserve(dir: string, log?: Log): Promise<void> {
  const path = join(dir, RESERVE_FILE);
  try {
    await writeFile(path, Buffer.alloc(RESERVE_BYTES, 1), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    const detail = 'hardly anything more can be written: free some space';
    log?.warn('disk_nearly_full', { detail });
    // A part of it is none.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
