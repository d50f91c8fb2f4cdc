/** Classes over counts in a real history: evaluated when they are over, and again when what they were made of changes. */

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { historyEstimator } from '../../../service/gyms/estimates/history-estimator.ts';
import { createGyms, type Gyms } from '../../../service/gyms/gyms.ts';
import type { ClassStore } from '../../../store/history/classes/store.ts';
import type { History } from '../../../store/history/history.ts';
import { entry as entryOf, parsed } from '../../store/history/classes/entries.fixture.ts';
import { openTestHistory, samplesFrom, stored } from '../../store/history/folder.fixture.ts';
import { storedEstimate } from '../../support/classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { MINUTE_MS } from '../../support/times.ts';

const START_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);
const MONTH_MS = 30 * 86_400_000;

const gymWith = (attendance: object = {}, ids = ['cam']) => {
  const cameras = ids.map((id) => ({ id, url: 'scene:a', sampling: { class_period: '10s' } }));
  return gymConfigOf({ rooms: [{ id: 'hall', camera_rule: 'sum', cameras }], attendance });
};

const entry = (said: Partial<ScheduleEntry> = {}) =>
  entryOf('1', {
    name: 'Spin',
    trainer: { externalId: null, name: 'Anna' },
    room: 'hall',
    startsUtcMs: START_UTC_MS,
    capacity: 20,
    booked: 12,
    ...said,
  });

let clock: FakeClock;
let history: History;
let estimator: ReturnType<typeof historyEstimator>;
let gyms: Gyms;
let log: RecordedLog;
/** At which size the camera looks. */
let inputPixels: number | null;

beforeEach(async () => {
  inputPixels = Number.POSITIVE_INFINITY;
  clock = new FakeClock(START_UTC_MS - 30 * MINUTE_MS);
  const opened = await openTestHistory({ clock });
  history = opened.history;
  estimator = historyEstimator(opened.dir);
  log = new RecordedLog();
});

async function start(store: Partial<ClassStore> = {}): Promise<Gyms> {
  const counted = () => ({ isWeak: false, isDensity: false, inputPixels });
  gyms = createGyms({
    store: { ...history.classes, ...store },
    estimator,
    traits: { counted, gopMs: () => null },
    cameras: () => null,
    ...{ clock, timers: clock, log },
  });
  onTestFinished(() => gyms.stop());
  await gyms.apply([gymWith()], MONTH_MS);
  return gyms;
}

async function schedule(...entries: ScheduleEntry[]): Promise<void> {
  await history.classes.import('gym', 'feed', parsed(entries));
}

/** The program starts when the class is long over. */
async function afterTheClass(): Promise<Gyms> {
  await schedule(entry());
  clock.stepWallClock(180 * MINUTE_MS);
  return start();
}

/** The camera counts `bodies` every ten seconds between two times of the class, minutes after its start. */
async function count(bodies: number, fromMinute: number, toMinute: number, camera = 'cam') {
  const said = () => ({ count: bodies, confidence: 0.9 });
  const fromUtcMs = START_UTC_MS + fromMinute * MINUTE_MS;
  const length = (toMinute - fromMinute) * 6;
  await stored(history, samplesFrom(fromUtcMs, 10_000, length, said), camera);
}

const sessions = () => gyms.view('gym')?.sessions ?? [];
const idOfFirst = () => sessions()[0]?.id ?? '';

/** Each class, in the end. Turns of the evaluation run on real SQLite, so their end is waited for and not only their time. */
async function becomes(...expected: object[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await clock.advance(1_000);
      expect(sessions()).toMatchObject(expected);
    },
    { timeout: 10_000, interval: 10 },
  );
}

const because = (reason: string) => ({ reasons: expect.arrayContaining([reason]) });
const anHourAt = (startsUtcMs: number) => {
  return { startsUtcMs, endsUtcMs: startsUtcMs + 60 * MINUTE_MS };
};

test('a class that is over is evaluated once its tail has passed, and only once', async () => {
  await schedule(entry());
  await start();
  await count(9, -5, 65);
  await clock.advance(101 * MINUTE_MS);
  await becomes({ attendance: { attended: 8, quality: 'A', source: 'camera' } });
  const kept = async () => expect(await history.classes.estimates(idOfFirst())).toHaveLength(1);
  // The page has it a moment before it is kept.
  await vi.waitFor(kept);
  await clock.advance(10 * MINUTE_MS);
  await kept();
});

test('a class that was over before the start waits until it is known at which size its camera looks', async () => {
  inputPixels = null;
  await count(9, -5, 65);
  await afterTheClass();
  await clock.advance(MINUTE_MS);
  inputPixels = 832 * 480;
  // Eight at a size that is not known would be a rough figure, and stay one.
  await becomes({ attendance: { attended: 8, quality: 'A' } });
});

test('a class that has just ended at the start is not estimated for a size that is not known yet', async () => {
  inputPixels = null;
  await count(9, -5, 65);
  await schedule(entry(), entry({ externalId: '2', room: 'Loft', name: 'Yoga' }));
  clock.stepWallClock(95 * MINUTE_MS);
  await start();
  await clock.advance(MINUTE_MS);
  await vi.waitFor(() => expect(sessions()[1]?.attendance).toMatchObject({ quality: 'none' }));
  expect(sessions()[0]?.attendance).toBeNull();
  inputPixels = 832 * 480;
  await becomes({ attendance: { attended: 8, quality: 'A' } }, {});
});

test('a class is evaluated again when it moves, when settings change and when a person corrects it', async () => {
  await count(9, -5, 65);
  await count(14, 65, 160);
  const running = await afterTheClass();
  await becomes({ attendance: { attended: 8 } });

  await running.apply([gymWith({ staff: 2 })], MONTH_MS);
  await becomes({ attendance: { attended: 7 } });

  await schedule(entry(anHourAt(START_UTC_MS + 75 * MINUTE_MS)));
  await becomes({ attendance: { attended: 12 } });

  await history.classes.correct(idOfFirst(), { attended: 10, note: 'counted', by: 'test' });
  expect(sessions(), 'whoever corrects it reads it at once').toMatchObject([
    { attendance: { attended: 10, source: 'manual' } },
  ]);
  await history.classes.withdrawCorrection(idOfFirst(), 'test');
  await becomes({ attendance: { attended: 12 } });
});

test('a class keeps its figures when a camera that counted it leaves the room', async () => {
  await count(9, -5, 65);
  await count(7, -5, 65, 'door');
  await count(14, 65, 160);
  await schedule(entry({ externalId: '2', ...anHourAt(START_UTC_MS + 75 * MINUTE_MS) }));
  const running = await afterTheClass();
  const become = (both: number, one: number) =>
    becomes({ attendance: { attended: both } }, { attendance: { attended: one } });
  await become(8, 13);
  await running.apply([gymWith({}, ['cam', 'door'])], MONTH_MS);
  await become(15, 13);
  // The other was counted by this camera alone.
  await running.apply([gymWith({ staff: 2 })], MONTH_MS);
  await become(15, 12);
  await running.apply([gymWith({ staff: 2 }, ['cam', 'door'])], MONTH_MS);
  await become(14, 12);
});

test('a class that was evaluated while the clock was ahead is evaluated when it was really held', async () => {
  await afterTheClass();
  await becomes({ attendance: because('no_samples') });
  clock.stepWallClock(-180 * MINUTE_MS);
  await clock.advance(60 * MINUTE_MS);
  await count(9, -5, 65);
  await becomes({ attendance: because('in_progress') });
  await clock.advance(45 * MINUTE_MS);
  await becomes({ attendance: { attended: 8, quality: 'A' } });
});

test('a class that no camera sees says so once it has begun, and check-ins go before that', async () => {
  const other = entry({ externalId: '2', room: 'Loft', name: 'Yoga', checkedIn: 7 });
  await schedule(entry({ room: 'Loft' }), other);
  await start();
  await clock.advance(MINUTE_MS);
  expect(sessions()[0]?.attendance).toBeNull();
  await clock.advance(60 * MINUTE_MS);
  await becomes(
    { attendance: { quality: 'none', reasons: ['no_camera'] } },
    { attendance: { attended: 7, reasons: ['checked_in'] } },
  );
  expect(await history.classes.estimates(idOfFirst())).toEqual([]);
});

test('a class without any count is told so, and an estimate of counts that are gone is kept', async () => {
  await afterTheClass();
  await becomes({ attendance: { attended: null, quality: 'none', ...because('no_samples') } });
  const estimate = storedEstimate(5, { method: 'of another day' });
  await history.classes.recordEstimates([{ classId: idOfFirst(), estimate }]);
  await becomes({ attendance: { attended: 5 } });
  await clock.advance(5 * MINUTE_MS);
  await becomes({ attendance: { attended: 5 } });
});

test('the gyms miss no class that comes while they are read for the first time', async () => {
  const { records } = history.classes;
  const first: ClassStore['records'] = async (...asked) => {
    const found = await records(...asked);
    if (reading.mock.calls.length > 1) return found;
    // Whoever stores it waits for the next read.
    const stored = new Promise((resolve) => history.classes.onChange(resolve));
    void schedule(entry());
    await stored;
    return found;
  };
  const reading = vi.fn(first);
  await start({ records: reading });
  await becomes({ name: 'Spin' });
});

test('the gyms are read again after a read that failed, which is told once', async () => {
  const reading = vi.fn(history.classes.records);
  await start({ records: reading });
  reading.mockRejectedValue(new Error('disk'));
  await schedule(entry());
  await clock.advance(10 * MINUTE_MS);
  expect(log.of('classes_failed')).toHaveLength(1);
  reading.mockImplementation(history.classes.records);
  await becomes({ name: 'Spin' });
});

test('the gyms are evaluated at the next turn after an estimate that failed, which is told once', async () => {
  const failing = vi.spyOn(estimator, 'estimate');
  failing.mockRejectedValue(new Error('the thread has ended'));
  await count(9, -5, 65);
  await afterTheClass();
  await vi.waitFor(async () => {
    await clock.advance(30_000);
    expect(failing.mock.calls.length).toBeGreaterThanOrEqual(3);
  });
  const fields = { gym: 'gym', detail: 'the thread has ended' };
  expect(log.of('classes_failed')).toMatchObject([{ fields }]);
  failing.mockRestore();
  await becomes({ attendance: { attended: 8 } });
});

test('class hours follow the schedule as it is imported', async () => {
  const running = await start();
  expect(running.isClassTime('gym', 'hall')).toBe(true);
  await schedule(entry());
  await becomes({});
  expect(running.isClassTime('gym', 'hall')).toBe(false);
  await clock.advance(25 * MINUTE_MS);
  expect(running.isClassTime('gym', 'hall')).toBe(true);
});

test('calibration by five classes that a person counted corrects all of the room', async () => {
  const days = [0, 1, 2, 3, 4, 5];
  for (const day of days) await count(9, -5 - day * 1440, 65 - day * 1440);
  const timesOf = (day: number) => anHourAt(START_UTC_MS - day * 1440 * MINUTE_MS);
  await schedule(...days.map((day) => entry({ externalId: `${day}`, ...timesOf(day) })));
  clock.stepWallClock(180 * MINUTE_MS);
  await start();
  await becomes(...days.map(() => ({ attendance: { attended: 8 } })));
  for (const { id: classId } of sessions().slice(0, 5)) {
    await history.classes.addTrueCount({ classId, roomId: 'hall', people: 10 }, 'command line');
  }
  await becomes(...days.map(() => ({ attendance: { attended: 10, ...because('calibrated') } })));
});
