/** `privacy.small_counts: hide`: answers and pages that are published have it, and no other. */

import { expect, it } from 'vitest';
import { classSession, counted } from '../support/classes.ts';
import { gymView, roomView } from '../support/gym-view.ts';
import { firstEvent } from '../support/service.ts';
import { DAY_MS } from '../support/times.ts';
import { startSite } from './routes/site/sign-in/site.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 20);

/** People in the room `hall` in each of the last sixty minutes. */
const MINUTES = Array.from({ length: 60 }, (_, at) => at % 5);
const evidence = {
  session: async () => null,
  lastHour: async () => ({ fromUtcMs: NOW - 3_600_000, counts: new Map([['hall', MINUTES]]) }),
};

it('small counts are hidden in files, reports and on screens, and not from whoever runs the gym', async () => {
  // One person in each of two rooms, the smaller one for one; one of two who booked at a class of last week, and at one that runs.
  const facts = { gymId: 'north', booked: 2, attendance: counted(1, { low: 1, high: 1 }) };
  const rooms = [
    roomView({ occupancy: 1, updatedUtcMs: NOW }),
    roomView({ id: 'booth', name: 'Booth', capacity: 1, occupancy: 1, updatedUtcMs: NOW }),
  ];
  const sessions = [
    classSession({ ...facts, id: 'last-week', startsUtcMs: NOW - 7 * DAY_MS }),
    classSession({ ...facts, id: 'running', startsUtcMs: NOW - 600_000 }),
  ];
  const gym = { id: 'north', hidesSmallCounts: true } as const;
  const north = gymView({ gym, nowUtcMs: NOW, rooms, sessions });
  const site = await startSite({ north, openGym: () => 'north', evidence });
  const page = (path: string) => site.browser().read(path);
  const ask = async (role: 'owner' | 'screen', path: string, init: RequestInit = {}) => {
    const headers = { 'X-Api-Key': (await site.key(role)).secret, accept: 'text/csv' };
    return fetch(`${site.server.url}${path}`, { ...init, headers });
  };
  const hello = async (role: 'owner' | 'screen') =>
    JSON.parse(/^data: (.*)$/m.exec(await firstEvent(await ask(role, '/v1/live')))?.[1] ?? '{}');
  const query = { measures: ['attended', 'booked', 'fill_rate'], by: ['session'] };
  const csv = await ask('owner', '/v1/query', { method: 'POST', body: JSON.stringify(query) });
  expect((await csv.text()).split('\r\n')[1]).toMatch(
    /^last-week,.*,completed,3,1,3,1,0\.15,1,1,present,0,1,0,/,
  );
  const report = textOf(await page('/report/week'));
  expect(report).toContain('3 people came to 1 class: 15% full');
  expect(countsOf(await page('/wall'))).toEqual(['3', '–', '3']);
  expect(countsOf(await page('/')).slice(0, 2)).toEqual(['1', '1']);
  expect((await hello('owner')).rooms).toMatchObject([{ occupancy: 1 }, { occupancy: 1 }]);
  const screen = await hello('screen');
  expect(screen.rooms).toMatchObject([{ occupancy: 3 }, { occupancy: null }]);
  expect(screen.rooms[0].minutes.slice(0, 5)).toEqual([0, 3, 3, 3, 4]);
  expect(screen.running).toMatchObject([{ id: 'running', occupancy_now: 3 }]);
});

/** Numbers of people: of the rooms, then of the class that runs. */
function countsOf(html: string): readonly string[] {
  const rooms = [...html.matchAll(/<span class="count"><span[^>]*>(.*?)<\/span>/g)];
  const running = [...html.matchAll(/([\d–]+) of 20 · until/g)];
  return [...rooms, ...running].map(([, text = '']) => textOf(text).trim());
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
}
