import { beforeEach, describe, expect, test } from 'vitest';
import {
  DetectorInUse,
  type DetectorSurroundings,
} from '../../../engine/counting/detector-in-use.ts';
import { TurnoutError } from '../../../errors.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { Crashes } from '../../../store/crashes.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { FACTS } from '../pool/pool.fixture.ts';

const fault = () =>
  new TurnoutError('detector_failed', { where: 'detector tester', expected: 'boxes', got: 'none' });

/** A pool whose `prepare` fails as often as told. */
function poolFailing(times: number): DetectorSurroundings['pool'] & { prepared: number } {
  const pool = {
    workers: 1,
    prepared: 0,
    sample: () => Promise.reject(fault()),
    prepare: async () => {
      pool.prepared += 1;
      if (pool.prepared <= times) throw fault();
      return FACTS;
    },
    laneOf: () => ({ id: 'shared', kind: 'shared', reason: 'shipped', rssBytes: null }) as const,
    retain: () => undefined,
    onStray: () => undefined,
  };
  return pool;
}

async function inUse(failures: number, changed?: () => void) {
  const clock = new FakeClock();
  const pool = poolFailing(failures);
  const choice = { plugin: 'tester', options: {}, fromDir: '.', modelsDir: '.' };
  const around = { pool, clock, timers: clock, log: silentLog };
  const detector = new DetectorInUse(choice, around, changed);
  await settle();
  return { detector, clock, pool };
}

describe('a detector that starts', () => {
  test('is left alone for 30 s after five faults in a row, then tried again', async () => {
    let changes = 0;
    const { detector, clock } = await inUse(0, () => {
      changes += 1;
    });
    for (let times = 0; times < 5; times += 1) detector.noteFault(fault());
    expect(detector.isAvailable).toBe(false);
    expect(detector.status()).toMatchObject({ isQuarantined: true, failures: 5 });
    await clock.advance(30_000);
    expect(detector.isAvailable).toBe(true);
    expect(changes, 'there, out, there again').toBe(3);
  });
});

describe('a detector that names another', () => {
  test('is that one where its own model is missing, and says both', async () => {
    const clock = new FakeClock();
    const missing = new TurnoutError('model_missing', {
      where: 'model file person.onnx',
      expected: 'an ONNX file',
      got: 'no file',
    });
    const pool: DetectorSurroundings['pool'] = {
      ...poolFailing(0),
      prepare: async ({ plugin }) => {
        if (plugin === 'person') throw missing;
        return { ...FACTS, name: plugin };
      },
    };
    const log = new RecordedLog();
    const around = { pool, clock, timers: clock, log };
    const folders = { fromDir: '.', modelsDir: '.' };
    const orElse = { plugin: 'motion', options: {}, ...folders };
    const detector = new DetectorInUse(
      { plugin: 'person', options: { model: 'own' }, ...folders, orElse },
      around,
    );
    await settle();
    expect(detector.isAvailable).toBe(true);
    expect(detector.choice).toEqual({ ...orElse, name: 'motion' });
    expect(detector.status()).toMatchObject({
      name: 'motion',
      model: null,
      isQuarantined: false,
      failures: 1,
      lastFailure: { code: 'model_missing', detail: expect.stringContaining('person.onnx') },
    });
    expect(log.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'detector_passed_over',
        fields: expect.objectContaining({ taken: 'motion', code: 'model_missing' }),
      }),
      expect.objectContaining({ level: 'info', event: 'detector_ready' }),
    ]);
  });
});

describe('a detector that cannot be built', () => {
  test('is built again after a while, until it can be', async () => {
    const { detector, clock, pool } = await inUse(2);
    expect(detector.isAvailable).toBe(false);
    expect(detector.status().lastFailure?.code).toBe('detector_failed');
    await clock.advance(30_000);
    expect(pool.prepared).toBe(2);
    await clock.advance(60_000);
    expect(pool.prepared).toBe(3);
    expect(detector.isAvailable).toBe(true);
  });

  test('is not tried any more once it is not used any more', async () => {
    const { detector, clock, pool } = await inUse(9);
    detector.close();
    await clock.advance(3_600_000);
    expect(pool.prepared).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a detector whose process crashed', () => {
  let dir: string;
  beforeEach(() => {
    dir = testFolder();
  });

  test('is named after the program was started again, until something else is wrong', async () => {
    const choice = { plugin: '/opt/mine.mjs', options: {}, fromDir: '.', modelsDir: '.' };
    const start = async () => {
      const clock = new FakeClock();
      const log = new RecordedLog();
      const around = { pool: poolFailing(0), clock, timers: clock, log };
      const detector = new DetectorInUse(choice, { ...around, crashes: new Crashes(dir) });
      await settle();
      return { detector, log };
    };
    const parts = { where: 'detector mine.mjs', expected: 'its process to live', got: 'SIGSEGV' };
    const first = await start();
    first.detector.noteFault(new TurnoutError('detector_crashed', parts));
    first.detector.remember(new TurnoutError('detector_crashed', parts));

    const { detector, log } = await start();
    expect(log.lines[0]).toMatchObject({
      level: 'warn',
      event: 'detector_crashed_before',
      fields: { detector: 'mine.mjs', times: 2, detail: expect.stringContaining('got SIGSEGV') },
    });
    expect(detector.status()).toMatchObject({
      failures: 0,
      isQuarantined: false,
      lastFailure: {
        code: 'detector_crashed',
        detail: expect.stringMatching(/got SIGSEGV \(2 times before this start, last at \d{4}-/),
      },
    });
    detector.noteFault(fault());
    expect(detector.status().lastFailure?.code).toBe('detector_failed');
  });
});
