/** A week of a gym whose bookings are in Mindbody: followed, corrected and reported, with the number of calls. */

import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '../../config/load.ts';
import { parseSchedule } from '../../gym/schedule/parse.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { createFeedReader } from '../../service/feeds/reader.ts';
import { openHistory } from '../../store/history/history.ts';
import { typed } from '../cli/typed.ts';
import { BookingServer, type FakeClass, fakeWeek, passOver } from '../support/booking-server.ts';
import { FakeClock } from '../support/fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In its last night the clocks of London go forward. */
const MONDAY = Date.parse('2025-03-24T00:00:00Z');
const SUMMER = MONDAY + 6 * DAY;
const HOURS = [7, 9, 10, 12, 16, 17, 18, 19];

/** What Mindbody allows without a fee. */
const FREE_CALLS = 1_000;

let server: BookingServer | undefined;
afterEach(() => server?.stop());

/** Eight classes a day at their hours on the wall, for two weeks. */
function timetable(): FakeClass[] {
  return fakeWeek(MONDAY, 56).map((one, at) => {
    const day = Math.floor(at / HOURS.length);
    const summerMs = day >= 6 ? HOUR : 0;
    const startsUtcMs = MONDAY + day * DAY + (HOURS[at % HOURS.length] ?? 0) * HOUR - summerMs;
    return { ...one, startsUtcMs, booked: 10 + (at % 5) };
  });
}

test('a week of a Mindbody gym', async () => {
  server = await BookingServer.start('Europe/London');
  server.classes = timetable();
  const config = `gyms:
  - id: north
    timezone: Europe/London
    rooms: [{ id: loft, name: Loft, capacity: 20 }, { id: cycle, name: Cycle Hall, capacity: 20 }]
    schedule: [{ id: desk, url: "${server.address('mindbody')}" }]
`;
  const { ask, json, dataDir, configPath } = await typed(config);
  const clock = new FakeClock(MONDAY + 5 * HOUR);
  const history = await openHistory({ dir: dataDir, clock, log: silentLog });
  const reader = createFeedReader({
    gyms: parseConfig(config, configPath, { host: null, port: null, variables: {} }).gyms,
    store: history.classes,
    clock,
    timers: clock,
    log: silentLog,
    random: () => 0,
    parse: async (bytes, options) => parseSchedule(bytes, options),
  });
  const at = (day: number, hour: number) =>
    server?.classes.find(
      ({ startsUtcMs }) =>
        startsUtcMs === MONDAY + day * DAY + (HOURS[hour] ?? 0) * HOUR - (day >= 6 ? HOUR : 0),
    );
  const happens: Readonly<Record<number, () => void>> = {
    20: () => Object.assign(at(1, 2) ?? {}, { isSubstitute: true, trainer: EVE }),
    30: () => Object.assign(at(1, 4) ?? {}, { isCancelled: true }),
    40: () => Object.assign(at(2, 5) ?? {}, { startsUtcMs: MONDAY + 2 * DAY + 17.5 * HOUR }),
    50: () => void server?.classes.splice(server.classes.indexOf(at(3, 0) as FakeClass), 1),
    60: () => void server?.wrong.push({ status: 429, retryAfter: '1800' }, { status: 500 }, 'half'),
  };
  const daily: number[] = [];
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    happens[hour]?.();
    // Tokens last a day.
    if (hour % 24 === 3) server.expireTokens();
    // The desk signs in who comes as a class begins.
    for (const one of server.classes) {
      if (one.startsUtcMs <= clock.nowUtcMs()) one.signedIn = one.booked - 2;
    }
    await passOver(clock, HOUR);
    if (hour % 24 === 23) daily.push(server.calls.splice(0).length);
  }
  await reader.stop();
  const all = await history.classes.records('north', {
    fromUtcMs: MONDAY,
    toUtcMs: MONDAY + 7 * DAY,
  });
  await history.close();

  // One was removed; all others are there, on the wall as in Mindbody.
  expect(all).toHaveLength(7 * HOURS.length - 1);
  const sunday = all.find(({ startsUtcMs }) => startsUtcMs >= SUMMER);
  expect(sunday?.startsUtcMs).toBe(SUMMER + 6 * HOUR);
  const of = (one: FakeClass | undefined) =>
    all.find(({ startsUtcMs }) => startsUtcMs === one?.startsUtcMs);
  expect(of(at(1, 2))).toMatchObject({ isSubstitute: true, trainer: { name: 'Eve Fox' } });
  expect(of(at(1, 4))?.isCancelled).toBe(true);
  const moved = all.find(({ startsUtcMs }) => startsUtcMs === MONDAY + 2 * DAY + 17.5 * HOUR);
  expect(moved).toMatchObject({ booked: 11 });

  const first = all[0];
  expect((await ask('class', 'correct', first?.id ?? '', '--attended', '14')).err).toBe('');
  const report = await json('report', 'week', '--on', '2025-03-26');
  // 54 classes were held: two fewer than booked were signed in, and one was counted.
  const held = server.classes.filter(
    ({ startsUtcMs, isCancelled }) => startsUtcMs < MONDAY + 7 * DAY - HOUR && !isCancelled,
  );
  const people = held.reduce((sum, { booked }) => sum + booked - 2, 0) + 14 - 8;
  expect(report.week).toMatchObject({
    completed_classes: 54,
    cancelled_classes: 1,
    attended: people,
    attendance_basis: 'mixed',
  });

  for (const calls of daily) expect(calls).toBeLessThan(FREE_CALLS / 5);
}, 120_000);

const EVE = { id: 5, first: 'Eve', last: 'Fox' };
