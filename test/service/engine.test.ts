import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '../../config/config.ts';
import { parseConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { createEngine, type Engine } from '../../service/engine.ts';
import type { History } from '../../store/history/history.ts';
import { openTestHistory } from '../store/history/folder.fixture.ts';
import { greyFrame } from '../support/jpegs.ts';
import { pluginPath } from '../support/plugins/index.ts';

let folder: string;
let history: History;

beforeEach(async () => {
  ({ history, dir: folder } = await openTestHistory({ clock: systemClock }));
});

type TestCamera = Readonly<{ id: string; brightness: number; detector?: string }>;

/** Cameras that are still pictures: what the brightness plugin counts in them is known. */
async function configOf(cameras: readonly TestCamera[]): Promise<Config> {
  const entries = await Promise.all(
    cameras.map(async ({ id, brightness, detector = pluginPath('brightness') }) => {
      const file = join(folder, `${id}-${brightness}.jpg`);
      await writeFile(file, (await greyFrame(brightness)).data);
      return { id, url: file, detector };
    }),
  );
  const text = JSON.stringify({
    gyms: [{ id: 'gym', timezone: 'Europe/London', rooms: [{ id: 'room', cameras: entries }] }],
    sampling: { class_period: '200ms', idle_period: '200ms', workers: 2 },
  });
  return parseConfig(text, join(folder, 'turnout.yaml'), { variables: {}, host: null, port: null });
}

async function start(config: Config): Promise<Engine> {
  const folders = { fromDir: folder, modelsDir: join(folder, 'models') };
  const engine = createEngine({ config, folders, history, clock: systemClock, log: silentLog });
  onTestFinished(() => engine.stop());
  await engine.start();
  return engine;
}

const countsOf = async (camera: string) => {
  const samples = await history.samples(camera, { fromUtcMs: 0, toUtcMs: Date.now() + 60_000 });
  return samples.map(({ count }) => count);
};

// Processes and threads start at low priority: on a busy machine they wait for their first turn.
const enough = { timeout: 40_000, interval: 100 };

test('cameras come, go and change with the configuration, and the others are left alone', async () => {
  const stays = { id: 'stays', brightness: 100 };
  const changes = { id: 'changes', brightness: 100 };
  const running = await start(await configOf([stays, { id: 'goes', brightness: 60 }, changes]));
  await vi.waitFor(async () => {
    expect((await countsOf('goes')).length).toBeGreaterThan(1);
    expect(await countsOf('changes')).toContain(5);
  }, enough);
  const before = running.status().cameras.find(({ id }) => id === 'stays');
  const comes = { id: 'comes', brightness: 40 };
  await running.applyConfig(await configOf([stays, comes, { ...changes, brightness: 160 }]));
  await vi.waitFor(async () => {
    expect(await countsOf('comes')).toContain(2);
    // Counted anew under the same id.
    expect((await countsOf('changes')).at(-1)).toBe(8);
  }, enough);
  const { cameras } = running.status();
  expect(cameras.map(({ id }) => id)).toEqual(['stays', 'changes', 'comes']);
  expect(cameras[0]).toMatchObject({ sinceUtcMs: before?.sinceUtcMs, reconnects: 0 });
});

test('what holds from the next start only is said until it is changed back', async () => {
  const config = await configOf([]);
  const running = await start(config);
  const server = { ...config.server, probeLocal: true };
  const waiting = () => running.status().configuration.needsRestart;
  await running.applyConfig({ ...config, server: { ...server, port: 9 } });
  expect(waiting()).toEqual(['server']);
  await running.applyConfig({ ...config, server });
  expect(waiting()).toEqual([]);
});

test('a change that fails is told, and neither the next change nor the stop is lost with it', async () => {
  const config = await configOf([{ id: 'hall', brightness: 100 }]);
  // `auto` looks for models.
  const broken = await configOf([{ id: 'hall', brightness: 100, detector: 'auto' }]);
  const running = await start(config);
  const models = join(folder, 'models');
  await writeFile(models, 'a file where the folder of the models should be');
  await expect(running.applyConfig(broken)).rejects.toThrow();
  await rm(models);
  await running.applyConfig(config);
  await vi.waitFor(async () => expect(await countsOf('hall')).toContain(5), enough);
});
