import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { BOOKING_SYSTEMS, type BookingSystem } from '../../../config/booking.ts';
import { parseSchedule } from '../../../gym/schedule/parse.ts';
import { type FeedMemory, readFeed } from '../../../service/feeds/read-feed.ts';
import { faultOf } from '../../support/an-error.ts';
import { BookingServer, fakeWeek, PRIVATE, type Wrong } from '../../support/booking-server.ts';
import { DAY_MS } from '../../support/times.ts';

/** The week in which London goes to summer time, on its last day. */
const MONDAY = Date.parse('2026-03-23T00:00:00Z');
const nowUtcMs = MONDAY + 8 * DAY_MS;
const window = { fromUtcMs: MONDAY, toUtcMs: nowUtcMs };
const range = { timezone: 'Europe/London', nowUtcMs, window };
const SYSTEMS = Object.keys(BOOKING_SYSTEMS) as BookingSystem[];

/** What is said of a class with 10 bookings, 9 signed in, one that was cancelled too late, and a substitute. */
const VISITS: Readonly<Record<BookingSystem, object>> = {
  mindbody: { checkedIn: 9, noShows: null, lateCancels: null, isSubstitute: true },
  momence: { checkedIn: null, noShows: null, lateCancels: null, isSubstitute: true },
  teamup: { checkedIn: 9, noShows: 1, lateCancels: 1, isSubstitute: false },
  glofox: { checkedIn: 9, noShows: null, lateCancels: 1, isSubstitute: false },
};

let server: BookingServer;
let memory: FeedMemory;
beforeEach(async () => {
  server = await BookingServer.start();
  server.classes = fakeWeek(MONDAY);
  memory = {};
});
afterEach(() => server.stop());

async function read(system: BookingSystem, account?: Readonly<Record<string, string>>) {
  const { signal } = new AbortController();
  const news = await readFeed(server.address(system, account), null, { signal, range, memory });
  if (news.kind !== 'read') throw new Error('expected news');
  const text = new TextDecoder().decode(news.bytes);
  expect(text).not.toMatch(PRIVATE);
  const options = { format: 'json', columns: {}, ...range, nowUtcMs: MONDAY } as const;
  return { text, ...parseSchedule(news.bytes, options) };
}

/** Of a refusal, which names neither the account nor the address. */
async function refusal(reading: Promise<unknown>) {
  const { message } = await faultOf(reading);
  expect(message).not.toMatch(PRIVATE);
  expect(message).not.toContain('127.0.0.1');
  return message;
}

describe.each(SYSTEMS)('%s', (system) => {
  it('gives the classes of a range, on the wall of the gym, and nobody who booked', async () => {
    const [first, second, third] = server.classes;
    Object.assign(second ?? {}, { isCancelled: true });
    Object.assign(third ?? {}, { signedIn: 9, isSubstitute: true });
    const { entries, faults, shape, completeUtcMs } = await read(system);
    expect(faults).toEqual([]);
    expect(shape).toBe(system);
    expect(entries).toHaveLength(14);
    expect(completeUtcMs).toEqual(range.window);
    expect(entries[0]).toMatchObject({
      name: 'Yoga Flow',
      trainer: { name: 'Anna Berg' },
      room: 'Loft',
      startsUtcMs: first?.startsUtcMs,
      endsUtcMs: MONDAY + 9.75 * 3_600_000,
      capacity: 20,
      booked: 8,
      waitlisted: 0,
      checkedIn: null,
      isCancelled: false,
    });
    expect(entries[1]).toMatchObject({ isCancelled: true, room: 'Cycle Hall' });
    expect(entries[2]).toMatchObject(VISITS[system]);
    // The clocks went forward in the night before.
    expect(entries.at(-1)?.startsUtcMs).toBe(MONDAY + 6 * DAY_MS + 18 * 3_600_000);
  });

  it.each<[Wrong, RegExp]>([
    ['half', /half of one/],
    ['renamed', /its API may have changed/],
    [{ status: 500 }, /status 500; its server has a fault/],
    [{ status: 429 }, /status 429; it was asked too often/],
  ])('that answers %j is refused whole', async (wrong, words) => {
    server.wrong.push(wrong);
    expect(await refusal(read(system))).toMatch(words);
  });

  it('says that an account is not known, and which parts of it to check', async () => {
    const [part = ''] = Object.keys(BOOKING_SYSTEMS[system].account).slice(-1);
    const message = await refusal(read(system, { [part]: 'wrong' }));
    expect(message).toContain(`an account that ${BOOKING_SYSTEMS[system].title} knows`);
    expect(server.calls).toHaveLength(1);
  });
});

test.each(['mindbody', 'momence'] as const)('an old token of %s is renewed', async (system) => {
  await read(system);
  await read(system);
  expect(server.calls).toHaveLength(3);
  server.expireTokens();
  expect((await read(system)).entries).toHaveLength(14);
  expect(server.calls).toHaveLength(6);
});

test('a list that has fewer classes than it counts is not whole', async () => {
  server.surplus = 1;
  const { entries, completeUtcMs } = await read('mindbody');
  expect(entries).toHaveLength(14);
  expect(completeUtcMs).toBeNull();
});

test.each([
  ['mindbody://-99?key=s3cret&user=desk', /one without password/],
  ['glofox://?key=a&token=s3cret', /one without the Branch ID/],
  ['teamup://1?token=s3cret&api=file:///etc', /no address of the web/],
])('%s is no account', async (address, words) => {
  const { signal } = new AbortController();
  expect(await refusal(readFeed(address, null, { signal }))).toMatch(words);
});
