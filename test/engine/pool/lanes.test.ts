/** Bad plugins in the lanes: each costs its own samples, is charged for them, and the shared workers go on. */

import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildBest } from '../../../engine/counting/configured-detectors.ts';
import { createCounts } from '../../../engine/counts/layout.ts';
import { defaultMemoryBytes, Lanes } from '../../../engine/pool/lanes.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import type { TurnoutError } from '../../../errors.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { anError, faultOf } from '../../support/an-error.ts';
import { isThere } from '../../support/is-there.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { until } from '../../support/until.ts';
import { LIMITS, taskFor } from './pool.fixture.ts';

const counts = createCounts({ slots: 4, ring: 8 });
const motion: DetectorChoice = { ...pluginChoice('faulty'), plugin: 'motion' };
const faulty = (misdeed: string) => pluginChoice('faulty', { misdeed, good_from: 150 });

let log: RecordedLog;
const strays: [plugin: string, fault: TurnoutError][] = [];

type Limits = { taskTimeoutMs?: number; memoryBytes?: number };

const openLanes = (limits: Limits = {}) => {
  log = new RecordedLog();
  const opened = new Lanes({ ...LIMITS, memoryBytes: 4e9, counts, log, ...limits });
  opened.onStray((plugin, fault) => strays.push([plugin, fault]));
  return opened;
};

let lanes = openLanes();
beforeEach(() => {
  strays.length = 0;
});
afterAll(() => lanes.close());

/** With lanes of its own. */
async function apart(limits: Limits, work: () => Promise<void>): Promise<void> {
  const [shared, sharedLog] = [lanes, log];
  lanes = openLanes(limits);
  try {
    await work();
  } finally {
    await lanes.close();
    [lanes, log] = [shared, sharedLog];
  }
}

/** A sample of the shipped detector that needs no model, in the shared workers. */
async function healthySample(): Promise<unknown> {
  const state = new SharedArrayBuffer((await lanes.prepare(motion)).stateBytes);
  return (await lanes.sample(await taskFor(motion, { state }))).sample;
}

test('a plugin runs in a process of its own while a camera uses it, a shipped detector in the shared workers', async () => {
  const plugin = pluginChoice('brightness');
  const { sample } = await lanes.sample(await taskFor(plugin));
  expect(sample.count).toBe(5);
  expect(lanes.laneOf(plugin)).toMatchObject({ kind: 'own_process', reason: 'plugin' });
  await until(() => (lanes.laneOf(plugin).rssBytes ?? 0) > 2e7);
  const shared = { kind: 'shared', reason: 'shipped', rssBytes: null };
  expect(lanes.laneOf(motion)).toMatchObject(shared);
  // A plugin that no camera uses any more has no process any more.
  lanes.retain([motion]);
  expect(lanes.laneOf(plugin).rssBytes).toBe(0);
});

test('a plugin remembers a camera from frame to frame, and each camera for itself', async () => {
  const states = [new SharedArrayBuffer(64), new SharedArrayBuffer(64)] as const;
  const seen: (number | null)[] = [];
  for (const state of [states[0], states[0], states[1], states[0]]) {
    const { sample } = await lanes.sample(await taskFor(pluginChoice('remembering'), { state }));
    seen.push(sample.count);
  }
  expect(seen).toEqual([null, null, null, 3]);
});

const modern = (mode: string) => pluginChoice('modern', { mode });
const look = async (mode: string) => lanes.sample(await taskFor(modern(mode)));

test('a plugin of contract 2 whose look ends at its signal loses its sample, and not its process', () =>
  apart({ taskTimeoutMs: 3_000 }, async () => {
    for (const mode of ['density', 'hurry']) await lanes.prepare(modern(mode));
    const { rssBytes } = lanes.laneOf(modern('hurry'));
    await expect(look('hurry')).rejects.toMatchObject({ code: 'detector_timeout' });
    await look('density');
    expect(log.of('detector_process_ended')).toEqual([]);
    expect(rssBytes).not.toBeNull();
  }));

test('a plugin of contract 2 has the lines of env.log under its name', async () => {
  await look('log');
  await until(() => log.of('detector_logged').length > 0);
  expect(log.of('detector_logged')[0]).toMatchObject({
    level: 'warn',
    fields: { detector: 'modern', text: 'all is dark', about: { lux: 3 } },
  });
});

test.runIf(process.platform === 'linux')('a plugin of contract 2 takes its env.spawn with it', () =>
  apart({}, async () => {
    const { boxes } = await look('child');
    const pid = Number(boxes[0]?.track);
    expect(isThere(pid)).toBe(true);
    await lanes.close();
    await until(() => !isThere(pid));
  }),
);

test.each([
  ['throw', 'detector_failed'],
  ['nonsense', 'detector_output_invalid'],
  ['flood', 'detector_output_invalid'],
  ['hoard', 'detector_out_of_memory'],
  ['exit', 'detector_exited'],
  ['abort', 'detector_exited'],
  ['chdir', 'detector_exited'],
  ['kill', 'detector_exited'],
  ['kill_parent', 'detector_exited'],
  ['crash', 'detector_crashed'],
])('a plugin that misbehaves is charged, and goes on: %s → %s', async (misdeed, code) => {
  const fault = await faultOf(lanes.sample(await taskFor(faulty(misdeed))));
  expect(fault.code).toBe(code);
  expect(fault.message).not.toContain('/');
  if (misdeed === 'throw') {
    const got = /^an exception: the plugin broke \(faulty\.fixture\.js:\d+\)$/;
    expect(fault.parts.got).toMatch(got);
    expect(redactText(fault.message)).toBe(fault.message);
  }
  expect(await healthySample()).toMatchObject({ staff: 0 });
  const next = await lanes.sample(await taskFor(faulty(misdeed), { brightness: 200 }));
  expect(next.sample.count).toBe(0);
});

test('a plugin that misbehaves is charged: spin: the shared workers count on while it lasts', () =>
  apart({ taskTimeoutMs: 3_000 }, async () => {
    const { choice } = await buildBest(lanes, faulty('spin'));
    await lanes.prepare(motion);
    let isOver = false;
    const spun = faultOf(lanes.sample(await taskFor(choice))).finally(() => {
      isOver = true;
    });
    let counted = 0;
    while (!isOver) {
      await healthySample();
      counted += 1;
    }
    const late = 'expected an answer within 3000 ms, got none; its process was ended';
    expect(await spun).toEqual(anError('detector_timeout', `detector faulty: ${late}`));
    await until(() => log.of('detector_process_ended').length > 0);
    expect(log.of('detector_process_ended')[0]?.fields).toMatchObject({ detector: 'faulty' });
    expect(counted).toBeGreaterThan(3);
    const next = await lanes.sample(await taskFor(faulty('spin'), { brightness: 200 }));
    expect(next.sample.count).toBe(0);
  }));

test('a plugin that misbehaves is charged: a leak outside the heap ends its process, and the program stays small', () =>
  apart({ memoryBytes: 2e9 }, async () => {
    const before = process.memoryUsage.rss();
    await until(async () => {
      await lanes.sample(await taskFor(faulty('leak_native'))).catch(() => undefined);
      return log.of('detector_process_ended').length > 0;
    });
    const [ended] = log.of('detector_process_ended');
    expect(ended?.fields).toMatchObject({ code: 'detector_out_of_memory' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(3e8);
  }));

test('a plugin that misbehaves is charged: what it leaves behind is its own fault and costs no sample', async () => {
  const late = pluginChoice('faulty', { misdeed: 'late' });
  expect((await lanes.sample(await taskFor(late))).sample.count).toBe(0);
  await lanes.sample(await taskFor(late, { brightness: 200 }));
  await until(() => strays.length > 0);
  const [plugin, fault] = strays[0] ?? [];
  expect(plugin).toBe(late.plugin);
  expect(fault?.message).toContain('faulty.fixture.js: expected nothing left behind');
});

test('a plugin that misbehaves is charged: what it prints goes through the log, with its name, and no more than a log can bear', () =>
  apart({}, async () => {
    await lanes.sample(await taskFor(faulty('print')));
    await until(() => log.of('detector_printed').length === 60);
    const [first] = log.of('detector_printed');
    expect(first?.fields).toEqual({ detector: 'faulty.fixture.js', text: 'line 0' });
  }));

test('a shipped detector that hangs stays in the shared workers, and only its sample is lost', () =>
  apart({ taskTimeoutMs: 1 }, async () => {
    const state = new SharedArrayBuffer((await lanes.prepare(motion)).stateBytes);
    // No look at a picture is over within it.
    const late = faultOf(lanes.sample(await taskFor(motion, { state })));
    expect((await late).code).toBe('detector_timeout');
    expect(lanes.laneOf(motion)).toMatchObject({ kind: 'shared', reason: 'shipped' });
    await lanes.prepare(motion);
  }));

test('the ceiling of the memory costs the shared workers where no plugin is to blame, and they count on', () =>
  apart({ memoryBytes: 1e6 }, async () => {
    await until(() => log.of('memory_over_limit').length > 0);
    expect(log.of('memory_over_limit')[0]?.fields).toMatchObject({ limit_mb: 1 });
    expect(await healthySample()).toMatchObject({ staff: 0 });
    expect(log.of('memory_over_limit')).toHaveLength(1);
  }));

test('the ceiling of the memory is half of what there is by default, of the group of processes where that has less', () => {
  expect(defaultMemoryBytes(0, 16e9)).toBe(8e9);
  expect(defaultMemoryBytes(4e9, 16e9)).toBe(2e9);
  // What stands for no limit in a control group.
  expect(defaultMemoryBytes(2 ** 63, 16e9)).toBe(8e9);
  expect(defaultMemoryBytes(0, 1e9)).toBe(1e9);
});

test('closing is quick in the middle of the worst', () =>
  apart({}, async () => {
    await lanes.prepare(faulty('spin'));
    const spinning = faultOf(lanes.sample(await taskFor(faulty('spin'))));
    const began = performance.now();
    await lanes.close();
    expect((await spinning).code).toBe('detector_crashed');
    expect(performance.now() - began).toBeLessThan(5_000);
  }));
