import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { MODEL } from '../../../cli/model.ts';
import { writeTinyYolox } from '../../detectors/onnx/tiny-model.ts';
import { testFolder } from '../../support/folder.ts';
import { type CommandWorld, commandWorld } from '../world.ts';

let folder: string;
let world: CommandWorld;
beforeEach(() => {
  folder = testFolder();
  world = commandWorld(folder, MODEL);
});

it('turnout model lists each model with its licence, source and state', async () => {
  const { value, text } = await world.run('model', 'list');
  expect(value).toMatchObject({
    models: expect.arrayContaining([
      expect.objectContaining({ name: 'yolox-nano', recommended: true, installed: null }),
    ]),
  });
  expect(text).toMatch(
    /^MODEL +DETECTOR .*\nyolox-nano \* +yolox +416x416 +25\.8 +here +- +- +Apache-2\.0 +https:/,
  );
  expect(text).toMatch(/^dfine-n +detr +640x640 +42\.8 +not seen here +- +- +Apache-2\.0/m);
  expect(text).toMatch(/^detr and rtmdet: their default scores are not measured/m);
});

it('turnout model installs from a file, says licence, source and what the checksum is worth, and removes', async () => {
  const file = writeTinyYolox(join(folder, 'mine.onnx'), { width: 416, height: 416 });
  const installed = await world.run('model', 'install', 'yolox-nano', '--from', file);
  const listed = await world.run('model', 'list');
  const removed = await world.run('model', 'remove', 'yolox-nano');
  const again = await world.run('model', 'remove', 'yolox-nano');
  expect(installed.text).toMatch(
    /yolox-nano is installed \(1\.2 MB\).*\nlicence Apache-2\.0, source https:.*\nSHA-256 [0-9a-f]{64}: the published file/,
  );
  expect(installed.value).toMatchObject({
    name: 'yolox-nano',
    installed: { path: join(folder, 'models', 'yolox-nano.onnx'), checksum: 'unverified' },
  });
  expect(listed.text).toMatch(/yolox-nano \* +yolox +416x416 +25\.8 +here +1\.2 MB/);
  expect(removed.value).toEqual({ name: 'yolox-nano', removed: true });
  expect(again.value).toEqual({ name: 'yolox-nano', removed: false });
});
