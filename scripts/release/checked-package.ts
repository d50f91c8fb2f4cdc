/** The npm package, installed into an empty folder as a user does, and started there. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { command } from './command.ts';
import type { Artefact } from './tarball.ts';

/** One line for each thing that was shown; throws at the first that was not. */
export function checkNpmPackage({ path }: Artefact): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-npm-'));
  try {
    const home = join(folder, 'home');
    mkdirSync(home);
    const start = performance.now();
    // No script of a package runs: nothing is fetched or compiled but packages.
    const words = ['install', '--global', '--prefix', join(folder, 'prefix'), '--ignore-scripts'];
    command('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error', resolve(path)]);
    const seconds = Math.round((performance.now() - start) / 1_000);
    const doctor = command(join(folder, 'prefix/bin/turnout'), ['doctor'], {
      cwd: home,
      env: { TURNOUT_DATA: join(home, 'data') },
    });
    const broken = doctor.split('\n').filter((line) => line.startsWith('BROKEN'));
    if (broken.length > 0) throw new Error(broken.join('\n'));
    const size = command('du', ['-sm', join(folder, 'prefix')]).split('\t')[0];
    return [
      `npm package: installed in ${seconds} s into ${size} MB, no script run, doctor finds nothing broken`,
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
