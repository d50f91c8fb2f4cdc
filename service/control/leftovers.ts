/** Clears away the sockets of processes that were killed: their folders stay among the temporary files for ever. */

import { once } from 'node:events';
import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a folder that {@link file://./control-socket.ts} makes. */
const NAME = /^turnout-[A-Za-z0-9]{6}$/;
/** A process that is just starting has made its socket and does not listen on it yet, ms. Chosen here. */
const YOUNG_MS = 60_000;
/** Folders that one start looks at. Chosen here: a few ms each. */
const MOST = 500;

/**
 * Removes the folders in `place` that provably belong to dead processes: made by this user, nothing in them but one socket,
 * and no one answers there. @returns how many.
 */
export async function clearLeftovers(place: string = tmpdir()): Promise<number> {
  const me = process.getuid?.();
  if (me === undefined) return 0;
  const names = (await readdir(place)).filter((name) => NAME.test(name)).slice(0, MOST);
  let removed = 0;
  for (const name of names) {
    const dir = join(place, name);
    // Whatever cannot be looked at stays.
    if (!(await isLeft(dir, me).catch(() => false))) continue;
    await rm(dir, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isLeft(dir: string, me: number): Promise<boolean> {
  const folder = await lstat(dir);
  if (!folder.isDirectory() || folder.uid !== me) return false;
  const [name, ...others] = await readdir(dir);
  if (name !== 'control' || others.length > 0) return false;
  const path = join(dir, name);
  const socket = await lstat(path);
  if (!socket.isSocket() || Date.now() - socket.mtimeMs < YOUNG_MS) return false;
  return isRefused(path);
}

/** The system refuses a connection to a socket whose process is gone. */
async function isRefused(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
