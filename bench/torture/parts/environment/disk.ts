/** The disk of the data folder: full, read-only, and the folder itself moved away. */

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '../../support/program.ts';
import { statusOf } from '../../support/status.ts';
import type { Cause } from './cause.ts';
import { trySystem } from './command.ts';

const SIZE = '20m';
const CHUNK_BYTES = 4_096;

const isFailing = async ({ url }: Program) => (await statusOf(url)).storage.state === 'failing';
const isOk = async ({ url }: Program) => (await statusOf(url)).storage.state === 'ok';

/** A small disk in memory at `data`, which takes the right to mount. */
async function mounted(folder: string): Promise<{ data: string; fault: string | null }> {
  const data = join(folder, 'data');
  await mkdir(data);
  return {
    data,
    fault: await trySystem('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', data),
  };
}

const unmount = async (data: string) => void (await trySystem('umount', '-l', data));

async function fill(path: string): Promise<void> {
  const bytes = Buffer.alloc(CHUNK_BYTES);
  try {
    for (;;) await writeFile(path, bytes, { flag: 'a' });
  } catch {
    // Full: that was wanted.
  }
}

export const fullDisk: Cause = {
  name: 'full disk',
  prepare: async (folder) => {
    const { data, fault } = await mounted(folder);
    if (fault !== null) return fault;
    const ballast = join(data, 'ballast');
    return {
      options: {},
      begin: async () => {
        await fill(ballast);
        return null;
      },
      end: () => rm(ballast),
      isSaid: async (program) => {
        // What the program has freed meanwhile is no way out.
        await fill(ballast);
        return isFailing(program);
      },
      isBack: isOk,
      clean: () => unmount(data),
    };
  },
};

export const readOnlyDisk: Cause = {
  name: 'read-only disk',
  prepare: async (folder) => {
    const { data, fault } = await mounted(folder);
    if (fault !== null) return fault;
    return {
      options: {},
      begin: () => trySystem('mount', '-o', 'remount,ro', data),
      end: async () => void (await trySystem('mount', '-o', 'remount,rw', data)),
      isSaid: isFailing,
      isBack: isOk,
      clean: () => unmount(data),
    };
  },
};

export const folderGone: Cause = {
  name: 'data folder gone',
  prepare: async () => ({
    options: {},
    begin: async ({ dataFolder }) => {
      await rename(dataFolder, `${dataFolder}.away`);
      return null;
    },
    end: ({ dataFolder }) => rename(`${dataFolder}.away`, dataFolder),
    isSaid: isFailing,
    isBack: isOk,
    clean: async () => undefined,
  }),
};
