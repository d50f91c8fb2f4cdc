/** `turnout doctor`: what it says of a good installation, and of each broken part. */

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { capacityOf } from '../../../cli/doctor/capacity.ts';
import { checkModule } from '../../../cli/doctor/doctor.ts';
import {
  checkBackups,
  checkConfig,
  checkDataFolder,
  checkDetectors,
  checkPort,
  checkRunning,
} from '../../../cli/doctor/installation.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { backupName } from '../../../store/backup/create.ts';
import { DATABASE_FILE } from '../../../store/history/folder/replace.ts';
import { openHistory } from '../../../store/history/history.ts';
import { configOf } from '../../support/config.ts';
import { camera, engineStatus } from '../../support/engine-status.ts';
import { testFolder } from '../../support/folder.ts';
import { openServer } from '../../support/open-server.ts';
import { listeningInTest } from '../../support/test-server.ts';
import { DAY_MS } from '../../support/times.ts';
import { ask, askIn, config, gymText, typed } from '../typed.ts';
import { world } from '../world.ts';

it('turnout doctor finds nothing broken here, and names every native module', async () => {
  const dir = testFolder();
  vi.stubEnv('PORT', '0');
  vi.stubEnv('TURNOUT_DATA', dir);
  const { code, out } = await askIn(dir, 'doctor', '--json');
  const { ok, checks } = JSON.parse(out);
  expect([code, ok]).toEqual([0, true]);
  const names = ['node-av/lib', 'sharp', 'onnxruntime-node', 'sqlite3', 'capacity', 'cameras'];
  const good = names.map((name) => expect.objectContaining({ name }));
  expect(checks).toEqual(expect.arrayContaining(good));
  expect(checks).not.toContainEqual(expect.objectContaining({ state: 'broken' }));
});

it('turnout doctor fails with exit code 1 when something is broken, and says what to do', async () => {
  await typed('gyms: 3');
  const { code, out } = await ask('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/^BROKEN {2}configuration .*\n(?:.*\n)* +→ correct the file$/m);
});

it('names a variable that a channel waits for', async () => {
  const channel = `{id: owner, slack: "\${SLACK_HOOK}", send: [alerts]}`;
  await typed(`gyms: [{id: main, timezone: UTC, notify: [${channel}]}]`);
  const { finding } = await checkConfig();
  const detail = expect.stringContaining('not set here: SLACK_HOOK');
  expect(finding).toMatchObject({ state: 'warning', detail });
});

it('the checks name a module that does not load, and what to do', async () => {
  expect(await checkModule('no-such-module', 'does nothing')).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('does nothing, but does not load'),
    hint: expect.stringContaining('npm ci'),
  });
});

const looks = {
  detector: 'yolox with yolox-nano',
  sizes: [
    { input: '640x384', lookMs: 20 },
    { input: '832x480', lookMs: 40 },
    { input: '960x544', lookMs: 60 },
  ],
};
const gym = (cameras: number, capacity: number) => {
  const hall = { id: 'hall', capacity, cameras: [{ id: 'hall', url: 'scene:spin' }] };
  const config = configOf({ gyms: [{ id: 'gym', timezone: 'UTC', rooms: [hall] }] });
  const rooms = Array(cameras).fill(config.gyms[0]?.rooms[0]);
  return { ...config, gyms: config.gyms.map((one) => ({ ...one, rooms })) };
};
const state = (cameras: number, capacity: number, cores = 2, memoryMb = 8000) =>
  capacityOf(gym(cameras, capacity), looks, { cores, memoryMb });

it('the checks of the capacity say what each size costs and how many cameras fit', () => {
  expect(state(4, 20)).toEqual({
    name: 'capacity',
    state: 'ok',
    detail:
      'yolox with yolox-nano, a picture every 5 s, 1 worker, 8000 MB: 640x384 20 ms, about 138 cameras; 832x480 40 ms, about 87 cameras; 960x544 60 ms, about 58 cameras; 4 configured',
    hint: null,
  });
});

it('the checks of the capacity warn where rooms want more than the workers can look at, and where nothing fits', () => {
  expect(state(87, 20).state).toBe('ok');
  const detail = expect.stringContaining('88 configured, too many for the sizes');
  expect(state(88, 20)).toMatchObject({ state: 'warning', detail });
  expect(state(88, 20, 3).state).toBe('ok');
  expect(state(138, 5).state).toBe('ok');
  expect(state(139, 5), 'more than it has just said').toMatchObject({ state: 'warning' });
  expect(state(260, 5).hint).toMatch(/sample less often/);
});

it('the checks tell of cameras and brokers in need', async () => {
  const cameras = [camera({ state: 'failing' }), camera({ id: 'hall' })];
  const mqtt = [{ gymId: 'gym', state: 'failing', sinceUtcMs: 0, detail: null }] as const;
  const status = () => ({ ...engineStatus(), cameras, mqtt });
  const server = await openServer({ engine: { status } });
  onTestFinished(() => server.close());
  const findings = await checkRunning(server.url);
  expect(findings.map(({ state, detail }) => [state, detail])).toEqual([
    ['warning', '1 of 2 failing'],
    ['warning', "1 of 1 gym can't reach the broker"],
  ]);
});

it('the checks find an option that the detector of a camera does not have', async () => {
  const hall = { id: 'hall', url: 'scene:studio', detector_options: { treshold: 0.3 } };
  await typed(gymText({ rooms: [{ id: 'studio', cameras: [hall] }] }));
  const [found] = await checkDetectors(world([]).context, await config());
  const detail = expect.stringMatching(/for hall: .*treshold/);
  expect(found).toMatchObject({ state: 'broken', detail });
});

it('the checks find a data folder that cannot be written', async () => {
  const file = join(testFolder(), 'file');
  await writeFile(file, '');
  expect(await checkDataFolder(join(file, 'data'))).toMatchObject({ state: 'broken' });
});

it('the checks find a database that is damaged, and say how to go on', async () => {
  const dir = testFolder();
  const path = join(dir, DATABASE_FILE);
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  await history.close();
  expect(await checkDataFolder(dir)).toMatchObject({ state: 'ok' });
  const whole = await readFile(path);
  const hint = expect.stringMatching(/^go back to a backup \(turnout restore FILE\), or /);
  for (const damaged of [
    Buffer.concat([Buffer.alloc(16, 7), whole.subarray(16)]),
    whole.subarray(0, whole.length / 2),
    Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(4096, 7), whole.subarray(12_288)]),
  ]) {
    await writeFile(path, damaged);
    expect(await checkDataFolder(dir)).toMatchObject({ state: 'broken', hint });
  }
});

it('the checks find a folder of backups that is not there, and one without a new backup', async () => {
  const to = testFolder();
  const state = async (folder: string) =>
    (await checkBackups({ to: folder, everyMs: DAY_MS, keep: 3 })).state;
  expect(await state(join(to, 'none'))).toBe('broken');
  await writeFile(join(to, backupName(Date.now() - 3 * DAY_MS)), '');
  expect(await state(to)).toBe('warning');
  await writeFile(join(to, backupName(Date.now() - DAY_MS)), '');
  expect(await state(to)).toBe('ok');
});

it('the checks find a port that is taken, but not by the running server', async () => {
  const other = createServer();
  const port = await listeningInTest(other);
  const lists = { trustProxy: [], allowedHosts: [], allowedOrigins: [], probeLocal: false };
  const server = { host: '127.0.0.1', port, backing: 'auto', publicUrl: null, ...lists } as const;
  const url = 'http://127.0.0.1:9090';
  const taken = { state: 'broken', detail: `${port} is in use` };
  expect(await checkPort(server, null)).toMatchObject(taken);
  const own = { state: 'ok', detail: `the server runs at ${url}` };
  expect(await checkPort(server, url)).toMatchObject(own);
});
