/** What an artefact takes along of its packages. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { leaveOut, leaveOutScripts } from '../../../scripts/release/left-out.ts';
import { testFolder } from '../../support/folder.ts';

let packages: string;
beforeEach(() => {
  packages = testFolder();
});

function put(path: string, text = ''): void {
  mkdirSync(join(packages, dirname(path)), { recursive: true });
  writeFileSync(join(packages, path), text);
}
const stays = (paths: readonly string[]) =>
  paths.filter((path) => existsSync(join(packages, path)));

it('only the binaries of the platform stay, without FFmpeg', () => {
  const uws = '@btc-vision/uwebsockets.js/uws';
  const paths = [
    'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
    'onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
    'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.dylib',
    'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
    '@seydx/node-av-linux-x64/node-av.node',
    `${uws}_linux_x64_137.node`,
    `${uws}_linux_x64_115.node`,
    `${uws}_linux_arm64_137.node`,
    `${uws}_win32_x64_137.node`,
  ];
  for (const path of paths) put(path);
  leaveOut(packages, { cpus: ['x64'], abis: ['137'] });
  expect(stays(paths)).toEqual([paths[0], `${uws}_linux_x64_137.node`]);
});

it('types and documentation are left out, licences and code are not', () => {
  const paths = [
    'a/COPYING.markdown',
    'a/index.js',
    'a/README.md',
    'a/index.d.ts',
    'a/index.js.map',
  ];
  for (const path of paths) put(path);
  leaveOut(packages, { cpus: ['x64'], abis: ['137'] });
  expect(stays(paths)).toEqual(['a/COPYING.markdown', 'a/index.js']);
});

it('npm has nothing to fetch or to run for what is already in place', () => {
  const manifest = {
    name: 'sqlite3',
    files: ['lib/*.js'],
    scripts: { install: 'prebuild-install -r napi || node-gyp rebuild' },
    dependencies: { bindings: '^1.5.0', 'prebuild-install': '^7.1.3' },
    optionalDependencies: { 'node-gyp': '12.x' },
  };
  put('sqlite3/package.json', JSON.stringify(manifest));
  leaveOutScripts(packages);
  expect(JSON.parse(readFileSync(join(packages, 'sqlite3/package.json'), 'utf8'))).toEqual({
    name: 'sqlite3',
    dependencies: { bindings: '^1.5.0' },
    gypfile: false,
  });
});
