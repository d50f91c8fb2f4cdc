import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '../../config/config.ts';
import { parseConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { createEngine, type Engine } from '../../service/engine.ts';
import { type History, openHistory } from '../../store/history/history.ts';
import { greyFrame } from '../support/jpegs.ts';
import { pluginPath } from '../support/plugins/index.ts';

let folder: string;
let history: History;
let engine: Engine | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-engine-'));
  history = await openHistory({ dir: folder, clock: systemClock, log: silentLog });
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  await history.close();
  await rm(folder, { recursive: true });
});

interface TestCamera {
  readonly id: string;
  readonly brightness: number;
  readonly detector?: string;
}

/** Cameras that are still pictures: what the brightness plugin counts in them is known. */
async function configOf(cameras: readonly TestCamera[], misdeed = 'none'): Promise<Config> {
  const entries = await Promise.all(
    cameras.map(async ({ id, brightness, detector = 'brightness' }) => {
      const file = join(folder, `${id}-${brightness}.jpg`);
      await writeFile(file, (await greyFrame(brightness)).data);
      return { id, url: file, detector: pluginPath(detector) };
    }),
  );
  const text = JSON.stringify({
    gyms: [{ id: 'gym', timezone: 'Europe/London', rooms: [{ id: 'room', cameras: entries }] }],
    detectors: { options: { [pluginPath('faulty')]: { misdeed } } },
    sampling: { class_period: '200ms', idle_period: '200ms', workers: 2 },
  });
  return parseConfig(text, join(folder, 'turnout.yaml'), { variables: {}, host: null, port: null });
}

async function start(config: Config): Promise<Engine> {
  const folders = { fromDir: folder, modelsDir: join(folder, 'models') };
  engine = createEngine({ config, folders, history, clock: systemClock, log: silentLog });
  await engine.start();
  return engine;
}

const countsOf = async (camera: string) => {
  const samples = await history.samples(camera, { fromUtcMs: 0, toUtcMs: Date.now() + 60_000 });
  return samples.map(({ count }) => count);
};

// Processes and threads start at low priority: on a busy machine they wait for their first turn.
const enough = { timeout: 40_000, interval: 100 };
vi.setConfig({ testTimeout: 90_000 });

describe('configured cameras', () => {
  test('come, go and change with the configuration while the others are left alone', async () => {
    const running = await start(
      await configOf([
        { id: 'stays', brightness: 100 },
        { id: 'goes', brightness: 60 },
        { id: 'changes', brightness: 100 },
      ]),
    );
    await vi.waitFor(async () => {
      expect((await countsOf('goes')).length).toBeGreaterThan(1);
      expect(await countsOf('changes')).toContain(5);
    }, enough);
    const before = running.status().cameras.find(({ id }) => id === 'stays');
    await running.applyConfig(
      await configOf([
        { id: 'stays', brightness: 100 },
        { id: 'comes', brightness: 40 },
        { id: 'changes', brightness: 160 },
      ]),
    );
    await vi.waitFor(async () => {
      expect(await countsOf('comes')).toContain(2);
      // Counted anew under the same id.
      expect((await countsOf('changes')).at(-1)).toBe(8);
    }, enough);
    const { cameras } = running.status();
    expect(cameras.map(({ id }) => id)).toEqual(['stays', 'changes', 'comes']);
    const after = cameras.find(({ id }) => id === 'stays');
    expect(after?.sinceUtcMs).toBe(before?.sinceUtcMs);
    expect(after?.reconnects).toBe(0);
  });
});

describe('a plugin that throws', () => {
  test('is put out, while the cameras with another detector go on', async () => {
    const running = await start(
      await configOf(
        [
          { id: 'good', brightness: 100 },
          { id: 'bad', brightness: 100, detector: 'faulty' },
        ],
        'throw',
      ),
    );
    await vi.waitFor(() => {
      const faulty = running.status().detectors.find(({ name }) => name === 'faulty');
      expect(faulty).toMatchObject({ isQuarantined: true, failures: 5 });
      expect(faulty?.lastFailure?.code).toBe('detector_failed');
    }, enough);
    const soFar = (await countsOf('good')).length;
    await vi.waitFor(async () => {
      expect((await countsOf('good')).length).toBeGreaterThan(soFar + 3);
    }, enough);
    expect(await countsOf('bad')).toEqual([]);
    expect(running.status().pipeline.failed).toBe(5);
  });
});

test('a detector that is not there leaves its cameras connected and says why nothing is counted', async () => {
  const config = await configOf([{ id: 'hall', brightness: 100, detector: 'absent' }]);
  const running = await start(config);
  await vi.waitFor(() => {
    const [detector] = running.status().detectors;
    expect(detector?.lastFailure?.code).toBe('detector_unknown');
    expect(detector?.isQuarantined).toBe(true);
  }, enough);
  expect(running.status().cameras).toHaveLength(1);
});

test('a change that fails is told, and neither the next change nor the stop is lost with it', async () => {
  const config = await configOf([{ id: 'hall', brightness: 100 }]);
  const running = await start(config);
  const models = join(folder, 'models');
  await writeFile(models, 'a file where the folder of the models should be');
  await expect(running.applyConfig(withBestDetector(config))).rejects.toThrow();
  await rm(models);
  await running.applyConfig(config);
  await vi.waitFor(async () => expect(await countsOf('hall')).toContain(5), enough);
});

/** The same cameras with the detector `auto`, which looks for models. */
function withBestDetector(config: Config): Config {
  const gyms = config.gyms.map((gym) => ({
    ...gym,
    rooms: gym.rooms.map((room) => ({
      ...room,
      cameras: room.cameras.map((camera) => ({ ...camera, detector: 'auto' })),
    })),
  }));
  return { ...config, gyms };
}
