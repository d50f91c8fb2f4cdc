/** The version of a release: in the manifest, the lock file, the changelog and what names files of it; and its papers. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { type Artefact, artefact } from './tarball.ts';

const HEADING = '## Unreleased\n';

/** The changelog with what was unreleased under `version`; a fresh, empty heading stands above it. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, after] = changelog.split(HEADING);
  const refuse = (why: string) => new Error(`CHANGELOG.md: ${why}`);
  if (after === undefined) throw refuse('expected the heading "## Unreleased"');
  if (/^\s*(?:## |$)/.test(after)) throw refuse('nothing is listed under "## Unreleased"');
  if (changelog.includes(`## ${version} `)) throw refuse(`expected a new version, got ${version}`);
  return `${before}${HEADING}\n## ${version} (${date})\n${after}`;
}

/** Pages and recipes that name the newest version in file names. */
const NAMING = [
  'server.json',
  'docs/install.md',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/hq/compose.yaml',
];

/** Sets it wherever it stands; what follows is a commit. */
export function setVersion(version: string, date: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`expected a version such as 1.2.3, got "${version}"`);
  }
  const changelog = releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, date);
  const before: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
  for (const path of NAMING) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, version));
  }
  const quiet = ['--no-git-tag-version', '--ignore-scripts', '--loglevel=error'];
  command('npm', ['version', version, ...quiet]);
  writeFileSync('CHANGELOG.md', changelog);
}

/** Whether the changelog lists this version as released. */
export function isReleased(version: string): boolean {
  return readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version} (`);
}

/** The notes of a release, as the changelog has them, and what it is made of (CycloneDX). */
export function writePapers(version: string, out: string): Artefact[] {
  const notes = join(out, 'RELEASE-NOTES.md');
  writeFileSync(notes, releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version));
  const bill = join(out, `turnout-${version}.cdx.json`);
  const words = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  writeFileSync(bill, command('npm', [...words, '--loglevel=error']));
  return [artefact(notes), artefact(bill)];
}

/** What the changelog says of `version`; of a trial, what is unreleased. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((text) => text.startsWith(`${version} (`)) ?? sections[0] ?? '';
  return `# Turnout ${version}${own.slice(own.indexOf('\n'))}`;
}
