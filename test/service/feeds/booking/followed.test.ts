import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookingSystem } from '../../../../config/booking.ts';
import type { FeedState, FeedStore, ParsedSchedule } from '../../../../gym/schedule/entry.ts';
import { parseSchedule } from '../../../../gym/schedule/parse.ts';
import { createFeedReader, type FeedReader } from '../../../../service/feeds/reader.ts';
import { BookingServer, fakeWeek, PRIVATE, passOver } from '../../../support/booking-server.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

const MONDAY = Date.parse('2026-01-12T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

class MemoryStore implements FeedStore {
  readonly imports: ParsedSchedule[] = [];
  state: FeedState | null = null;

  import(...given: Parameters<FeedStore['import']>): Promise<void> {
    this.imports.push(given[2]);
    return Promise.resolve();
  }

  feed(): Promise<FeedState | null> {
    return Promise.resolve(this.state);
  }

  noteFeed(_gymId: string, _sourceId: string, state: FeedState): Promise<void> {
    this.state = state;
    return Promise.resolve();
  }
}

let server: BookingServer;
let reader: FeedReader | undefined;
let clock: FakeClock;
let store: MemoryStore;
let log: RecordedLog;
beforeEach(async () => {
  server = await BookingServer.start('Europe/London');
  server.classes = fakeWeek(MONDAY);
  clock = new FakeClock(MONDAY + 8 * HOUR);
  store = new MemoryStore();
  log = new RecordedLog();
});
afterEach(async () => {
  await reader?.stop();
  server.stop();
  expect(JSON.stringify([log.lines, store.imports, store.state])).not.toMatch(PRIVATE);
});

function follow(system: BookingSystem = 'mindbody', address = server.address(system)): void {
  const source = { id: 'desk', url: address, format: 'auto' as const, refreshMs: 15 * MINUTE };
  const schedule = [{ ...source, columns: {}, rooms: {} }];
  reader = createFeedReader({
    gyms: [{ id: 'north', timezone: 'Europe/London', rooms: [], schedule }],
    store,
    clock,
    timers: clock,
    log,
    random: () => 0,
    parse: async (bytes, options) => parseSchedule(bytes, options),
  });
}

const pass = (ms: number) => passOver(clock, ms);
const last = () => store.imports.at(-1);

describe('a followed booking system', () => {
  it('is asked for all classes once a day, and for those of two days every quarter of an hour', async () => {
    follow();
    await pass(0);
    expect(last()?.entries).toHaveLength(14);
    expect(last()?.completeUtcMs).not.toBeNull();
    await pass(15 * MINUTE);
    // Today, tomorrow and Wednesday.
    expect(last()?.entries).toHaveLength(6);
    expect(last()?.completeUtcMs).toBeNull();
    expect(store.state).toMatchObject({ entries: 14, fault: null });
    await pass(DAY);
    const whole = store.imports.filter(({ completeUtcMs }) => completeUtcMs !== null);
    expect(whole).toHaveLength(2);
  });

  it('is asked again ten minutes after a class begins and ends', async () => {
    follow();
    await pass(HOUR + 9 * MINUTE);
    const [first] = server.classes;
    Object.assign(first ?? {}, { signedIn: 7 });
    const before = store.imports.length;
    await pass(MINUTE);
    expect(store.imports).toHaveLength(before + 1);
    expect(last()?.entries.find(({ externalId }) => externalId === '1')?.checkedIn).toBe(7);
  });

  it.each([
    ['moved by a week', { startsUtcMs: MONDAY + 8 * DAY }],
    ['removed', null],
  ])('is asked for all classes at once where one is %s', async (_, change) => {
    follow();
    await pass(0);
    if (change === null) server.classes.splice(2, 1);
    else Object.assign(server.classes[2] ?? {}, change);
    await pass(15 * MINUTE);
    expect(last()?.completeUtcMs).not.toBeNull();
    const moved = last()?.entries.find(({ externalId }) => externalId === '3');
    expect(moved?.startsUtcMs).toBe(change?.startsUtcMs);
    await pass(15 * MINUTE);
    expect(last()?.completeUtcMs).toBeNull();
  });

  it('that fails changes nothing, and is asked again when it wants to be', async () => {
    follow();
    await pass(0);
    server.wrong.push({ status: 429, retryAfter: '3600' });
    await pass(15 * MINUTE);
    expect(store.state).toMatchObject({ entries: 14, fault: { code: 'feed_refused' } });
    const { length } = server.calls;
    await pass(59 * MINUTE);
    expect(server.calls).toHaveLength(length);
    await pass(MINUTE);
    expect(server.calls).toHaveLength(length + 1);
    expect(store.state?.fault).toBeNull();
    expect(log.of('feed_fault')).toHaveLength(1);
  });

  it.each(['half', 'renamed'] as const)('with a page that is %s loses no class', async (wrong) => {
    server.classes = Array.from({ length: 20 }, (_, at) => at).flatMap((at) =>
      fakeWeek(MONDAY).map((one) => ({ ...one, id: at * 14 + one.id })),
    );
    follow();
    await pass(0);
    await reader?.stop();
    // The first page is as ever, the second goes wrong.
    server.wrong.push({ status: 200 }, wrong);
    follow();
    await pass(0);
    expect(server.calls.slice(-2)).toEqual(Array(2).fill('/mindbody/class/classes'));
    expect(store.imports).toHaveLength(1);
    expect(store.state?.fault?.code).toBe('feed_refused');
  });
});
