import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MODELS, type ModelEntry } from '../../../../engine/models/list.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { createInstalls } from '../../../../service/operator/devices/installs.ts';
import { writeTinyYolox } from '../../../detectors/onnx/tiny-model.ts';
import { anError } from '../../../support/an-error.ts';
import { testFolder } from '../../../support/folder.ts';
import { download, silence, startHttpCamera } from '../../../support/http-camera.ts';
import { until } from '../../../support/until.ts';

type Installs = ReturnType<typeof createInstalls>;

const LIMITS = { taskTimeoutMs: 10_000, heapBytes: 256 * 2 ** 20, memoryBytes: null };

async function world(change: Partial<ModelEntry> = {}, input = 416, path = '/model.onnx') {
  const folder = testFolder();
  const modelsDir = join(folder, 'models');
  const size = { width: input, height: input };
  const file = readFileSync(writeTinyYolox(join(folder, 'm.onnx'), size));
  const server = await startHttpCamera({ '/model.onnx': download(file), '/silent': silence });
  const nano = MODELS.find(({ name }) => name === 'yolox-nano') as ModelEntry;
  const entry = { ...nano, address: server.url(path), ...change };
  const tiny = { ...entry, name: 'yolox-tiny' };
  const takeUp = vi.fn(async () => undefined);
  const install = { models: [entry, tiny] };
  const around = { limits: () => LIMITS, takeUp, log: silentLog };
  const installs = createInstalls({ modelsDir, install, ...around });
  onTestFinished(async () => {
    await installs.stop();
    await server.stop();
  });
  return {
    installs,
    file,
    server,
    /** What is in the folder of the models, and how often the cameras were told. */
    done: () => [readdirSync(modelsDir), takeUp.mock.calls.length],
  };
}

const over = (installs: Installs) => until(() => installs.of('yolox-nano')?.state !== 'running');

it('a model that is installed is watched, opened by its detector in a worker, and taken up', async () => {
  const { installs, done, file } = await world();
  expect(installs.of('yolox-nano')).toBeNull();
  expect(installs.begin('yolox-nano')).toMatchObject({ state: 'running', receivedBytes: 0 });
  await over(installs);
  const sizes = { receivedBytes: file.length, totalBytes: file.length };
  const installed = { model: 'yolox-nano', state: 'installed', fault: null, ...sizes };
  expect(installs.last()).toEqual(installed);
  expect(done()).toEqual([['yolox-nano.onnx'], 1]);
});

it('a model that is installed is one at a time, and begun once', async () => {
  const { installs } = await world({}, 416, '/silent');
  installs.begin('yolox-nano');
  expect(installs.begin('yolox-nano').state).toBe('running');
  expect(() => installs.begin('yolox-tiny')).toThrow(anError('install_running'));
});

it('a model that is installed leaves nothing behind when it is cancelled', async () => {
  const { installs, server, done } = await world({}, 416, '/silent');
  installs.begin('yolox-nano');
  await until(() => server.requests.length > 0);
  expect(await installs.cancel('yolox-nano')).toMatchObject({ state: 'cancelled', fault: null });
  expect(done()).toEqual([[], 0]);
  expect(await installs.cancel('yolox-nano')).toBeNull();
});

it.each([
  ['no network', { address: 'http://127.0.0.1:9/model.onnx' }, 416, 'model_download_failed'],
  ['another size', {}, 320, 'model_shape_mismatch'],
])('an installation fails in words for %s, and leaves nothing', async (_, change, input, code) => {
  const { installs, done } = await world(change, input);
  installs.begin('yolox-nano');
  await over(installs);
  expect(installs.of('yolox-nano')).toMatchObject({ state: 'failed', fault: { code } });
  expect(done()).toEqual([[], 0]);
  const hint = installs.of('yolox-nano')?.fault?.parts.hint ?? '';
  if (code === 'model_download_failed') expect(hint).toContain('check the internet connection');
});
