/** What the system gives a process: descriptors, a clock, a reader of its log. */

import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { healthOf, statusOf } from '../../support/status.ts';
import type { Cause } from './cause.ts';
import { trySystem } from './command.ts';

/** What it was before, or more: of the soft limit. */
const MANY = 4_096;
/** Those of stdin, stdout and stderr. */
const FEW = 3;

export const noDescriptors: Cause = {
  name: 'descriptors gone',
  prepare: async () => ({
    options: {},
    begin: async ({ pid, send }) => {
      // What is open stays open. Their number would be no limit where a lower one is free: it is the highest that counts.
      const fault = await trySystem('prlimit', `--pid=${pid}`, `--nofile=${FEW}:`);
      // The file of the configuration cannot be opened now.
      if (fault === null) send('SIGHUP');
      return fault;
    },
    end: async ({ pid }) => void (await trySystem('prlimit', `--pid=${pid}`, `--nofile=${MANY}:`)),
    isSaid: async ({ log }) => log.some((line) => line.includes('"descriptors_exhausted"')),
    isBack: async ({ url, send }) => {
      send('SIGHUP');
      const { configuration, descriptors } = await statusOf(url);
      return configuration.faults.length === 0 && descriptors.state === 'ok';
    },
    clean: async () => undefined,
  }),
};

const LIBRARIES = '/usr/lib';
const STEP_S = 7_200;

/** Of Debian's package faketime. */
async function faketime(): Promise<string | null> {
  const folders = await readdir(LIBRARIES).catch(() => []);
  const paths = folders.map((name) => join(LIBRARIES, name, 'faketime', 'libfaketimeMT.so.1'));
  return paths.find((path) => existsSync(path)) ?? null;
}

export const clockStep: Cause = {
  name: 'clock step',
  prepare: async (folder) => {
    const library = await faketime();
    if (library === null) return 'the package faketime is not installed';
    const path = join(folder, 'clock');
    const set = (seconds: number) => writeFile(path, `+${seconds}s`);
    await set(0);
    let samples = 0;
    return {
      options: {
        variables: {
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: path,
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        },
      },
      begin: async () => {
        await set(STEP_S);
        return null;
      },
      end: async ({ url }) => {
        samples = (await statusOf(url)).storage.samples_stored;
        await set(0);
      },
      isSaid: async ({ url, log }) =>
        (await statusOf(url)).clock.last_step_s === STEP_S &&
        log.some((line) => line.includes('clock_stepped')),
      // It counts on, in the time that is right again.
      isBack: async ({ url }) => {
        const { clock, storage } = await statusOf(url);
        return (clock.last_step_s ?? 0) < 0 && storage.samples_stored > samples;
      },
      clean: async () => undefined,
    };
  },
};

const JUNK = Buffer.alloc(4_096, '.');

export const stoppedReader: Cause = {
  name: 'log reader stopped',
  prepare: async (folder) => {
    const path = join(folder, 'log');
    const fault = await trySystem('mkfifo', path);
    if (fault !== null) return fault;
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    let text = '';
    const read = () => {
      const bytes = Buffer.alloc(1024 * 1024);
      try {
        for (;;) text += bytes.toString('utf8', 0, readSync(fd, bytes));
      } catch {
        // Nothing more for now.
      }
      return text;
    };
    return {
      options: { stderr: fd },
      begin: async ({ send }) => {
        read();
        try {
          for (;;) writeSync(fd, JUNK);
        } catch {
          // The pipe is full, as behind a reader that stopped.
        }
        send('SIGHUP');
        return null;
      },
      end: async () => {
        text = '';
        read();
      },
      // Nobody can read what it says: that it answers is what it owes.
      isSaid: async ({ url }) => (await healthOf(url)).status === 'ok',
      isBack: async () => read().includes('reload_asked'),
      clean: async () => closeSync(fd),
    };
  },
};
