/** An OpenActive feed over HTTP: its pages, its cursor and what was deleted. */

import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseSchedule } from '../../../gym/schedule/parse.ts';
import { type FeedMemory, readFeed } from '../../../service/feeds/read-feed.ts';
import { listening, stopped } from '../../support/loopback.ts';
import { DAY_MS } from '../../support/times.ts';

const NOW = Date.parse('2026-03-25T12:00:00Z');
const window = { fromUtcMs: NOW - 7 * DAY_MS, toUtcMs: NOW + 60 * DAY_MS };
const range = { timezone: 'Europe/London', nowUtcMs: NOW, window };

/** States in the order in which they were made; two a page. */
let states: object[];
let asked: string[];

let memory: FeedMemory;

const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const after = Number(new URL(request.url ?? '/', 'http://a').searchParams.get('after') ?? 0);
  const items = states.slice(after, after + 2);
  response.end(JSON.stringify({ items, next: `/feed?after=${after + items.length}` }));
});

let port: number;
beforeAll(async () => {
  port = await listening(server);
});
afterAll(() => stopped(server));
beforeEach(() => {
  [states, asked, memory] = [[], [], {}];
});

function session(id: string, startDate: string): object {
  const data = { '@type': 'ScheduledSession', '@id': id, superEvent: 'series', startDate };
  const places = { maximumAttendeeCapacity: 12, remainingAttendeeCapacity: 5 };
  return { state: 'updated', kind: 'ScheduledSession', id, data: { ...data, ...places } };
}

const SERIES = {
  state: 'updated',
  kind: 'SessionSeries',
  id: 'series',
  data: { '@type': 'SessionSeries', '@id': 'series', name: 'Yoga', duration: 'PT1H' },
};

async function read(known: { etag: null; lastModified: null } | null = null) {
  const { signal } = new AbortController();
  const news = await readFeed(`http://127.0.0.1:${port}/feed`, known, { signal, range, memory });
  if (news.kind === 'unchanged') return null;
  const options = { format: 'json', columns: {}, ...range } as const;
  return parseSchedule(news.bytes, options);
}

const KNOWN = { etag: null, lastModified: null };
const idsOf = (read: Awaited<ReturnType<typeof parseSchedule>> | null) =>
  read?.entries.map(({ externalId }) => externalId);

it('a feed in pages is asked from where it was read to, and only what is new is sent', async () => {
  states = [SERIES, session('a', '2026-03-26T18:00:00Z'), session('b', '2026-03-27T18:00:00Z')];
  const first = await read();
  expect(first?.entries[0]).toMatchObject({ name: 'Yoga', booked: 7, capacity: 12 });
  expect(first?.completeUtcMs).not.toBeNull();
  asked = [];
  expect(await read(KNOWN)).toBeNull();
  expect(asked).toEqual(['/feed?after=3']);
  states.push(session('c', '2026-03-28T18:00:00Z'));
  expect(idsOf(await read(KNOWN))).toEqual(['a', 'b', 'c']);
  expect(asked).toHaveLength(3);
  // Once a day everything is taken again, without asking for it again.
  expect(idsOf(await read())).toEqual(['a', 'b', 'c']);
  expect(asked).toHaveLength(4);
});

it('a feed in pages takes back what is deleted, and renames the classes of a series that changes', async () => {
  states = [SERIES, session('a', '2026-03-26T18:00:00Z'), session('b', '2026-03-27T18:00:00Z')];
  await read();
  states.push({ state: 'deleted', kind: 'ScheduledSession', id: 'a' });
  states.push({ ...SERIES, data: { ...SERIES.data, name: 'Yin Yoga' } });
  const news = await read(KNOWN);
  expect(news?.entries).toMatchObject([{ externalId: 'b', name: 'Yin Yoga' }]);
  expect(news?.completeUtcMs).not.toBeNull();
});
