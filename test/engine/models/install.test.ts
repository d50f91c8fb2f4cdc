import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type InstallOptions, installModel } from '../../../engine/models/install.ts';
import { listModels, removeModel, resolveModel } from '../../../engine/models/installed.ts';
import { MODELS, type ModelEntry } from '../../../engine/models/list.ts';
import { writeTinyModel, writeTinyYolox } from '../../detectors/onnx/tiny-model.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import {
  type Answer,
  download,
  type HttpCamera,
  startHttpCamera,
} from '../../support/http-camera.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let modelsDir: string;
let good: Buffer;
let server: HttpCamera;
/** What is published at the address of the model. */
let published: Answer;

beforeEach(async () => {
  folder = testFolder();
  modelsDir = join(folder, 'models');
  good = readFileSync(writeTinyYolox(join(folder, 'good.onnx'), { width: 416, height: 416 }));
  published = download(good);
  server = await startHttpCamera({
    '/model.onnx': (request, response) => published(request, response),
    '/moved': (_, response) => response.writeHead(302, { location: '/model.onnx' }).end(),
  });
});
afterEach(() => server.stop());

function entry(change: Partial<ModelEntry> = {}): ModelEntry {
  const nano = MODELS.find(({ name }) => name === 'yolox-nano')!;
  return { ...nano, address: server.url('/model.onnx'), testedSha256: null, ...change };
}

function install(change: Partial<ModelEntry> = {}, more: Partial<InstallOptions> = {}) {
  return installModel('yolox-nano', { modelsDir, models: [entry(change)], ...more });
}

const filesLeft = () => (existsSync(modelsDir) ? readdirSync(modelsDir).sort() : []);

it('installing a model from its address, over a redirect too, gives a file that the detector opens, with its checksum, and leaves nothing else', async () => {
  const seen: (number | null)[][] = [];
  const onProgress: InstallOptions['onProgress'] = ({ receivedBytes, totalBytes }) =>
    seen.push([receivedBytes, totalBytes]);
  const result = await install({ address: server.url('/moved') }, { onProgress });
  expect(server.requests.map(({ url }) => url)).toEqual(['/moved', '/model.onnx']);
  const file = { path: join(modelsDir, 'yolox-nano.onnx'), sizeBytes: good.length };
  expect(result).toMatchObject({ ...file, sha256: sha256(good), checksum: 'unverified' });
  expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  expect(resolveModel(modelsDir, 'yolox-nano')).toBe(result.path);
  expect(seen[0]).toEqual([0, good.length]);
  expect(seen.at(-1)).toEqual([good.length, good.length]);
});

it('installing a model from its address compares with the published checksum where there is one', async () => {
  expect(await install({ sha256: sha256(good) })).toMatchObject({ checksum: 'published' });
  expect(await install({ testedSha256: sha256(good) })).toMatchObject({ checksum: 'tested' });
});

it('installing a model from its address never follows a redirect from https to http', async () => {
  const fetch: typeof globalThis.fetch = (_, init) =>
    globalThis.fetch(server.url('/model.onnx'), init);
  const installing = install({ address: 'https://publisher.invalid/model.onnx' }, { fetch });
  await expect(installing).rejects.toThrow(/a redirect away from https/);
  expect(filesLeft()).toEqual([]);
});

it('installing a model from its address keeps nothing where the connection breaks half-way, and the next call gets it whole', async () => {
  published = (_, response) => {
    response.writeHead(200, { 'content-length': good.length });
    response.write(good.subarray(0, 1000), () => response.destroy());
  };
  await expect(install()).rejects.toMatchObject({ code: 'model_download_failed' });
  expect(filesLeft()).toEqual([]);
  published = download(good);
  await install();
  expect(readFileSync(join(modelsDir, 'yolox-nano.onnx')).equals(good)).toBe(true);
});

it.each([404, 403, 500])('installing a model says what the server said: %i', async (status) => {
  published = (_, response) => response.writeHead(status).end('nothing here');
  const said = new RegExp(`HTTP status ${status}.*--from FILE`);
  await expect(install()).rejects.toEqual(anError('model_download_failed', said));
  expect(server.requests).toHaveLength(1);
  expect(filesLeft()).toEqual([]);
});

it('installing a model from its address gives up on a server that falls silent', async () => {
  published = (_, response) => response.writeHead(200, { 'content-length': 9 }).flushHeaders();
  await expect(install({}, { idleTimeoutMs: 100 })).rejects.toThrow(/nothing for 0.1 s/);
});

it.each([
  ['a web page', () => Buffer.from('<!doctype html>')],
  ['half a model', () => good.subarray(0, good.length / 2)],
  ['next to nothing', () => Buffer.from('\n')],
])('a model at its address is refused as %s, and the installed one kept', async (_, content) => {
  await install();
  published = download(content());
  await expect(install()).rejects.toMatchObject({ code: 'model_corrupt' });
  expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  expect(readFileSync(join(modelsDir, 'yolox-nano.onnx')).equals(good)).toBe(true);
});

it('installing a model from a file is the only way for a model whose project publishes no ONNX file', async () => {
  const refused = anError('model_download_failed', '--from FILE');
  await expect(install({ address: null })).rejects.toEqual(refused);
  await install({ address: null }, { from: join(folder, 'good.onnx') });
});

it('installing a model from a file refuses a file that is not the published one', async () => {
  const other = install({ sha256: sha256(Buffer.from('x')) }, { from: join(folder, 'good.onnx') });
  await expect(other).rejects.toMatchObject({ code: 'model_checksum_mismatch' });
  expect(filesLeft()).toEqual([]);
});

it.each([
  ['missing.onnx', 'no file missing.onnx'],
  ['good.onnx/x.onnx', 'no file x.onnx'],
  ['.', /^model yolox-nano: expected a file to install, got \S+, which is no file of its own;/],
])('a refused file is called what the user called it, without our path: %s', async (name, got) => {
  const refused = install({}, { from: join(folder, name) });
  await expect(refused).rejects.toMatchObject({ code: 'model_missing' });
  await expect(refused).rejects.toThrow(got);
  await expect(refused).rejects.not.toThrow(/ENOENT|ENOTDIR|copy-|\//);
  expect(filesLeft()).toEqual([]);
});

const IMAGES = { name: 'images', shape: [1, 3, 416, 416] };
const TWO = { name: 'output', shape: [1, 2], values: new Float32Array(2) };

it.each([
  ['model_corrupt', (path: string) => writeFileSync(path, 'hello')],
  ['model_shape_mismatch', (path: string) => writeTinyModel(path, [IMAGES], [TWO])],
])('a file that is refused says %s under its name, not that of its copy', async (code, write) => {
  const mine = join(folder, 'mine.onnx');
  write(mine);
  const refused = anError(code, /^model file mine\.onnx: /);
  await expect(install({}, { from: mine })).rejects.toEqual(refused);
  expect(filesLeft()).toEqual([]);
});

it.each([
  ['listing', () => listModels(modelsDir)],
  ['installing', () => install({}, { from: join(folder, 'good.onnx') })],
  ['removing', () => removeModel('yolox-nano', modelsDir)],
])('a plain file in place of the models folder is said in one sentence: %s', async (_, work) => {
  writeFileSync(modelsDir, '');
  await expect(work()).rejects.toMatchObject({
    code: 'data_unusable',
    message:
      'models folder: expected a folder that can be read and written, got a plain file in its place; ' +
      'it is the folder "models" in the data folder',
  });
});
