import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadProgress } from '../../../engine/models/download.ts';
import { type InstallOptions, installModel } from '../../../engine/models/install.ts';
import { listModels, removeModel, resolveModel } from '../../../engine/models/installed.ts';
import { MODELS, type ModelEntry } from '../../../engine/models/list.ts';
import { writeTinyModel, writeTinyYolox } from '../../detectors/onnx/tiny-model.ts';
import { type FileServer, startFileServer } from './file-server.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let modelsDir: string;
let good: Buffer;
let server: FileServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-models-'));
  modelsDir = join(folder, 'models');
  good = readFileSync(writeTinyYolox(join(folder, 'good.onnx'), { width: 416, height: 416 }));
  server = await startFileServer(good);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function entry(change: Partial<ModelEntry> = {}): ModelEntry {
  const nano = MODELS.find(({ name }) => name === 'yolox-nano')!;
  return { ...nano, address: `${server.address}/model.onnx`, testedSha256: null, ...change };
}

function install(change: Partial<ModelEntry> = {}, more: Partial<InstallOptions> = {}) {
  const onProgress = ({ receivedBytes }: DownloadProgress) => server.received(receivedBytes);
  return installModel('yolox-nano', { modelsDir, models: [entry(change)], onProgress, ...more });
}

const filesLeft = () => (existsSync(modelsDir) ? readdirSync(modelsDir).sort() : []);

describe('installing a model from its address', () => {
  it('gives a file that the detector opens, with its checksum, and leaves nothing else', async () => {
    const seen: (number | null)[][] = [];
    const result = await install(
      {},
      {
        onProgress: ({ receivedBytes, totalBytes }) => seen.push([receivedBytes, totalBytes]),
      },
    );
    expect(result).toMatchObject({
      path: join(modelsDir, 'yolox-nano.onnx'),
      sizeBytes: good.length,
      sha256: sha256(good),
      checksum: 'unverified',
    });
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
    expect(resolveModel(modelsDir, 'yolox-nano')).toBe(result.path);
    expect(seen[0]).toEqual([0, good.length]);
    expect(seen.at(-1)).toEqual([good.length, good.length]);
  });

  it('compares with the published checksum where there is one', async () => {
    expect(await install({ sha256: sha256(good) })).toMatchObject({ checksum: 'published' });
    expect(await install({ testedSha256: sha256(good) })).toMatchObject({ checksum: 'tested' });
  });

  it('refuses another file than the published one, and keeps nothing of it', async () => {
    await expect(install({ sha256: sha256(Buffer.from('another')) })).rejects.toMatchObject({
      code: 'model_checksum_mismatch',
    });
    expect(filesLeft()).toEqual([]);
  });

  it('follows redirects', async () => {
    await install({ address: `${server.address}/moved` });
    expect(server.requests.map(({ path }) => path)).toEqual(['/moved', '/model.onnx']);
  });

  it('never follows one from https to http', async () => {
    const fetch: typeof globalThis.fetch = (_, init) =>
      globalThis.fetch(`${server.address}/model.onnx`, init);
    await expect(
      install({ address: 'https://publisher.invalid/model.onnx' }, { fetch }),
    ).rejects.toThrow(/a redirect away from https/);
    expect(filesLeft()).toEqual([]);
  });

  it('goes on by itself where the connection broke half-way', async () => {
    server.breaksAfter = [1000, 500_000];
    await install();
    expect(server.requests.map(({ range }) => range)).toEqual([
      null,
      'bytes=1000-',
      'bytes=501000-',
    ]);
    expect(readFileSync(join(modelsDir, 'yolox-nano.onnx')).equals(good)).toBe(true);
  });

  it('goes on in a later call where an earlier one gave up', async () => {
    server.breaksAfter = [100, 100, 100, 100, 100];
    await expect(install()).rejects.toMatchObject({
      code: 'model_download_failed',
      message: expect.stringContaining('run the command again to go on from 500 bytes'),
    });
    expect(filesLeft()).toEqual(['yolox-nano.onnx.part', 'yolox-nano.onnx.part.json']);
    await install();
    expect(server.requests.at(-1)?.range).toBe('bytes=500-');
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  });

  it('starts again where the published file has changed meanwhile', async () => {
    server.breaksAfter = [100, 0];
    await expect(install()).rejects.toMatchObject({ code: 'model_download_failed' });
    server.file = Buffer.concat([good, Buffer.from([0x28, 0])]);
    server.etag = '"v2"';
    const { sha256: got } = await install();
    expect(got).toBe(sha256(server.file));
  });

  it('starts again where the server has nothing to tell versions apart', async () => {
    server.etag = null;
    server.breaksAfter = [100, 0];
    await expect(install()).rejects.toMatchObject({ code: 'model_download_failed' });
    await install();
    expect(server.requests.map(({ range }) => range).filter((range) => range !== null)).toEqual([]);
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  });

  it('takes a part that is whole already', async () => {
    mkdirSync(modelsDir);
    writeFileSync(join(modelsDir, 'yolox-nano.onnx.part'), good);
    const note = { address: `${server.address}/model.onnx`, etag: '"v1"' };
    writeFileSync(join(modelsDir, 'yolox-nano.onnx.part.json'), JSON.stringify(note));
    await install();
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  });

  it('starts again where the note beside a part is cut off', async () => {
    await install();
    writeFileSync(join(modelsDir, 'yolox-nano.onnx.part'), 'junk');
    writeFileSync(join(modelsDir, 'yolox-nano.onnx.part.json'), '{"addr');
    expect((await install()).sha256).toBe(sha256(good));
  });

  it.each([404, 403, 500])('says what the server said: %i', async (status) => {
    await expect(install({ address: `${server.address}/${status}` })).rejects.toMatchObject({
      code: 'model_download_failed',
      message: expect.stringMatching(new RegExp(`HTTP status ${status}.*--from FILE`)),
    });
    expect(server.requests).toHaveLength(1);
    expect(filesLeft()).toEqual([]);
  });

  it('says so when nobody answers', async () => {
    await server.close();
    await expect(install()).rejects.toMatchObject({
      code: 'model_download_failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('gives up on a server that falls silent', async () => {
    server.stalls = true;
    await expect(install({}, { idleTimeoutMs: 100 })).rejects.toThrow(/nothing for 0.1 s/);
  });

  it('stops at once when told to, keeping what can go on', async () => {
    const stop = new AbortController();
    const interrupted = new Error('interrupted');
    const onProgress = ({ receivedBytes }: { receivedBytes: number }) =>
      receivedBytes > 0 && stop.abort(interrupted);
    await expect(install({}, { signal: stop.signal, onProgress })).rejects.toBe(interrupted);
    expect(filesLeft()).not.toContain('yolox-nano.onnx');
    await install();
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html>'), 'model_corrupt'],
    ['half a model', 'half', 'model_corrupt'],
    ['nothing', Buffer.alloc(0), 'model_corrupt'],
  ])('refuses %s and keeps nothing of it', async (_, content, code) => {
    server.file = typeof content === 'string' ? good.subarray(0, good.length / 2) : content;
    if (server.file.length === 0) server.file = Buffer.from('\n');
    await expect(install()).rejects.toMatchObject({ code });
    expect(filesLeft()).toEqual([]);
  });

  it('refuses a model of another size', async () => {
    server.file = readFileSync(writeTinyYolox(join(folder, 'x.onnx'), { width: 64, height: 64 }));
    await expect(install()).rejects.toMatchObject({
      code: 'model_shape_mismatch',
      message: expect.stringContaining('expected an input of 416x416, got 64x64'),
    });
    expect(filesLeft()).toEqual([]);
  });

  it('keeps the installed file when a newer one is refused', async () => {
    await install();
    server.file = Buffer.from('broken');
    server.etag = '"v2"';
    await expect(install()).rejects.toMatchObject({ code: 'model_corrupt' });
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
    expect(readFileSync(join(modelsDir, 'yolox-nano.onnx')).equals(good)).toBe(true);
  });
});

describe('installing a model from a file', () => {
  it('copies it, without asking anybody', async () => {
    const result = await install({}, { from: join(folder, 'good.onnx') });
    expect(result.sha256).toBe(sha256(good));
    expect(server.requests).toEqual([]);
    expect(filesLeft()).toEqual(['yolox-nano.onnx']);
  });

  it('is the only way for a model whose project publishes no ONNX file', async () => {
    await expect(install({ address: null })).rejects.toMatchObject({
      code: 'model_download_failed',
      message: expect.stringContaining('--from FILE'),
    });
    await install({ address: null }, { from: join(folder, 'good.onnx') });
  });

  it('refuses a file that is not there, is no model, or is not the published one', async () => {
    const text = join(folder, 'text.onnx');
    writeFileSync(text, 'hello');
    await expect(install({}, { from: join(folder, 'nobody') })).rejects.toMatchObject({
      code: 'model_missing',
    });
    await expect(install({}, { from: text })).rejects.toMatchObject({ code: 'model_corrupt' });
    await expect(
      install({ sha256: sha256(Buffer.from('x')) }, { from: join(folder, 'good.onnx') }),
    ).rejects.toMatchObject({ code: 'model_checksum_mismatch' });
    expect(filesLeft()).toEqual([]);
  });
});

describe('a file that is refused', () => {
  it.each([
    ['missing.onnx', 'no file missing.onnx'],
    ['good.onnx/x.onnx', 'no file x.onnx'],
    ['.', /^model yolox-nano: expected a file to install, got \S+, which is no file of its own;/],
  ])('is called what the user called it, without a path of ours: %s', async (name, got) => {
    const refused = install({}, { from: join(folder, name) });
    await expect(refused).rejects.toMatchObject({ code: 'model_missing' });
    await expect(refused).rejects.toThrow(got);
    await expect(refused).rejects.not.toThrow(/ENOENT|ENOTDIR|copy-|\//);
    expect(filesLeft()).toEqual([]);
  });

  it.each([
    ['model_corrupt', (path: string) => writeFileSync(path, 'hello')],
    [
      'model_shape_mismatch',
      (path: string) => {
        const shape = [1, 3, 416, 416];
        const output = { name: 'output', shape: [1, 2], values: new Float32Array(2) };
        writeTinyModel(path, [{ name: 'images', shape }], [output]);
      },
    ],
  ])('says %s under its own name, not under that of its copy', async (code, write) => {
    const mine = join(folder, 'mine.onnx');
    write(mine);
    const refused = install({}, { from: mine });
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(/^model file mine\.onnx: /);
  });

  it('from an address is not called by the name of its part', async () => {
    server.file = Buffer.from('<!doctype html>');
    await expect(install()).rejects.toThrow(/^model file yolox-nano\.onnx: /);
  });

  it('for its name gets the nearest one, and no word of paths, which cannot be installed', async () => {
    const refused = installModel('yolox-nan', { modelsDir });
    await expect(refused).rejects.toMatchObject({ code: 'model_unknown' });
    await expect(refused).rejects.toThrow(/got an unknown name; perhaps yolox-nano$/);
    await expect(refused).rejects.not.toThrow('path of');
  });
});

describe('a plain file in place of the models folder', () => {
  it.each([
    ['listing', () => listModels(modelsDir)],
    ['installing', () => install({}, { from: join(folder, 'good.onnx') })],
    ['removing', () => removeModel('yolox-nano', modelsDir)],
  ])('is said in one sentence: %s', async (_, work) => {
    writeFileSync(modelsDir, '');
    await expect(work()).rejects.toMatchObject({
      code: 'data_unusable',
      message:
        'models folder: expected a folder that can be read and written, got a plain file in its place; ' +
        'it is the folder "models" in the data folder',
    });
  });
});

describe('the installed models', () => {
  it('are listed with their state, and can be removed', async () => {
    const models = [entry(), { ...entry(), name: 'yolox-tiny' }];
    await installModel('yolox-nano', { modelsDir, models });
    const listed = await listModels(modelsDir, models);
    expect(listed.map(({ name, installed }) => [name, installed?.sizeBytes ?? null])).toEqual([
      ['yolox-nano', good.length],
      ['yolox-tiny', null],
    ]);
    expect(await removeModel('yolox-nano', modelsDir, models)).toBe(true);
    expect(await removeModel('yolox-nano', modelsDir, models)).toBe(false);
    expect(filesLeft()).toEqual([]);
  });

  it('cannot be put where there is no folder to make', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(install({}, { modelsDir: join(folder, 'file', 'models') })).rejects.toMatchObject({
      code: 'data_unusable',
    });
  });
});
