import { expect, it, onTestFinished } from 'vitest';
import { TurnoutError } from '../../../errors.ts';
import type { ParsedSchedule } from '../../../gym/schedule/entry.ts';
import { parseSchedule } from '../../../gym/schedule/parse.ts';
import type { FeedStore } from '../../../service/feeds/followed.ts';
import { createFeedReader, type FeedReaderOptions } from '../../../service/feeds/reader.ts';
import type { FeedState } from '../../../store/history/classes/class-store.ts';
import { BookingServer, fakeWeek, PRIVATE, passOver } from '../../support/booking-server.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/times.ts';

const MONDAY = Date.parse('2026-01-12T00:00:00Z');
const GOOD = 'Class,Start,End\nYoga,2026-01-16 18:30,19:30\n';
const SERIES =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Yoga\nDTSTART:20200101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR';

const gym = (url: string) => gymConfigOf({ schedule: [{ id: 'site', url, refresh: '15m' }] });

/** What a store would be told. */
class MemoryStore implements FeedStore {
  readonly imports: ParsedSchedule[] = [];
  state: FeedState | null = null;
  options: Parameters<FeedStore['import']>[3] | null = null;

  async import(...given: Parameters<FeedStore['import']>): Promise<void> {
    this.imports.push(given[2]);
    this.options = given[3];
  }

  async feed(): Promise<FeedState | null> {
    return this.state;
  }

  async noteFeed(_gymId: string, _sourceId: string, state: FeedState): Promise<void> {
    this.state = state;
  }
}

function readerOf(url: string, more: Partial<FeedReaderOptions> = {}) {
  const clock = new FakeClock(MONDAY + 8 * HOUR_MS);
  const store = new MemoryStore();
  const log = new RecordedLog();
  const around = { store, clock, timers: clock, log, random: () => 0 };
  const parse: FeedReaderOptions['parse'] = async (bytes, options) => parseSchedule(bytes, options);
  const reader = createFeedReader({ ...around, parse, ...more });
  void reader.applyConfig([gym(url)]);
  onTestFinished(() => reader.stop());
  return { clock, store, log, reader };
}

/** A reader whose feed gives what `answer` is at the time. */
function follow() {
  const feed = { answer: GOOD as string | TurnoutError | null, asked: [] as (string | null)[] };
  // What a request without conditions gives while nothing changes.
  let latest = GOOD;
  const read: FeedReaderOptions['read'] = async (_address, known) => {
    feed.asked.push(known?.etag ?? null);
    const answer = feed.answer ?? (known === null ? latest : null);
    if (answer instanceof Error) throw answer;
    if (typeof answer !== 'string') return { kind: 'unchanged' };
    latest = answer;
    const bytes = new TextEncoder().encode(answer);
    return { kind: 'read', bytes, etag: '"1"', lastModified: null };
  };
  return { feed, ...readerOf('https://feed.example/a', { read }) };
}
const parts = { where: 'feed', expected: 'a server that answers', got: 'none' };
const DOWN = new TurnoutError('feed_unreachable', parts);

it('a followed feed is read at once and on its interval, and asked for changes only', async () => {
  const { clock, store, feed } = follow();
  await clock.advance(0);
  expect(store.imports).toHaveLength(1);
  expect(store.state).toMatchObject({ etag: '"1"', entries: 1, fault: null });
  feed.answer = null;
  await clock.advance(30 * MINUTE_MS);
  expect(feed.asked).toEqual([null, '"1"', '"1"']);
  expect(store.imports).toHaveLength(1);
  expect(store.state?.lastSuccessUtcMs).toBe(clock.nowUtcMs());
});

it('a followed feed that is down, broken or empty changes nothing, and is told once until it is well', async () => {
  const { clock, store, log, feed } = follow();
  await clock.advance(0);
  for (const [answer, code] of [
    [DOWN, 'feed_unreachable'],
    ['<html>Sign in</html>', 'schedule_unreadable'],
    ['Class,Start,End\n', 'feed_empty'],
  ] as const) {
    feed.answer = answer;
    await clock.advance(60 * MINUTE_MS);
    expect(store.state).toMatchObject({ etag: '"1"', entries: 1, fault: { code } });
  }
  expect(store.imports).toHaveLength(1);
  const codes = log.of('feed_fault').map(({ fields }) => fields['code']);
  expect(codes).toEqual(['feed_unreachable', 'schedule_unreadable', 'feed_empty']);
  expect(JSON.stringify(log.lines)).not.toContain('feed.example');
  feed.answer = GOOD;
  await clock.advance(15 * MINUTE_MS);
  expect(store.state?.fault).toBeNull();
  expect(log.of('feed_recovered')).toHaveLength(1);
});

it('a followed feed is tried again soon after a failure, and then less and less often', async () => {
  const { clock, feed } = follow();
  feed.answer = DOWN;
  await clock.advance(0);
  await clock.advance(31 * MINUTE_MS);
  // At 0, 1, 3, 7, 15 and 30 minutes.
  expect(feed.asked).toHaveLength(6);
});

it('a followed feed is expanded anew every day, though its server says that nothing changed', async () => {
  const { clock, store, feed } = follow();
  feed.answer = SERIES;
  await clock.advance(0);
  feed.answer = null;
  feed.asked.length = 0;
  await clock.advance(DAY_MS);
  expect(feed.asked.at(-1)).toBeNull();
  expect(feed.asked.slice(0, -1).every((etag) => etag === '"1"')).toBe(true);
  const ends = store.imports.map(({ entries }) => entries.at(-1)?.startsUtcMs ?? 0);
  expect((ends.at(-1) ?? 0) - (ends[0] ?? 0)).toBe(DAY_MS);
});

it('a followed feed ends with its source, and one that is changed begins anew', async () => {
  const { clock, store, feed, reader } = follow();
  await clock.advance(0);
  await reader.applyConfig([gym('https://feed.example/a')]);
  await clock.advance(MINUTE_MS);
  expect(feed.asked).toHaveLength(1);
  await reader.applyConfig([gym('https://feed.example/b')]);
  await clock.advance(MINUTE_MS);
  expect(feed.asked).toEqual([null, null]);
  expect(store.options?.signal?.aborted).toBe(false);
  await reader.applyConfig([]);
  expect(store.options?.signal?.aborted).toBe(true);
  await clock.advance(DAY_MS);
  expect(store.imports).toHaveLength(2);
  expect(clock.pendingTimers).toBe(0);
});

async function followSystem() {
  const server = await BookingServer.start();
  server.classes = fakeWeek(MONDAY);
  const { clock, store, log } = readerOf(server.address('mindbody'));
  onTestFinished(() => {
    server.stop();
    expect(JSON.stringify([log.lines, store.imports, store.state])).not.toMatch(PRIVATE);
  });
  const pass = (ms: number) => passOver(clock, ms);
  return { server, store, log, pass, last: () => store.imports.at(-1) };
}

it('a followed booking system is asked for all classes once a day, and for those of two days every quarter of an hour', async () => {
  const { store, pass, last } = await followSystem();
  await pass(0);
  expect(last()?.entries).toHaveLength(14);
  expect(last()?.completeUtcMs).not.toBeNull();
  await pass(15 * MINUTE_MS);
  // Today, tomorrow and Wednesday.
  expect(last()?.entries).toHaveLength(6);
  expect(last()?.completeUtcMs).toBeNull();
  expect(store.state).toMatchObject({ entries: 14, fault: null });
  await pass(DAY_MS);
  const whole = store.imports.filter(({ completeUtcMs }) => completeUtcMs !== null);
  expect(whole).toHaveLength(2);
});

it('a followed booking system with eight classes a day is asked 100 times a day, for all once a class is missing', async () => {
  const { server, pass, last } = await followSystem();
  server.classes = [0, 1, 2, 3].flatMap((at) =>
    fakeWeek(MONDAY + at * HOUR_MS, 28).map((one) => ({ ...one, id: at * 28 + one.id })),
  );
  await pass(DAY_MS + HOUR_MS);
  expect(server.calls.length).toBeLessThan(120);
  expect(last()?.completeUtcMs).toBeNull();
  server.classes = server.classes.filter(({ id }) => id !== 5);
  await pass(15 * MINUTE_MS);
  expect(last()?.completeUtcMs).not.toBeNull();
  expect(last()?.entries).toHaveLength(111);
});

it('a followed booking system that fails changes nothing, and is asked again when it wants to be', async () => {
  const { server, store, log, pass } = await followSystem();
  await pass(0);
  server.wrong.push({ status: 429, retryAfter: '3600' });
  await pass(15 * MINUTE_MS);
  expect(store.state).toMatchObject({ entries: 14, fault: { code: 'feed_refused' } });
  const { length } = server.calls;
  await pass(59 * MINUTE_MS);
  expect(server.calls).toHaveLength(length);
  await pass(MINUTE_MS);
  expect(server.calls).toHaveLength(length + 1);
  expect(store.state?.fault).toBeNull();
  expect(log.of('feed_fault')).toHaveLength(1);
});
