/**
 * The npm package: the program, and inside it the packages that would otherwise bring the binaries of every platform, or
 * compile. It is for Linux; npm chooses the others by the processor. Nothing is executed when it is installed.
 */

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, inEmptyFolder, npmPack } from './command.ts';
import { BUNDLED } from './left-out.ts';
import { installPackages, sqliteBinary } from './packages.ts';
import { ABIS, PLATFORMS } from './platforms.ts';
import { writeProgramTree } from './program-tree.ts';
import { type Artefact, artefact } from './tarball.ts';

/** Writes `turnout-VERSION.tgz` into `out`, through the folder `work`. */
export function writeNpmPackage(out: string, work: string): Artefact {
  rmSync(work, { recursive: true, force: true });
  const published = writeProgramTree(work);
  const cpus = PLATFORMS.map(({ cpu }) => cpu);
  installPackages(work, PLATFORMS[0], { cpus, abis: ABIS });
  for (const platform of PLATFORMS) {
    for (const abi of ABIS) {
      // One of the places where the package `bindings` looks; Node-API makes one binary good for all.
      const place = `node_modules/sqlite3/lib/binding/node-v${abi}-linux-${platform.cpu}`;
      cpSync(sqliteBinary(platform), join(work, place, 'node_sqlite3.node'));
    }
  }
  const manifest = { ...published, os: ['linux'], cpu: cpus, bundleDependencies: BUNDLED };
  writeFileSync(join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return artefact(npmPack(`./${work}`, out, ['--ignore-scripts']));
}

/** The package, installed into an empty folder as a user does, and started there; throws where anything is broken. */
export function checkNpmPackage({ path }: Artefact): string {
  return inEmptyFolder((folder) => {
    const home = join(folder, 'home');
    mkdirSync(home);
    // No script of a package runs: nothing is fetched or compiled but packages.
    const words = ['install', '--global', '--prefix', join(folder, 'prefix'), '--ignore-scripts'];
    command('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error', resolve(path)]);
    const env = { TURNOUT_DATA: join(home, 'data') };
    const doctor = command(join(folder, 'prefix/bin/turnout'), ['doctor'], { cwd: home, env });
    const broken = doctor.split('\n').filter((line) => line.startsWith('BROKEN'));
    if (broken.length > 0) throw new Error(broken.join('\n'));
    const size = command('du', ['-sm', join(folder, 'prefix')]).split('\t')[0];
    return `npm package: installed into ${size} MB, no script run, doctor finds nothing broken`;
  });
}
