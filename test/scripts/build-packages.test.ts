/** `turnout-detector` as an author has it: packed, and installed into an empty folder without a network. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { suiteFolder } from '../support/folder.ts';
import { finished, linkPackages, packPackages, run } from '../support/packages.ts';

const folder = suiteFolder();
const project = join(folder, 'project');
const installed = join(project, 'node_modules/turnout-detector');
let archive: string;

beforeAll(async () => {
  archive = (await packPackages(folder)).detector;
  mkdirSync(project);
  await run(project, 'npm', 'install', '--offline', archive);
}, 120_000);

const files = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('the package is small, and brings nothing else along', () => {
  const modules = readdirSync(join(project, 'node_modules'));
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['turnout-detector']);
  expect(statSync(archive).size).toBeLessThan(110_000);
  const heavy = files().filter((file) => /\.(node|onnx|map)$/.test(file));
  // Those of the examples have a few hundred bytes.
  expect(heavy.filter((file) => statSync(file).size > 1_000)).toEqual([]);
  expect(readFileSync(join(installed, 'LICENSES'), 'utf8')).toMatch(/^fastest-levenshtein\n/);
});

it('the package imports what it has and Node alone, and names no path of this computer', () => {
  const texts = files().map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => text.includes(process.cwd()))).toEqual([]);
  const names = texts.flatMap((text) => [...text.matchAll(/from ?["']([\w@][^"']*)["']/g)]);
  const others = names.map(([, name = '']) => name.replace(/^(node:|turnout-detector\b).*/, '$1'));
  expect([...new Set(others)].sort()).toEqual(['node:', 'turnout-detector']);
});

it('the package has types that hold under strict settings, those it stands on too', async () => {
  linkPackages(project, ['@types/node', 'undici-types', 'typescript']);
  const entries = ['turnout-detector', 'turnout-detector/onnx', 'turnout-detector/conformance'];
  const lines = entries.map((entry, at) => `export * as e${at} from '${entry}';`);
  writeFileSync(join(project, 'all.mts'), lines.join('\n'));
  const options = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --types node';
  await run(project, 'npx', 'tsc', ...options.split(' '), 'all.mts');
}, 120_000);

it('the package has the pages and the examples, which link to nothing else', async () => {
  const pages = ['tutorial.md', 'reference.md'];
  const links = pages.flatMap((page) =>
    [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    ),
  );
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
  const sums = await run(join(installed, 'examples'), 'sha256sum', '-c', 'light.sha256');
  expect(sums).toBe('light-density.onnx: OK\n');
}, 120_000);

it('the package runs what its README shows', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  for (const [at, name] of ['detector.mjs', 'suite.mjs'].entries())
    writeFileSync(join(project, name), shown[at] ?? '');
  const { code, output } = await finished(project, process.execPath, 'suite.mjs');
  expect(output.split('\n').filter((line) => !line.startsWith('passed '))).toEqual(['']);
  expect(code).toBe(0);
});
