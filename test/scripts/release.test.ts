/** What is released: its packages, its papers and what it may not contain. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { EXTERNAL } from '../../scripts/bundle.ts';
import { leaveOut, leaveOutScripts } from '../../scripts/release/left-out.ts';
import { requireNoFfmpeg } from '../../scripts/release/no-ffmpeg.ts';
import { publishedManifest, readManifest } from '../../scripts/release/program-tree.ts';
import { releasedChangelog, releaseNotes } from '../../scripts/release/version.ts';
import { testFolder } from '../support/folder.ts';

function put(folder: string, path: string, bytes: string | Buffer = ''): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, bytes);
  return whole;
}

it('of packages only binaries of the platform stay, with licences and code, without FFmpeg, types and documentation', () => {
  const folder = testFolder();
  const uws = '@btc-vision/uwebsockets.js/uws';
  const stays = [
    'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
    `${uws}_linux_x64_137.node`,
    'a/COPYING.markdown',
    'a/index.js',
  ];
  const goes = [
    'onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
    'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.dylib',
    '@seydx/node-av-linux-x64/node-av.node',
    `${uws}_linux_x64_115.node`,
    `${uws}_linux_arm64_137.node`,
    `${uws}_win32_x64_137.node`,
    'a/README.md',
    'a/index.d.ts',
    'a/index.js.map',
  ];
  for (const path of [...stays, ...goes]) put(folder, path);
  leaveOut(folder, { cpus: ['x64'], abis: ['137'] });
  const isThere = (path: string) => existsSync(join(folder, path));
  expect([...stays, ...goes].filter(isThere)).toEqual(stays);
});

it('npm has nothing to fetch or to run for a package that is in place', () => {
  const manifest = {
    name: 'sqlite3',
    files: ['lib/*.js'],
    scripts: { install: 'prebuild-install -r napi || node-gyp rebuild' },
    dependencies: { bindings: '^1.5.0', 'prebuild-install': '^7.1.3' },
    optionalDependencies: { 'node-gyp': '12.x' },
  };
  const folder = testFolder();
  const path = put(folder, 'sqlite3/package.json', JSON.stringify(manifest));
  leaveOutScripts(folder);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    name: 'sqlite3',
    dependencies: { bindings: '^1.5.0' },
    gypfile: false,
  });
});

it('FFmpeg is found in an archive under any name; papers may speak of it', () => {
  const folder = testFolder();
  const archive = join(folder, 'turnout.tar.gz');
  const pack = () => execFileSync('tar', ['-czf', archive, '-C', folder, 'turnout']);
  put(folder, 'turnout/licences.md', '--enable-libfdk-aac');
  pack();
  expect(() => requireNoFfmpeg(archive)).not.toThrow();
  const built = Buffer.concat([Buffer.alloc(2e6), Buffer.from('--enable-libfdk-aac')]);
  put(folder, 'turnout/lib/decoder.so', built);
  pack();
  expect(() => requireNoFfmpeg(archive)).toThrow(
    /turnout\.tar\.gz contains FFmpeg.*lib\/decoder\.so/,
  );
});

it('a published program asks for what the bundle lacks, and for nothing else', () => {
  const published = publishedManifest(readManifest());
  const asked = { ...published.dependencies, ...published.optionalDependencies };
  expect(Object.keys(asked).toSorted()).toEqual([...EXTERNAL].toSorted());
  for (const field of ['private', 'scripts', 'devDependencies', 'overrides']) {
    expect(published).not.toHaveProperty(field);
  }
});

const TOP = '# Changelog\n\n## Unreleased\n';

it('a changelog gives what was unreleased to a release, and refuses one of nothing or of a version that there is', () => {
  const released = (below: string) => releasedChangelog(`${TOP}\n${below}`, '0.2.0', '2026-11-23');
  expect(released('### Added\n\n- A thing.\n')).toBe(
    `${TOP}\n## 0.2.0 (2026-11-23)\n\n### Added\n\n- A thing.\n`,
  );
  expect(() => released('## 0.1.0 (2026-01-01)\n')).toThrow('nothing is listed');
  const twice = '- A thing.\n\n## 0.2.0 (2026-01-01)\n';
  expect(() => released(twice)).toThrow('expected a new version');
});

it('the notes of a release are its part of the changelog; of a trial, what is unreleased', () => {
  const changelog = `${TOP}\n- New.\n\n## 0.2.0 (2026-11-27)\n\n- A thing.\n\n## 0.1.0 (2026-01-01)\n`;
  expect(releaseNotes(changelog, '0.2.0')).toBe('# Turnout 0.2.0\n\n- A thing.\n\n');
  expect(releaseNotes(changelog, '0.3.0')).toBe('# Turnout 0.3.0\n\n- New.\n\n');
});
