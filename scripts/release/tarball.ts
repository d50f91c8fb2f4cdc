/** The release for a computer without Node: one folder with Node, the program, its packages and what installs them. */

import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { command } from './command.ts';
import { nodePackage, pinnedPackage } from './node-package.ts';
import { installPackages, sqliteBinary } from './packages.ts';
import { NPM, type Platform, RELEASE_ABI } from './platforms.ts';
import { PAPERS, writeProgramTree } from './program-tree.ts';

export type Artefact = ReturnType<typeof artefact>;

/** 250 MB, the limit of a release. */
export const MAX_TARBALL_BYTES = 250e6;

/** Writes `turnout-VERSION-linux-NAME.tar.gz` into `out`, through the folder `work`. */
export function writeTarball(platform: Platform, out: string, work: string): Artefact {
  rmSync(work, { recursive: true, force: true });
  const program = join(work, 'program');
  const { version } = writeProgramTree(program);
  installPackages(program, platform, { cpus: [platform.cpu], abis: [RELEASE_ABI] });
  const native = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
  cpSync(sqliteBinary(platform), join(program, native));

  const name = `turnout-${version}-linux-${platform.name}`;
  const root = join(work, name);
  cpSync(program, join(root, 'program'), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['docs', 'deploy']) cpSync(folder, join(root, folder), { recursive: true });
  cpSync('deploy/install.sh', join(root, 'install.sh'));
  cpSync('deploy/bin', join(root, 'bin'), { recursive: true });
  for (const paper of readdirSync(program).filter((name) => PAPERS.test(name))) {
    cpSync(join(program, paper), join(root, paper));
  }
  const node = nodePackage(platform);
  for (const file of ['bin/node', 'LICENSE']) cpSync(join(node, file), join(root, 'node', file));
  const npm = join(root, 'node/lib/node_modules/npm');
  cpSync(pinnedPackage(NPM.spec, NPM.integrity), npm, { recursive: true });
  for (const folder of ['docs', 'man']) rmSync(join(npm, folder), { recursive: true });
  return pack(root, join(out, `${name}.tar.gz`));
}

/** The same bytes for the same content: sorted, owned by root, dated by the newest commit. */
export function pack(root: string, path: string): Artefact {
  const time = command('git', ['log', '-1', '--format=%ct']);
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  const mode = '--mode=u=rwX,go=rX';
  const draft = `${path}.draft`;
  const words = [...same, mode, '--format=gnu', '-I', 'gzip -n -9', '-cf', draft];
  command('tar', [...words, '-C', join(root, '..'), basename(root)]);
  command('mv', [draft, path]);
  return artefact(path);
}

export function artefact(path: string) {
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { path, sizeBytes: statSync(path).size, sha256 };
}
