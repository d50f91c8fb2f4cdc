/** `privacy.small_counts: hide` in answers: those that are published have it, and no other. Pages: `routes/site`. */

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import type { ReportGym } from '../../gym/sessions/view.ts';
import { listen } from '../support/backings.ts';
import { classSession, counted } from '../support/classes.ts';
import { gymSource } from '../support/gym-source.ts';
import { gymView, roomView } from '../support/gym-view.ts';
import { memoryAccess } from '../support/memory-access.ts';
import { type Service, startService } from '../support/service.ts';

const NOW = Date.UTC(2026, 10, 21, 20);
const DAY_MS = 86_400_000;
/** A class of last week to which one came of two who booked, and one that runs. */
const LAST_WEEK = classSession({
  id: 'last-week',
  startsUtcMs: NOW - 7 * DAY_MS,
  booked: 2,
  attendance: counted(1, { low: 1, high: 1 }),
});
const RUNNING = classSession({
  id: 'running',
  startsUtcMs: NOW - 600_000,
  booked: 2,
  attendance: counted(1),
});

function viewOf(gym: Partial<ReportGym>) {
  const rooms = [
    roomView({ occupancy: 1, updatedUtcMs: NOW }),
    roomView({ id: 'booth', name: 'Booth', capacity: 1, occupancy: 1, updatedUtcMs: NOW }),
  ];
  return gymView({ gym, nowUtcMs: NOW, rooms, sessions: [LAST_WEEK, RUNNING] });
}

/** People in the room `hall` in each of the last sixty minutes. */
const MINUTES = Array.from({ length: 60 }, (_, at) => at % 5);
const evidence = {
  session: async () => null,
  lastHour: async () => ({ fromUtcMs: NOW - 3_600_000, counts: new Map([['hall', MINUTES]]) }),
};

const services = new Map<'hide' | 'show', Service>();
beforeAll(async () => {
  for (const [how, gym] of [
    ['hide', { hidesSmallCounts: true }],
    ['show', {}],
  ] as const) {
    const access = await memoryAccess([
      { secret: 'tk_owner', gymId: 'gym', role: 'owner' },
      { secret: 'tk_screen', gymId: 'gym', role: 'screen' },
    ]);
    const source = gymSource([viewOf(gym)]);
    services.set(how, await startService(listen, source, { access, evidence }));
  }
});
afterAll(async () => {
  for (const service of services.values()) await service.close();
});

const get = async (how: 'hide' | 'show', path: string, headers: Record<string, string>) => {
  const answer = await (services.get(how) as Service).get(path, { headers });
  expect(answer.status).toBe(200);
  return answer;
};
const csv = async (how: 'hide' | 'show') => {
  const answer = await (services.get(how) as Service).get('/v1/query', {
    method: 'POST',
    headers: { 'X-Api-Key': 'tk_owner', accept: 'text/csv' },
    body: JSON.stringify({ measures: ['attended', 'booked', 'fill_rate'], by: ['session'] }),
  });
  return (await answer.text()).split('\r\n')[1];
};
/** The first event of the stream. */
const hello = async (how: 'hide' | 'show', key: string) => {
  const answer = await get(how, '/v1/live', { 'X-Api-Key': key });
  return JSON.parse(/^data: (.*)$/m.exec(await answer.text())?.[1] ?? '{}');
};

test.each([
  { how: 'show', row: '1,1,2,1,0.05,1,1,present,0,1,0' },
  { how: 'hide', row: '3,1,3,1,0.15,1,1,present,0,1,0' },
] as const)('a query as CSV ($how)', async ({ how, row }) => {
  const cells = await csv(how);
  expect(cells).toMatch(/^last-week,/);
  expect(cells).toContain(`,completed,${row},`);
});

it('the stream of a screen, and not that of an owner', async () => {
  const ofScreen = await hello('hide', 'tk_screen');
  expect(ofScreen.rooms).toMatchObject([{ occupancy: 3 }, { occupancy: null }]);
  expect(ofScreen.rooms[0].minutes.slice(0, 5)).toEqual([0, 3, 3, 3, 4]);
  expect(ofScreen.running).toMatchObject([{ id: 'running', occupancy_now: 3 }]);
  const ofOwner = await hello('hide', 'tk_owner');
  expect(ofOwner.rooms).toMatchObject([{ occupancy: 1 }, { occupancy: 1 }]);
  const shown = await hello('show', 'tk_screen');
  expect(shown.rooms).toMatchObject([{ occupancy: 1 }, { occupancy: 1 }]);
});
