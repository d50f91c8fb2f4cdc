import { expect, it } from 'vitest';
import type { GymConfig } from '../../../config/config.ts';
import { demoConfig } from '../../../config/load.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { keepDemo } from '../../../service/demo/keep.ts';
import { seedDemo } from '../../../service/demo/seed.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { storedEstimate } from '../../support/classes.ts';
import { configOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/times.ts';

/** A Saturday, some minutes past the hour. */
const START = Date.UTC(2026, 10, 21, 19, 3, 20);
const EVER = { fromUtcMs: 0, toUtcMs: START + 60 * DAY_MS };

const ENVIRONMENT = { variables: {}, host: null, port: null };

async function openDemo() {
  const clock = new FakeClock(START);
  const { classes: store } = (await openTestHistory({ clock })).history;
  /** Starts the program, or goes on with a run that started before. */
  const seed = (nowUtcMs: number, startedUtcMs = nowUtcMs) => {
    clock.stepWallClock(nowUtcMs - clock.nowUtcMs());
    const [gym] = demoConfig(ENVIRONMENT, startedUtcMs).gyms;
    return seedDemo({ gym: gym as GymConfig, store, startedUtcMs, nowUtcMs });
  };
  return { clock, store, seed, records: () => store.records('demo', EVER) };
}

const isLive = ({ sourceId }: ClassRecord) => sourceId === 'demo-live';
const isHeld = ({ isCancelled }: ClassRecord) => !isCancelled;

function expectNoOverlaps(records: readonly ClassRecord[]): void {
  for (const room of ['studio', 'spin', 'weights', 'yoga']) {
    const ofRoom = records.filter((record) => record.room === room && isHeld(record));
    for (const [at, next] of ofRoom.slice(1).entries()) {
      expect(ofRoom[at]?.endsUtcMs).toBeLessThanOrEqual(next.startsUtcMs);
    }
  }
}

/** What the engine would have stored of a class that its cameras saw. */
const COUNTED = storedEstimate(8, { method: 'of the engine' });

it('the first start of the demo has six weeks of history, all of it estimated', async () => {
  const demo = await openDemo();
  await demo.seed(START);
  const past = (await demo.records()).filter(({ endsUtcMs }) => endsUtcMs < START);
  expect(past.length).toBeGreaterThan(400);
  expect((START - (past[0]?.startsUtcMs ?? START)) / DAY_MS).toBeGreaterThan(42);
  expect(past.filter(isHeld).every(({ estimate }) => estimate !== null)).toBe(true);
  expect(past.some(({ isCancelled }) => isCancelled)).toBe(true);
  expect(past.some(({ isSubstitute }) => isSubstitute)).toBe(true);
  expect(past.some(({ estimate }) => estimate?.reasons.includes('camera_outage'))).toBe(true);
  expect(past.every(({ booked }) => booked !== null)).toBe(true);
});

it('a run of the demo goes on by the hour, and keeps what it said of the hours before', async () => {
  const demo = await openDemo();
  await demo.seed(START);
  const before = await demo.records();
  for (let hour = 1; hour <= 12; hour += 1) await demo.seed(START + hour * HOUR_MS, START);
  const after = await demo.records();
  const held = after.filter(isHeld);
  for (let at = START; at < START + 15 * HOUR_MS; at += MINUTE_MS) {
    const running = held.find((one) => one.startsUtcMs <= at && at < one.endsUtcMs);
    expect(running, new Date(at).toISOString()).toBeDefined();
  }
  expectNoOverlaps(after);
  const ids = new Set(after.map(({ id }) => id));
  expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
});

it('a later start of the demo keeps what the cameras have counted', async () => {
  const demo = await openDemo();
  await demo.seed(START);
  const coming = (await demo.records()).filter(({ startsUtcMs }) => startsUtcMs > START);
  const seen = coming.filter(({ startsUtcMs }) => startsUtcMs < START + 20 * HOUR_MS);
  const found = seen.filter(isHeld).map(({ id }) => ({ classId: id, estimate: COUNTED }));
  await demo.store.recordEstimates(found);
  const isCounted = ({ estimate }: ClassRecord) => estimate?.method === COUNTED.method;
  const counted = (await demo.records()).filter(isCounted);
  expect(counted.some(isLive)).toBe(true);
  expect(counted.every(isLive)).toBe(false);
  await demo.seed(START + 2 * DAY_MS);
  const after = new Map((await demo.records()).map((record) => [record.id, record]));
  const kept = (record?: ClassRecord) => [record?.id, record?.estimate, record?.booked];
  expect(counted.map(({ id }) => kept(after.get(id)))).toEqual(counted.map(kept));
  expectNoOverlaps([...after.values()]);
});

const HALL = { id: 'hall', cameras: [{ id: 'hall', url: 'scene:studio' }] };

it('the demo while the program runs leaves its classes alone once a file has taken its place', async () => {
  const { clock, store, records } = await openDemo();
  let config = demoConfig(ENVIRONMENT, START);
  const demo = await keepDemo({ config: () => config, store, clock, log: silentLog });
  const before = await records();
  config = configOf({ gyms: [{ id: 'demo', timezone: 'Europe/London', rooms: [HALL] }] });
  await demo.stop();
  expect(await records()).toEqual(before);
});
