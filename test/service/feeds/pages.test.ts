/** An OpenActive feed over HTTP: its pages, its cursor and what was deleted. */

import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { parseSchedule } from '../../../gym/schedule/parse.ts';
import { type FeedMemory, readFeed } from '../../../service/feeds/read-feed.ts';
import { listeningInTest } from '../../support/test-server.ts';
import { DAY_MS } from '../../support/times.ts';

const NOW = Date.parse('2026-03-25T12:00:00Z');
const window = { fromUtcMs: NOW - 7 * DAY_MS, toUtcMs: NOW + 60 * DAY_MS };
const range = { timezone: 'Europe/London', nowUtcMs: NOW, window };

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

/** A feed with its states in the order in which they were made, two a page. */
async function open() {
  const classes = [session('a', '2026-03-26T18:00:00Z'), session('b', '2026-03-27T18:00:00Z')];
  const states = [SERIES, ...classes];
  const asked: string[] = [];
  const memory: FeedMemory = {};
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const after = Number(new URL(request.url ?? '/', 'http://a').searchParams.get('after') ?? 0);
    const items = states.slice(after, after + 2);
    response.end(JSON.stringify({ items, next: `/feed?after=${after + items.length}` }));
  });
  const address = `http://127.0.0.1:${await listeningInTest(server)}/feed`;
  const read = async (known: { etag: null; lastModified: null } | null = null) => {
    const { signal } = new AbortController();
    const news = await readFeed(address, known, { signal, range, memory });
    if (news.kind === 'unchanged') return null;
    return parseSchedule(news.bytes, { format: 'json', columns: {}, ...range });
  };
  return { states, asked, read };
}

const KNOWN = { etag: null, lastModified: null };
const idsOf = (read: Awaited<ReturnType<typeof parseSchedule>> | null) =>
  read?.entries.map(({ externalId }) => externalId);

it('a feed in pages is asked from where it was read to, and only what is new is sent', async () => {
  const { states, asked, read } = await open();
  const first = await read();
  expect(first?.entries[0]).toMatchObject({ name: 'Yoga', booked: 7, capacity: 12 });
  expect(first?.completeUtcMs).not.toBeNull();
  asked.length = 0;
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
  const { states, read } = await open();
  await read();
  states.push({ state: 'deleted', kind: 'ScheduledSession', id: 'a' });
  states.push({ ...SERIES, data: { ...SERIES.data, name: 'Yin Yoga' } });
  const news = await read(KNOWN);
  expect(news?.entries).toMatchObject([{ externalId: 'b', name: 'Yin Yoga' }]);
  expect(news?.completeUtcMs).not.toBeNull();
});
