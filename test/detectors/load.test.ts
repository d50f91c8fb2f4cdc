import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { loadDetector } from '../../detectors/load.ts';
import { detectorNames } from '../../detectors/registry.ts';
import { anError } from '../support/an-error.ts';
import { suiteFolder } from '../support/folder.ts';

const folder = suiteFolder();

function write(file: string, content: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const body = (name: string) => `{
  name: '${name}', version: '1.0.0', contract: 2, summary: 'For tests.', licence: 'MIT',
  options: { type: 'object', properties: {} }, labels: ['person'], maxDetections: 1, stateBytes: 0,
  isWeak: true, create: async () => ({}),
}`;
const load = (name: string) => loadDetector(name, folder);

it('a detector is loaded by the name of each one that ships', async () => {
  for (const name of detectorNames()) expect((await load(name)).name).toBe(name);
});

it('a detector is loaded by a path from the folder, an absolute path or a file address', async () => {
  const path = write('mine.mjs', `export const detector = ${body('mine')};`);
  for (const name of ['./mine.mjs', 'mine.mjs', path, pathToFileURL(path).href]) {
    expect((await load(name)).name).toBe('mine');
  }
});

it('a detector is loaded from a default export, and from CommonJS', async () => {
  write('other.mjs', `export default ${body('other')};`);
  write('old.cjs', `module.exports = ${body('old')};`);
  write('older.cjs', `exports.detector = ${body('older')};`);
  const loaded = await Promise.all(['other.mjs', 'old.cjs', 'older.cjs'].map(load));
  expect(loaded.map(({ name }) => name)).toEqual(['other', 'old', 'older']);
});

it('a detector is loaded from an installed package, also a scoped one and one that only has an export for import', async () => {
  write('node_modules/people-a/package.json', '{"name":"people-a","main":"a.cjs"}');
  write('node_modules/people-a/a.cjs', `exports.detector = ${body('a')};`);
  const exports = { '.': { types: './b.d.ts', import: './b.js' } };
  const manifest = JSON.stringify({ name: '@gym/people-b', type: 'module', exports });
  write('node_modules/@gym/people-b/package.json', manifest);
  write('node_modules/@gym/people-b/b.js', `export const detector = ${body('b')};`);
  expect((await load('people-a')).name).toBe('a');
  expect((await load('@gym/people-b')).name).toBe('b');
});

it('a detector is loaded by its shipped name even where a package has the same one', async () => {
  write('node_modules/yolox/package.json', '{"name":"yolox","main":"x.cjs"}');
  write('node_modules/yolox/x.cjs', `exports.detector = ${body('not-yolox')};`);
  expect((await load('yolox')).name).toBe('yolox');
});

it('a detector is refused when nothing has its name, with the nearest one', async () => {
  const near = anError('detector_unknown', /^detector yolx: .*perhaps yolox$/);
  await expect(load('yolx')).rejects.toEqual(near);
  await expect(load('./nobody.mjs')).rejects.toEqual(anError('detector_unknown', 'no such file'));
});

it.each([
  ['throws when loaded', "throw new Error('broken inside');", /got broken inside/],
  ['is no JavaScript', 'export const = ;', /a module that can be imported/],
  ['imports what is not there', "import 'nowhere-to-be-found';", /nowhere-to-be-found/],
  ['exports nothing', 'export const other = 1;', /expected an export named detector, got none/],
  ['exports a number', 'export const detector = 5;', /expected what defineDetector gives, got 5/],
])('a detector is refused if its module %s, naming the plugin', async (title, content, message) => {
  const file = `${title.replaceAll(' ', '-')}.mjs`;
  write(file, content);
  const loading = load(`./${file}`);
  await expect(loading).rejects.toMatchObject({ code: 'detector_invalid' });
  await expect(loading).rejects.toThrow(`detector plugin ./${file}`);
  await expect(loading).rejects.toThrow(message);
});
