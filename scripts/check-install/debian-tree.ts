/** Bare Debian systems as folders, made by debootstrap: what is tried in one finds nothing of this computer. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { command, madeOnce } from '../release/command.ts';

export interface DebianSystem {
  readonly suite: 'bookworm' | 'trixie';
  readonly arch: 'amd64' | 'arm64';
  /** Packages next to the smallest set. */
  readonly include?: readonly string[];
}

const TREES = resolve('.release/trees');
/** Nothing of this computer's environment gets in. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Folder of a fresh system that stays as it is; a second call finds it there. */
export function pristineTree({ suite, arch, include = [] }: DebianSystem): string {
  const packages = include.length === 0 ? [] : [`--include=${include.join(',')}`];
  const words = ['--variant=minbase', `--arch=${arch}`, ...packages, suite];
  return madeOnce(join(TREES, [suite, arch, ...include].join('-')), (draft) => {
    command('debootstrap', [...words, draft]);
  });
}

/** What `read` gives, tried once a second until it is something; what it throws meanwhile is the cause of a failure. */
export async function until<Value>(what: string, limitMs: number, read: () => Value | null) {
  const endMs = performance.now() + limitMs;
  let cause: unknown = null;
  while (performance.now() < endMs) {
    try {
      const value = read();
      if (value !== null) return value;
    } catch (error) {
      cause = error;
    }
    await pause(1_000);
  }
  throw new Error(`${what}: not within ${limitMs / 1_000} s`, { cause });
}

/** A system to change: its changes lie over the pristine tree, and go with it. */
export function debianTree(system: DebianSystem) {
  const lower = pristineTree(system);
  const changes = mkdtempSync(`${TREES}/changes-`);
  const root = join(changes, 'root');
  const [upper, work] = [join(changes, 'upper'), join(changes, 'work')];
  for (const folder of [root, upper, work]) mkdirSync(folder);
  const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  command('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  command('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  // Of the processor that qemu pretends it would tell nothing true.
  if (system.arch === 'amd64') {
    command('mount', ['-t', 'sysfs', '-o', 'ro', 'sysfs', join(root, 'sys')]);
  }
  const wordsOf = (variables: Variables): string[] => {
    const set = Object.entries({ PATH, LANG: 'C.UTF-8', ...variables });
    return ['-i', ...set.map(([name, value]) => `${name}=${value}`), 'chroot', root];
  };
  return {
    root,
    /** Runs a command line of `sh` in it, to its end; @returns what it wrote to stdout. */
    run: (line: string, variables: Variables = {}) =>
      command('env', [...wordsOf(variables), '/bin/sh', '-c', line]),
    /** Starts a program in it. */
    start: (words: readonly string[], variables: Variables = {}) =>
      spawn('env', [...wordsOf(variables), ...words], { stdio: ['ignore', 'pipe', 'pipe'] }),
    close: () => {
      for (const mounted of ['proc', 'sys', '']) {
        spawnSync('umount', ['--lazy', join(root, mounted)], { stdio: 'ignore' });
      }
      rmSync(changes, { recursive: true, force: true });
    },
  };
}

type Variables = Readonly<Record<string, string>>;
