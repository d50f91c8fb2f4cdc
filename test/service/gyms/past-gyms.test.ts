/** Gyms on dates gone by: which classes are over, what is kept, and what is read again. */

import { describe, expect, test } from 'vitest';
import type { GymConfig } from '../../../config/config.ts';
import { parseConfig } from '../../../config/load.ts';
import { instantOf } from '../../../gym/calendar/zone.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import { gymAsOf } from '../../../service/gyms/as-of.ts';
import { PastGyms } from '../../../service/gyms/past-gyms.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { classRecord, startsOf } from '../../support/classes.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const ZONE = 'Europe/London';
const NOW_UTC_MS = instantOf(ZONE, '2026-11-21T20:00');

function gymOf(id = 'gym'): GymConfig {
  const cameras = [{ id: 'cam', url: 'scene:a' }];
  const gyms = [{ id, timezone: ZONE, rooms: [{ id: 'hall', cameras }] }];
  const [gym] = parseConfig(JSON.stringify({ gyms }), '/t.yaml', {
    variables: {},
    host: null,
    port: null,
  }).gyms;
  return gym!;
}

function classAt(wallTime: string, minutes = 60, said: Partial<ClassRecord> = {}): ClassRecord {
  const startsUtcMs = instantOf(ZONE, wallTime);
  return classRecord({ startsUtcMs, endsUtcMs: startsUtcMs + minutes * 60_000, ...said });
}

/** A history of these classes, which tells how often it was read. */
function storeOf(classes: ClassRecord[]) {
  const reads: string[] = [];
  return {
    reads,
    records: async (id: string, { fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }) => {
      reads.push(id);
      return classes.filter(({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs < toUtcMs);
    },
    starts: async () => startsOf(classes),
    trainers: async () => [{ id: 'anna', name: 'Anna' }],
  };
}

describe('a gym on a date gone by', () => {
  test('has the classes of that date over, and none of later ones', async () => {
    const store = storeOf([
      classAt('2026-06-09T18:00'),
      classAt('2026-06-10T18:00'),
      classAt('2026-06-11T18:00'),
    ]);
    const date = '2026-06-10';
    const { view, isOver } = await gymAsOf(gymOf(), store, { date, nowUtcMs: NOW_UTC_MS });
    expect(isOver).toBe(true);
    expect(summaryReport(view)).toMatchObject({ date, total_classes: 1, completed_classes: 1 });
    expect(trainerReport(view, 'anna', 'week').classes_taught).toBe(2);
    expect(view.rooms).toMatchObject([{ occupancy: null, state: 'offline' }]);
  });

  test('has a class that ended after midnight, in one read', async () => {
    const store = storeOf([classAt('2026-06-10T23:30', 90), classAt('2026-06-11T00:30', 90)]);
    const date = '2026-06-10';
    const { view } = await gymAsOf(gymOf(), store, { date, nowUtcMs: NOW_UTC_MS });
    expect(view.nowUtcMs).toBe(instantOf(ZONE, '2026-06-11T01:00'));
    expect(summaryReport(view, { date }).completed_classes).toBe(1);
    expect(summaryReport(view, { date: '2026-06-11' }).completed_classes).toBe(0);
    expect(store.reads).toHaveLength(1);
  });

  test('reaches back 42 days over the change of the clock', async () => {
    const store = storeOf([classAt('2026-02-26T00:00'), classAt('2026-04-08T23:00')]);
    const { view } = await gymAsOf(gymOf(), store, { date: '2026-04-08', nowUtcMs: NOW_UTC_MS });
    expect(view.sessions).toHaveLength(2);
  });

  test('of which a class still runs is not over yet', async () => {
    const store = storeOf([classAt('2026-11-20T23:30', 90)]);
    const nowUtcMs = instantOf(ZONE, '2026-11-21T00:30');
    const past = await gymAsOf(gymOf(), store, { date: '2026-11-20', nowUtcMs });
    expect(past).toMatchObject({ isOver: false, view: { nowUtcMs } });
  });
});

describe('dates that were asked for', () => {
  const gym = gymOf();
  const pastOf = (store: ReturnType<typeof storeOf>, nowUtcMs = NOW_UTC_MS) =>
    new PastGyms({ store, clock: new FakeClock(nowUtcMs) });

  test('are read once, also by two at a time', async () => {
    const store = storeOf([classAt('2026-06-10T18:00')]);
    const past = pastOf(store);
    const [one, other] = await Promise.all([
      past.view(gym, '2026-06-10'),
      past.view(gym, '2026-06-10'),
    ]);
    expect(other).toBe(one);
    expect(await past.view(gym, '2026-06-10')).toBe(one);
    expect(store.reads).toHaveLength(1);
  });

  test('are read again once the gym has changed, those of other gyms are not', async () => {
    const store = storeOf([]);
    const past = pastOf(store);
    const other = gymOf('other');
    await Promise.all([past.view(gym, '2026-06-10'), past.view(other, '2026-06-10')]);
    past.drop('gym');
    await Promise.all([past.view(gym, '2026-06-10'), past.view(other, '2026-06-10')]);
    expect(store.reads).toEqual(['gym', 'other', 'gym']);
  });

  test('make room for newer ones: the eight asked for last are kept', async () => {
    const store = storeOf([]);
    const past = pastOf(store);
    const dates = Array.from({ length: 9 }, (_, n) => `2026-06-1${n}`);
    for (const date of dates.slice(0, 8)) await past.view(gym, date);
    await past.view(gym, '2026-06-10');
    await past.view(gym, '2026-06-18');
    expect(store.reads).toHaveLength(9);
    await past.view(gym, '2026-06-10');
    expect(store.reads).toHaveLength(9);
    await past.view(gym, '2026-06-11');
    expect(store.reads).toHaveLength(10);
  });

  test('of very large gyms are kept one by one', async () => {
    const one = classAt('2026-06-10T18:00');
    const classes = Array.from({ length: 30_000 }, (_, n) => ({ ...one, id: `class-${n}` }));
    const store = storeOf(classes);
    const past = pastOf(store);
    await past.view(gym, '2026-06-10');
    const newest = await past.view(gym, '2026-06-11');
    await past.settled();
    expect(await past.view(gym, '2026-06-11')).toBe(newest);
    expect(store.reads).toHaveLength(2);
    await past.view(gym, '2026-06-10');
    expect(store.reads).toHaveLength(3);
  });

  test('on which a class still runs are read by everybody who asks', async () => {
    const store = storeOf([classAt('2026-11-20T23:30', 90)]);
    const past = pastOf(store, instantOf(ZONE, '2026-11-21T00:30'));
    await past.view(gym, '2026-11-20');
    await past.settled();
    await past.view(gym, '2026-11-20');
    expect(store.reads).toHaveLength(2);
  });

  test('that cannot be read say so, and are tried again', async () => {
    const store = storeOf([]);
    const past = new PastGyms({
      store: { ...store, records: () => Promise.reject(new Error('disk I/O error')) },
      clock: new FakeClock(NOW_UTC_MS),
    });
    await expect(past.view(gym, '2026-06-10')).rejects.toThrow('disk I/O error');
    await past.settled();
    await expect(past.view(gym, '2026-06-10')).rejects.toThrow('disk I/O error');
    await past.settled();
  });
});
