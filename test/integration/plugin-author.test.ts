/**
 * A stranger's way from `npm create turnout-detector` to a count in a running server: every command as the pages have it, from
 * packed files and without a network. In place of YOLOX-Nano tiny models of our own are served, and what npm would fetch of
 * others is linked.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { writeTinyYolox } from '../detectors/onnx/tiny-model.ts';
import { suiteFolder } from '../support/folder.ts';
import { download, startHttpCamera } from '../support/http-camera.ts';
import { greyFrame } from '../support/jpegs.ts';
import { linkPackages, packPackages, run } from '../support/packages.ts';
import { started } from '../support/started.ts';
import { npmStart, type RunningServer, turnout, variablesOf } from '../support/turnout.ts';

const folder = suiteFolder();
const project = join(folder, 'my-detector');
const SIZE = { width: 64, height: 64 };
/** Cells of 8 px in three corners: someone in each. */
const CORNERS = [0, 7, 56];
const ROW = 85;

const files = {
  'no-one': writeTinyYolox(join(folder, 'no-one.onnx'), SIZE),
  three: writeTinyYolox(join(folder, 'three.onnx'), SIZE, (values) => {
    for (const cell of CORNERS) values.set([0.5, 0.5, 1, 1, 0.9, 0.9], cell * ROW);
  }),
};

const serve = (file: string) => download(readFileSync(file));
const shop = started(() =>
  startHttpCamera({ '/no-one': serve(files['no-one']), '/three': serve(files.three) }),
);
let server: RunningServer | undefined;
afterAll(() => server?.stop());

/** Another model, by its address and checksum in `package.json`. */
async function choose(name: keyof typeof files): Promise<void> {
  const sha256 = createHash('sha256').update(readFileSync(files[name])).digest('hex');
  const script = `turnout-detector fetch models/detector.onnx --url ${shop.url(`/${name}`)} --sha256 ${sha256}`;
  await run(project, 'npm', 'pkg', 'set', `scripts.model=${script}`);
}

it('the author of a plugin gets a project that installs', async () => {
  const { detector, creator } = await packPackages(folder);
  const create = ['--offline', '--yes', `--package=${creator}`, '--', 'create-turnout-detector'];
  const said = await run(folder, 'npm', 'exec', ...create, 'my-detector');
  expect(said).toContain(`detector: ${join(project, 'detector.mjs')}`);
  expect(
    readdirSync(project)
      .filter((file) => file !== '.npmrc')
      .sort(),
  ).toEqual([
    ...['.github', '.gitignore', 'README.md', 'detector.mjs', 'package.json'],
    ...['test', 'tsconfig.json'],
  ]);
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  await run(project, 'npm', 'pkg', 'delete', 'devDependencies');
  await run(project, 'npm', 'install', '--offline', detector);
  linkPackages(project, [...Object.keys(devDependencies), 'undici-types']);
});

it.each([
  ['npm/11.15.0 node/v24.21.0 linux x64', true],
  ['npm/11.16.0 node/v24.21.0 linux x64', false],
])('the author of a plugin gets what keeps CUDA away where npm needs it: %s', (agent, isNeeded) => {
  const made = join(folder, 'with-npm');
  const creator = join(folder, 'create-turnout-detector/create.mjs');
  const env = { ...process.env, npm_config_user_agent: agent };
  execFileSync(process.execPath, [creator, made], { env });
  expect(existsSync(join(made, '.npmrc'))).toBe(isNeeded);
  rmSync(made, { recursive: true });
});

it('the author of a plugin passes its tests from the start: types, its own test, and conformance', async () => {
  await choose('no-one');
  const said = await run(project, 'npm', 'test');
  expect(said).toContain('models/detector.onnx: fetched');
  expect(said).toMatch(/^# pass 1$/m);
  expect(said).toMatch(/^my-detector 0\.1\.0: all \d+ checks passed$/m);
});

it('the author of a plugin takes another model by its checksum, and packs it', async () => {
  await choose('three');
  const said = await run(project, 'npm', 'pack', '--dry-run');
  expect(said).toContain('models/detector.onnx: fetched');
  const packed = said.split('\n').flatMap((line) => / [\d.]+k?B (\S+)$/.exec(line)?.[1] ?? []);
  expect(packed).toEqual(['README.md', 'detector.mjs', 'models/detector.onnx', 'package.json']);
});

it('the author of a plugin sees its count in a running server', async () => {
  writeFileSync(join(folder, 'hall.jpg'), (await greyFrame(90)).data);
  const cameras = [{ id: 'hall', url: './hall.jpg', detector: './my-detector/detector.mjs' }];
  const gyms = [{ id: 'gym', timezone: 'UTC', rooms: [{ id: 'studio', cameras }] }];
  const sampling = { class_period: '1s', idle_period: '1s' };
  writeFileSync(join(folder, 'turnout.yaml'), JSON.stringify({ gyms, sampling }));
  const variables = variablesOf(folder);
  server = await npmStart(variables);
  await vi.waitFor(
    async () => {
      const { stdout } = await turnout(['status'], folder, variables);
      expect(stdout).toMatch(/^hall +3 +streaming /m);
      expect(stdout).toMatch(/^Detector +my-detector 0\.1\.0$/m);
    },
    { timeout: 40_000, interval: 500 },
  );
});
