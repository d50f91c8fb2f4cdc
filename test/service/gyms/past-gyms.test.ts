/** Gyms on dates gone by: which classes are over, and what is read again. */

import { expect, test, vi } from 'vitest';
import { addDays, datesRange, type InstantRange, instantOf } from '../../../gym/calendar/zone.ts';
import { answerQuery } from '../../../gym/figures/answer-query.ts';
import { withDefaults } from '../../../gym/figures/ask/normal-query.ts';
import { atOnce } from '../../../gym/figures/chunks.ts';
import type { ClassTable } from '../../../gym/figures/class-table.ts';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { GymClasses } from '../../../service/gyms/gym-classes.ts';
import { createPastGyms, gymAsOf } from '../../../service/gyms/past-gyms.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { entry, parsed } from '../../store/history/classes/entries.fixture.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { classRecord, startsOf, storedEstimate } from '../../support/classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { HOUR_MS } from '../../support/times.ts';

const ZONE = 'Europe/London';
const NOW_UTC_MS = instantOf(ZONE, '2026-11-21T20:00');

const gymOf = () =>
  gymConfigOf({ id: 'gym', rooms: [{ id: 'hall', cameras: [{ id: 'cam', url: 'scene:a' }] }] });

function classAt(wallTime: string, minutes = 60): ClassRecord {
  const startsUtcMs = instantOf(ZONE, wallTime);
  return classRecord({ startsUtcMs, endsUtcMs: startsUtcMs + minutes * 60_000 });
}

/** A history of these classes. */
const storeOf = (classes: ClassRecord[]) => ({
  records: vi.fn(async (_: string, { fromUtcMs, toUtcMs }: InstantRange) =>
    classes.filter(({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs < toUtcMs),
  ),
  starts: async () => startsOf(classes),
  trainers: async () => [{ id: 'anna', name: 'Anna' }],
});

test('a gym on a date gone by has the classes of that date over, and none of later ones', async () => {
  const store = storeOf(['09', '10', '11'].map((day) => classAt(`2026-06-${day}T18:00`)));
  const date = '2026-06-10';
  const view = await gymAsOf(gymOf(), store, { date, nowUtcMs: NOW_UTC_MS });
  expect(summaryReport(view)).toMatchObject({ date, total_classes: 1, completed_classes: 1 });
  expect(trainerReport(view, 'anna', 'week').classes_taught).toBe(2);
  expect(view.rooms).toMatchObject([{ occupancy: null, state: 'offline' }]);
});

test('a gym on a date gone by has a class that ended after midnight, in one read', async () => {
  const store = storeOf([classAt('2026-06-10T23:30', 90), classAt('2026-06-11T00:30', 90)]);
  const date = '2026-06-10';
  const view = await gymAsOf(gymOf(), store, { date, nowUtcMs: NOW_UTC_MS });
  expect(view.nowUtcMs).toBe(instantOf(ZONE, '2026-06-11T01:00'));
  expect(summaryReport(view, { date }).completed_classes).toBe(1);
  expect(summaryReport(view, { date: '2026-06-11' }).completed_classes).toBe(0);
  expect(store.records).toHaveBeenCalledTimes(1);
});

const TODAY = '2026-06-30';
const YEAR = { from: '2025-07-01', to: '2026-06-30' };
/** The clocks go back on 26 October 2025 and forward on 29 March 2026, both at 01:00 UTC. */
const TIMES = ['00:00', '00:30', '07:00', '18:00', '23:45'];

const dates: string[] = [];
for (let date = YEAR.from; date <= addDays(TODAY, 3); date = addDays(date, 1)) dates.push(date);

const ENTRIES = dates.flatMap((date) =>
  TIMES.map((time, n) => {
    const startsUtcMs = instantOf(ZONE, `${date}T${time}`);
    return entry(`${date}-${n}`, {
      name: n === 0 ? 'Night' : 'Spin',
      trainer: { externalId: null, name: 'Anna' },
      room: 'hall',
      startsUtcMs,
      endsUtcMs: startsUtcMs + HOUR_MS / 2,
      booked: n + 1,
      checkedIn: n,
    });
  }),
);

async function openYear(now: string) {
  const { history } = await openTestHistory();
  await history.classes.import('gym', 'feed', parsed(ENTRIES));
  const gym = gymOf();
  const clock = new FakeClock(instantOf(ZONE, now));
  const { classes: store } = history;
  const classes = new GymClasses({ gym, store, cameras: () => null, clock });
  await classes.load();
  return { gym, classes, clock, store, long: createPastGyms(store) };
}

function answer(table: ClassTable, view: GymView, asked: FiguresQuery) {
  const query = withDefaults({ limit: 1_000, ...asked }, TODAY);
  if (!('measures' in query)) throw new Error(JSON.stringify(query));
  return atOnce(answerQuery(view, table, query));
}

test('has every class of a year once, each on its own day and at its own time on the wall', async () => {
  const { gym, classes, long } = await openYear(`${TODAY}T12:00`);
  const view = classes.view();
  const table = await long.classesIn(gym, view, YEAR);
  const byDay = answer(table, view, { measures: ['sessions', 'booked'], by: ['day'], ...YEAR });
  expect(byDay.rows).toHaveLength(365);
  for (const row of byDay.rows) expect(row).toMatchObject({ sessions: 5, booked: 15 });
  const byTime = answer(table, view, { measures: ['sessions'], by: ['start_time'], ...YEAR });
  const each = TIMES.map((start_time) => ({ start_time, sessions: 365 }));
  expect(byTime.rows).toMatchObject(each);
  // Those of the last day that are over: 00:00, 00:30 and 07:00.
  const last = { from: TODAY, to: TODAY };
  expect(answer(table, view, { measures: ['attended'], ...last }).total.attended).toBe(3);
});

test('counts no class twice just after midnight, while those of yesterday are still in memory', async () => {
  const { gym, classes, clock, store, long } = await openYear(`${TODAY}T23:59`);
  clock.skip(2 * 60_000);
  const range = { from: YEAR.from, to: addDays(TODAY, 2) };
  const table = await long.classesIn(gym, classes.view(), range);
  const stored = await store.records('gym', datesRange(ZONE, range.from, range.to));
  expect(table.classes.map(({ session }) => session.id)).toEqual(stored.map(({ id }) => id));
  await classes.load();
  expect(await long.classesIn(gym, classes.view(), YEAR)).toBe(table);
});

test('tells who is there in a class that runs, without reading the year again', async () => {
  const { gym, classes, clock, store } = await openYear(`${TODAY}T18:10`);
  const records = vi.fn(store.records);
  const long = createPastGyms({ ...store, records });
  const before = classes.view();
  await long.classesIn(gym, before, YEAR);
  records.mockClear();
  const { nowUtcMs } = before;
  const isOn = (one: ClassSession) => one.startsUtcMs <= nowUtcMs && nowUtcMs < one.endsUtcMs;
  const running = before.sessions.find(isOn);
  classes.setRunning(new Map([[running?.id ?? '', storedEstimate(17)]]));
  clock.skip(HOUR_MS);
  const after = classes.view();
  const table = await long.classesIn(gym, after, YEAR);
  const asked = { measures: ['attended'], from: TODAY, to: TODAY, by: ['source'] } as const;
  const { rows } = answer(table, after, asked);
  expect(rows.map(({ source, attended }) => [source, attended])).toContainEqual(['camera', 17]);
  expect(records).not.toHaveBeenCalled();
});
