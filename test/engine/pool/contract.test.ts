/** What contract 2 adds, through the pool and the process of a plugin. */

import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Lanes } from '../../../engine/pool/lanes.ts';
import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import type { Pool } from '../../../engine/pool/pool.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { rect } from '../../support/rect.ts';
import { until } from '../../support/until.ts';
import { taskFor as greyTask, LIMITS, startPool } from './pool.fixture.ts';

const SLOW = { timeout: 60_000 };

const open: Pick<Pool, 'close'>[] = [];
const log = new RecordedLog();
const startLanes = (taskTimeoutMs = 15_000) => {
  const lanes = new Lanes({ ...LIMITS, taskTimeoutMs, memoryBytes: 4e9, log });
  open.push(lanes);
  return lanes;
};
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

const modern = (mode: string) => pluginChoice('modern', { mode });
const taskFor = (detector: DetectorChoice, changes: Partial<SampleTask> = {}) =>
  greyTask(detector, { brightness: 255, ...changes });
/** One that has ended is there until its parent, a thread that is gone, is asked for it. */
const isThere = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const leftHalf = {
  name: 'left',
  kind: 'count',
  anchor: 'centre',
  polygon: rect(0, 0, 0.5, 1),
} as const;

test('people without boxes are counted, by place where zones are drawn', SLOW, async () => {
  const pool = startPool();
  open.push(pool);
  const { sample, heat, isDensity } = await pool.sample(await taskFor(modern('density')));
  expect(sample.count).toBe(5);
  expect(isDensity).toBe(true);
  expect(heat?.values).toEqual(Float32Array.from([1.5, 3]));
  const inZone = await pool.sample(await taskFor(modern('density'), { zones: [leftHalf] }));
  expect(inZone.sample).toMatchObject({ count: 2, ignored: 3, zones: [2] });
  expect((await pool.sample(await taskFor(modern('count')))).sample.count).toBe(23);
  const unplaced = pool.sample(await taskFor(modern('count'), { zones: [leftHalf] }));
  await expect(unplaced).rejects.toThrow(/density: expected people by place.* got a count alone/);
});

test('a look that ends at its signal costs its sample, and not the process', SLOW, async () => {
  const lanes = startLanes(15_000);
  await lanes.prepare(modern('hurry'));
  const { rssBytes } = lanes.laneOf(modern('hurry'));
  await expect(lanes.sample(await taskFor(modern('hurry')))).rejects.toMatchObject({
    code: 'detector_timeout',
  });
  await lanes.sample(await taskFor(modern('density')));
  expect(log.of('detector_process_ended')).toEqual([]);
  expect(rssBytes).not.toBeNull();
});

test('lines of env.log have the name of the detector', SLOW, async () => {
  const lanes = startLanes();
  await lanes.sample(await taskFor(modern('log')));
  await until(() => log.of('detector_logged').length > 0);
  expect(log.of('detector_logged')[0]).toMatchObject({
    level: 'warn',
    fields: { detector: 'modern', text: 'all is dark', about: { lux: 3 } },
  });
});

test.runIf(process.platform === 'linux')(
  'a program of env.spawn ends with its process',
  SLOW,
  async () => {
    const lanes = startLanes();
    const { boxes } = await lanes.sample(await taskFor(modern('child')));
    const pid = Number(boxes[0]?.track);
    expect(isThere(pid)).toBe(true);
    await lanes.close();
    await until(() => !isThere(pid));
  },
);
