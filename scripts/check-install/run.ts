/**
 * `npx tsx scripts/check-install/run.ts`: tries what `npm run release` has made in `.release/`, each where nothing of this computer is.
 * Needs root, debootstrap, buildah, and for arm64 qemu-user-static with its binary format registered.
 *
 *   -- tarball   the release file on bare Debian 12 and 13: the demo, and a new user's way to an own count
 *   -- arm64     the other processor, pretended by qemu: it starts and answers
 *   -- unit      the service under a real systemd, with its security score
 *   -- image     the Dockerfile by a builder without daemon, run read-only
 *
 * Without a word it tries all. Prints one line for each thing that was shown, and stops at the first that was not.
 */

import { existsSync } from 'node:fs';
import { works } from '../release/command.ts';
import { readManifest } from '../release/program-tree.ts';
import { checkImage } from './image.ts';
import { checkTarball } from './tarball.ts';
import { checkUnit } from './unit.ts';

const { version } = readManifest();
const fileOf = (arch: string) => `.release/turnout-${version}-linux-${arch}.tar.gz`;

const CHECKS: Readonly<Record<string, () => Promise<string[]>>> = {
  tarball: async () => [
    ...(await checkTarball({ suite: 'bookworm', arch: 'amd64' }, fileOf('amd64'))),
    ...(await checkTarball({ suite: 'trixie', arch: 'amd64' }, fileOf('amd64'))),
  ],
  arm64: async () =>
    existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64')
      ? checkTarball({ suite: 'bookworm', arch: 'arm64' }, fileOf('arm64'))
      : ['arm64: untried, since qemu-aarch64 is not registered here'],
  unit: () => checkUnit(fileOf('amd64')),
  image: () => checkImage(fileOf('amd64'), version),
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
for (const name of wanted.length > 0 ? wanted : Object.keys(CHECKS)) {
  const check = CHECKS[name];
  if (check === undefined) throw new Error(`expected one of ${Object.keys(CHECKS)}, got ${name}`);
  if (process.getuid?.() !== 0 || !works('debootstrap', ['--version'])) {
    console.log(`${name}: untried, since this needs root and debootstrap`);
    continue;
  }
  for (const line of await check()) console.log(line);
}
