import { expect, test } from 'vitest';
import { DetectorInUse, Quarantine } from '../../../engine/counting/detector-in-use.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import type { ErrorCode } from '../../../errors.ts';
import { coded } from '../../support/an-error.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { choiceOf, FACTS, POOL } from '../pool/pool.fixture.ts';

const fault = coded('detector_failed');

interface World {
  readonly choice?: DetectorChoice;
  /** What is wrong when it is built for that time, from 1 on. */
  readonly faultAt?: (time: number, plugin: string) => ErrorCode | null;
}

async function inUse({ choice = choiceOf('tester'), faultAt = () => null }: World = {}) {
  const [clock, log] = [new FakeClock(), new RecordedLog()];
  const seen = { prepared: 0, changes: 0 };
  const pool = {
    ...POOL,
    sample: () => Promise.reject(fault),
    prepare: async ({ plugin }: DetectorChoice) => {
      seen.prepared += 1;
      const code = faultAt(seen.prepared, plugin);
      if (code !== null) throw coded(code, { where: plugin });
      return { ...FACTS, name: plugin };
    },
  };
  const around = { pool, clock, timers: clock, log };
  const detector = new DetectorInUse(choice, around, () => {
    seen.changes += 1;
  });
  await settle();
  return { detector, clock, log, seen };
}

test('a detector is left alone for 30 s after five faults in a row, then tried again', async () => {
  const { detector, clock, seen } = await inUse();
  for (let times = 0; times < 4; times += 1) detector.noteFault(fault);
  expect(detector.isAvailable).toBe(true);
  detector.noteFault(fault);
  expect(detector.status()).toMatchObject({ isQuarantined: true, failures: 5 });
  await clock.advance(29_999);
  expect(detector.isAvailable).toBe(false);
  await clock.advance(1);
  expect(detector.isAvailable).toBe(true);
  expect(seen.changes, 'there, out, there again').toBe(3);
});

test('one that names another is that one where its own model is missing, and says both', async () => {
  const orElse = choiceOf('motion');
  const { detector, log } = await inUse({
    choice: choiceOf('person', { orElse }),
    faultAt: (_, plugin) => (plugin === 'person' ? 'model_missing' : null),
  });
  expect([detector.isAvailable, detector.choice]).toEqual([true, { ...orElse, name: 'motion' }]);
  expect(detector.status()).toMatchObject({
    name: 'motion',
    isQuarantined: false,
    failures: 1,
    lastFailure: { code: 'model_missing', detail: expect.stringContaining('person') },
  });
  const fields = { taken: 'motion', code: 'model_missing' };
  expect(log.lines).toMatchObject([
    { level: 'error', event: 'detector_passed_over', fields },
    { level: 'info', event: 'detector_ready' },
  ]);
});

test('one that cannot be built is built again after a while, until it can be', async () => {
  const faultAt = (time: number) => (time <= 2 ? 'detector_failed' : null);
  const { detector, clock, seen } = await inUse({ faultAt });
  expect(detector.isAvailable).toBe(false);
  expect(detector.status().lastFailure?.code).toBe('detector_failed');
  await clock.advance(30_000);
  expect(seen.prepared).toBe(2);
  await clock.advance(60_000);
  expect([seen.prepared, detector.isAvailable]).toEqual([3, true]);
});

test('one that is not used any more is not tried any more', async () => {
  const { detector, clock, seen } = await inUse({ faultAt: () => 'detector_failed' });
  detector.close();
  await clock.advance(3_600_000);
  expect([seen.prepared, clock.pendingTimers]).toEqual([1, 0]);
});

const failTimes = (quarantine: Quarantine, times: number, nowMs = 0) =>
  Array.from({ length: times }, () => quarantine.noteFault('detector_failed', nowMs)).at(-1);

test('a detector that fails: is trusted again after one good sample', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 4);
  quarantine.noteSuccess();
  expect(failTimes(quarantine, 4)).toBe(false);
});

test('a detector that fails: stays out twice as long after each failed trial, a quarter of an hour at most', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 5);
  let nowMs = 30_000;
  const turns: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    expect(quarantine.noteFault('detector_timeout', nowMs)).toBe(true);
    turns.push(quarantine.remainingMs(nowMs) / 1000);
    nowMs += quarantine.remainingMs(nowMs);
  }
  expect(turns).toEqual([60, 120, 240, 480, 900, 900, 900, 900]);
});

test('a detector that fails: late faults of tasks that were under way do not count again', () => {
  const quarantine = new Quarantine();
  failTimes(quarantine, 5);
  expect(failTimes(quarantine, 5, 1000)).toBe(false);
  expect(quarantine.remainingMs(30_000)).toBe(0);
});

test('a detector that fails: is not blamed for frames that cannot be decoded', () => {
  const quarantine = new Quarantine();
  for (let fault = 0; fault < 20; fault += 1) quarantine.noteFault('frame_undecodable', 0);
  expect(quarantine.remainingMs(0)).toBe(0);
});
