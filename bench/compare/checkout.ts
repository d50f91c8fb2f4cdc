/**
 * A revision in a folder of its own, ready to be measured: its sources, and the benches of the working tree over them, so
 * that both sides are asked the same question in the same way.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What asks: benches, and the parts of the tests that they are made of. */
const ASKING = ['bench', 'test'];

export interface Checkout {
  /** Root of the tree. */
  readonly root: string;
  remove(): void;
}

/** @param revision Anything git knows; `.` is the working tree as it stands. @param home An empty folder. */
export function checkOut(revision: string, home: string): Checkout {
  if (revision === '.') {
    npm('.', 'run', 'build');
    return { root: '.', remove: () => undefined };
  }
  const root = join(home, 'tree');
  git('worktree', 'add', '--quiet', '--detach', root, revision);
  for (const folder of ASKING) {
    rmSync(join(root, folder), { recursive: true, force: true });
    cpSync(folder, join(root, folder), { recursive: true });
  }
  // The benches look for models and recordings beside the project.
  if (existsSync('../shared')) symlinkSync(resolve('../shared'), join(home, 'shared'));
  if (hasSamePackages(root)) symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  else npm(root, 'ci', '--ignore-scripts=false');
  npm(root, 'run', 'build');
  return { root, remove: () => git('worktree', 'remove', '--force', root) };
}

function hasSamePackages(root: string): boolean {
  const [here, there] = ['.', root].map((folder) => readFileSync(`${folder}/package-lock.json`));
  return here !== undefined && there !== undefined && here.equals(there);
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', ['--silent', ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
