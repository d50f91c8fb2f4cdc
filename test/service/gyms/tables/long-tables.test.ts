/** Ranges longer than what is in memory, from a real history of a year: over midnight and both changes of the clock. */

import { expect, it } from 'vitest';
import { parseConfig } from '../../../../config/load.ts';
import { addDays, datesRange, instantOf } from '../../../../gym/calendar/zone.ts';
import { answerQuery } from '../../../../gym/figures/answer-query.ts';
import { withDefaults } from '../../../../gym/figures/ask/normal-query.ts';
import { atOnce } from '../../../../gym/figures/chunks.ts';
import type { ClassTable } from '../../../../gym/figures/class-table.ts';
import { sourceOf } from '../../../../gym/figures/groups.ts';
import type { FiguresQuery } from '../../../../gym/figures/query.ts';
import { NO_NUMBERS } from '../../../../gym/sessions/class-fields.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { GymClasses } from '../../../../service/gyms/gym-classes.ts';
import { LongTables } from '../../../../service/gyms/tables/long-tables.ts';
import { createHandClock, openTestHistory } from '../../../store/history/folder.fixture.ts';

const ZONE = 'Europe/London';
const TODAY = '2026-06-30';
const YEAR = { from: '2025-07-01', to: '2026-06-30' };
/** The clocks go back on 26 October 2025 and forward on 29 March 2026, both at 01:00 UTC. */
const TIMES = ['00:00', '00:30', '07:00', '18:00', '23:45'];
const HOUR_MS = 3_600_000;

const dates: string[] = [];
for (let date = YEAR.from; date <= addDays(TODAY, 3); date = addDays(date, 1)) dates.push(date);

const ENTRIES = dates.flatMap((date) =>
  TIMES.map((time, n) => {
    const startsUtcMs = instantOf(ZONE, `${date}T${time}`);
    return {
      ...NO_NUMBERS,
      externalId: `${date}-${n}`,
      name: n === 0 ? 'Night' : 'Spin',
      trainer: { externalId: null, name: 'Anna' },
      isSubstitute: false,
      room: 'hall',
      startsUtcMs,
      endsUtcMs: startsUtcMs + HOUR_MS / 2,
      isCancelled: false,
      booked: n + 1,
      checkedIn: n,
    };
  }),
);

async function openYear(now: string) {
  const { history } = await openTestHistory();
  const faultless = { faults: [], faultCount: 0, completeUtcMs: null } as const;
  const parsed = { entries: ENTRIES, format: 'csv', shape: 'generic', ...faultless } as const;
  await history.classes.import('gym', 'feed', parsed);
  const text = JSON.stringify({ gyms: [{ id: 'gym', timezone: ZONE, rooms: [{ id: 'hall' }] }] });
  const environment = { variables: {}, host: null, port: null };
  const [gym] = parseConfig(text, '/t.yaml', environment).gyms;
  if (gym === undefined) throw new Error('there is a gym');
  const clock = createHandClock(instantOf(ZONE, now));
  const { classes: store } = history;
  const classes = new GymClasses({ gym, store, cameras: () => null, clock });
  await classes.load();
  return { gym, classes, clock, store, long: new LongTables(store) };
}

function answer(table: ClassTable, view: GymView, asked: FiguresQuery) {
  const query = withDefaults({ limit: 1_000, ...asked }, TODAY);
  if (!('measures' in query)) throw new Error(JSON.stringify(query));
  return atOnce(answerQuery(sourceOf(view, table), query));
}

it('has every class of a year once, each on its own day and at its own time on the wall', async () => {
  const { gym, classes, long } = await openYear(`${TODAY}T12:00`);
  const view = classes.view();
  const table = await long.table(gym, view, YEAR);
  const byDay = answer(table, view, { measures: ['sessions', 'booked'], by: ['day'], ...YEAR });
  expect(byDay.rows).toHaveLength(365);
  for (const { day, sessions, booked } of byDay.rows) {
    expect({ sessions, booked }, String(day)).toEqual({ sessions: 5, booked: 15 });
  }
  const byTime = answer(table, view, { measures: ['sessions'], by: ['start_time'], ...YEAR });
  expect(byTime.rows.map(({ start_time, sessions }) => [start_time, sessions])).toEqual(
    TIMES.map((time) => [time, 365]),
  );
  // Those of the last day that are over: 00:00, 00:30 and 07:00.
  const last = { from: TODAY, to: TODAY };
  expect(answer(table, view, { measures: ['attended'], ...last }).total.attended).toBe(3);
});

it.each(['2025-10-26', '2026-03-29'])('has the five classes of %s, and no other', async (day) => {
  const { gym, classes, long } = await openYear(`${TODAY}T12:00`);
  const range = { from: day, to: day };
  const table = await long.table(gym, classes.view(), range);
  const { rows } = answer(table, classes.view(), {
    measures: ['attended'],
    by: ['session'],
    ...range,
  });
  expect(rows.map(({ attended }) => attended)).toEqual([0, 1, 2, 3, 4]);
});

it('counts no class twice just after midnight, while those of yesterday are still in memory', async () => {
  const { gym, classes, clock, store, long } = await openYear(`${TODAY}T23:59`);
  clock.advance(2 * 60_000);
  const range = { from: YEAR.from, to: addDays(TODAY, 2) };
  const table = await long.table(gym, classes.view(), range);
  const stored = await store.records('gym', datesRange(ZONE, range.from, range.to));
  expect(table.classes.map(({ session }) => session.id)).toEqual(stored.map(({ id }) => id));
  await classes.load();
  expect(await long.table(gym, classes.view(), YEAR)).toBe(table);
});

it('tells who is there in a class that runs, without reading the year again', async () => {
  const { gym, classes, clock, store } = await openYear(`${TODAY}T18:10`);
  let reads = 0;
  const counting = {
    records: (...asked: Parameters<typeof store.records>) => {
      reads += 1;
      return store.records(...asked);
    },
  };
  const long = new LongTables(counting);
  const before = classes.view();
  await long.table(gym, before, YEAR);
  const wholeReads = reads;
  const running = before.sessions.find(
    ({ startsUtcMs, endsUtcMs }) => startsUtcMs <= before.nowUtcMs && before.nowUtcMs < endsUtcMs,
  );
  const counted = { low: 16, high: 18, method: null, reasons: [], figures: null } as const;
  const estimate = { ...counted, source: 'camera', attended: 17, quality: 'A' } as const;
  classes.setRunning(new Map([[running?.id ?? '', estimate as never]]));
  clock.advance(HOUR_MS);
  const after = classes.view();
  const table = await long.table(gym, after, YEAR);
  const asked = { measures: ['attended'], from: TODAY, to: TODAY, by: ['source'] } as const;
  const { rows } = answer(table, after, asked);
  expect(rows.map(({ source, attended }) => [source, attended])).toContainEqual(['camera', 17]);
  expect(reads).toBe(wholeReads);
});
