/** The packages that a published program needs, for one platform, as the lock file pins them. */

import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, madeOnce } from './command.ts';
import { leaveOut, leaveOutScripts, type Target } from './left-out.ts';
import { CACHE, nodePackage } from './node-package.ts';
import type { Platform } from './platforms.ts';

/** Fills `folder/node_modules`. Nothing of a package is executed. */
export function installPackages(folder: string, { cpu }: Platform, target: Target): void {
  cpSync('package-lock.json', join(folder, 'package-lock.json'));
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const words = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  command('npm', [...words, '--prefer-offline', '--loglevel=error', ...platform], { cwd: folder });
  const packages = join(folder, 'node_modules');
  rmSync(join(folder, 'package-lock.json'));
  leaveOut(packages, target);
  leaveOutScripts(packages);
}

/**
 * The binary of `sqlite3` for `platform`: compiled here, since its package brings none and fetches it from elsewhere. It
 * uses Node-API, so one is good for every version of Node.
 *
 * @returns its path; a second call finds it there.
 */
export function sqliteBinary(platform: Platform): string {
  const { name, cpu, compiler } = platform;
  const { version } = JSON.parse(readFileSync('node_modules/sqlite3/package.json', 'utf8'));
  return madeOnce(join(CACHE, `sqlite3-${version}-${name}.node`), (draft) => {
    const work = join(CACHE, `sqlite3-${name}`);
    rmSync(work, { recursive: true, force: true });
    // Where the sources are, the packages that compile them are one folder up.
    for (const needed of ['sqlite3', 'bindings', 'node-addon-api']) {
      cpSync(join('node_modules', needed), join(work, 'node_modules', needed), { recursive: true });
    }
    const gyp = resolve('node_modules/node-gyp/bin/node-gyp.js');
    const words = [gyp, 'rebuild', `--arch=${cpu}`, `--nodedir=${nodePackage(platform)}`];
    const sources = join(work, 'node_modules/sqlite3');
    command(process.execPath, words, { cwd: sources, env: compiler });
    cpSync(join(sources, 'build/Release/node_sqlite3.node'), draft);
    rmSync(work, { recursive: true });
  });
}
