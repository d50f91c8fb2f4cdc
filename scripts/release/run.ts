/**
 * `npm run release`: builds every artefact of this version into `.release/`, tests and checks each, and lists them with
 * their sizes and SHA-256. Nothing is published: CONTRIBUTING.md has the commands for that.
 *
 *   -- --set 1.2.3   sets the version in package.json, the changelog and docs; nothing is built
 *   -- --no-tests    only builds and checks the artefacts
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { checkClients, writeClients, writeDetectorPackages } from './clients.ts';
import { command } from './command.ts';
import { requireNoFfmpeg } from './no-ffmpeg.ts';
import { checkNpmPackage, writeNpmPackage } from './npm-package.ts';
import { PLATFORMS } from './platforms.ts';
import { readManifest } from './program-tree.ts';
import { MAX_TARBALL_BYTES, writeTarball } from './tarball.ts';
import { isReleased, setVersion, writePapers } from './version.ts';

const OUT = '.release';
/** An upgrade from each schema before, and what the launcher and the clients' packages promise. */
const TESTS = ['test/store', 'test/launcher.test.ts', 'test/clients', 'test/repo', 'test/scripts'];

const { values: chosen } = parseArgs({
  options: { set: { type: 'string' }, 'no-tests': { type: 'boolean' } },
});
if (chosen.set === undefined) await release();
else setVersion(chosen.set, new Date().toISOString().slice(0, 10));

async function release(): Promise<void> {
  const { version } = readManifest();
  if (!isReleased(version)) {
    console.log(`trial: CHANGELOG.md does not list ${version}; first: npm run release -- --set X`);
  }
  mkdirSync(OUT, { recursive: true });
  rmSync('dist', { recursive: true, force: true });
  command('npm', ['run', 'build']);
  if (!chosen['no-tests']) command('npx', ['vitest', 'run', ...TESTS]);

  const works = PLATFORMS.map((platform) => [platform, `${OUT}/work-${platform.name}`] as const);
  const tarballs = works.map(([platform, work]) => writeTarball(platform, OUT, work));
  const npm = writeNpmPackage(OUT, `${OUT}/work-npm`);
  const clients = writeClients(OUT);
  const papers = writePapers(version, OUT);
  const made = [...tarballs, npm, ...writeDetectorPackages(OUT), ...clients, ...papers];
  for (const [, work] of works) rmSync(work, { recursive: true });
  rmSync(`${OUT}/work-npm`, { recursive: true });
  for (const { path } of made.slice(0, -papers.length)) requireNoFfmpeg(path);
  const sums = made.map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`);
  writeFileSync(`${OUT}/SHA256SUMS`, sums.join(''));
  for (const { path, sizeBytes } of made) {
    console.log(`${(sizeBytes / 1e6).toFixed(1).padStart(6)} MB  ${path}`);
    if (sizeBytes > MAX_TARBALL_BYTES) throw new Error(`${path}: expected at most 250 MB`);
  }
  for (const line of [checkNpmPackage(npm), ...checkClients(clients)]) console.log(line);
  await import('../check-install/run.ts');
}
