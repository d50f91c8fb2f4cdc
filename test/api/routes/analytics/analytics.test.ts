/** The four analytics routes as a client meets them, over each backing, with classes of a gym that is known. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GymView } from '../../../../gym/sessions/view.ts';
import type { GymSource } from '../../../../service/gyms/gym-source.ts';
import { BACKINGS } from '../../../support/backings.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { gymView, reportGym, roomView } from '../../../support/gym-view.ts';
import { memoryAccess } from '../../../support/memory-access.ts';
import { type Service, startService } from '../../../support/service.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Saturday 4 July 2026, 19:00 in London, which is an hour ahead of UTC then. */
const NOW_UTC_MS = Date.UTC(2026, 6, 4, 18);

const anna = { id: 'anna-kovacs', name: 'Anna Kovács' };
const ben = { id: 'ben', name: 'Ben' };

/** Six weeks of two Saturday classes: Spin is full, Pump has two people of twenty. */
function busyView(change: Partial<GymView> = {}): GymView {
  const weeks = [0, 1, 2, 3, 4, 5].flatMap((week) => {
    const startsUtcMs = NOW_UTC_MS - 3 * HOUR_MS - week * WEEK_MS;
    const spin = counted(19, { low: 18, high: 20 });
    return [
      classSession({
        id: `spin-${week}`,
        trainer: anna,
        startsUtcMs,
        endsUtcMs: startsUtcMs + HOUR_MS,
        booked: 21,
        attendance: spin,
      }),
      classSession({
        id: `pump-${week}`,
        name: 'Pump',
        trainer: ben,
        startsUtcMs: startsUtcMs + HOUR_MS,
        endsUtcMs: startsUtcMs + 2 * HOUR_MS,
        attendance: counted(2),
      }),
    ];
  });
  const economics = {
    ...reportGym().economics,
    revenuePerVisitMilli: 8_333,
    flatPayMilli: 30_000,
    roomCostMilli: 5_000,
    perHeadPayMilli: 0,
    variableCostMilli: 0,
  };
  return gymView({
    gym: { economics },
    nowUtcMs: NOW_UTC_MS,
    sessions: weeks.sort((one, other) => one.startsUtcMs - other.startsUtcMs),
    rooms: [roomView({ updatedUtcMs: NOW_UTC_MS })],
    ...change,
  });
}

const twins = gymView({
  gym: { id: 'twins' },
  trainers: [
    { id: 'sam-1', name: 'Sam' },
    { id: 'sam-2', name: 'Sám' },
  ],
});

describe.each(BACKINGS)('over %s', (_, listen) => {
  let service: Service;
  let view = busyView();
  const source: GymSource = {
    ...gymSource([view]),
    view: (id) => [view, twins].find(({ gym }) => gym.id === id) ?? null,
  };
  const access = memoryAccess([
    { secret: 'tk_owner', gymId: 'gym', role: 'owner' },
    { secret: 'tk_twins', gymId: 'twins', role: 'owner' },
  ]);
  beforeAll(async () => {
    service = await startService(listen, source, { access });
  });
  afterAll(() => service.close());

  const ask = (target: string, init: RequestInit = {}) =>
    service.get(target, { ...init, headers: { 'X-Api-Key': 'tk_owner', ...init.headers } });
  const json = async (target: string, headers: Record<string, string> = {}) =>
    (await ask(target, { headers })).json();

  describe('/v1/summary', () => {
    it('says how the day went, in the time of the gym', async () => {
      expect(await json('/v1/summary')).toMatchObject({
        gym_id: 'gym',
        timezone: 'Europe/London',
        generated_at: '2026-07-04T19:00:00+01:00',
        date: '2026-07-04',
        total_classes: 2,
        completed_classes: 2,
        total_attendance: 21,
        fill_rate: 0.525,
        rated_classes: 2,
        no_shows: 2,
        no_shows_basis: 'net',
        classes: [
          {
            id: 'spin-0',
            trainer: anna,
            starts_at: '2026-07-04T16:00:00+01:00',
            status: 'completed',
            attended: 19,
            attended_low: 18,
            attended_high: 20,
            fill_rate: 0.95,
            no_shows: 2,
            walk_ins: 0,
            occupancy_now: null,
            quality: 'A',
            source: 'camera',
          },
          { id: 'pump-0', booked: null, no_shows: null, walk_ins: null },
        ],
        top_classes: [{ id: 'spin-0' }, { id: 'pump-0' }],
        rooms: [{ room: 'Hall', capacity: 20, occupancy: 0, state: 'live' }],
      });
    });

    it('takes the gym of the key by its id too', async () => {
      const twin = { 'X-Api-Key': 'tk_twins' };
      expect(await json('/v1/summary?gym_id=gym')).toMatchObject({ gym_id: 'gym' });
      expect(await json('/v1/summary', twin)).toMatchObject({ gym_id: 'twins' });
    });

    it('is built once for each view, and anew from the next', async () => {
      const before = (await ask('/v1/summary')).headers.get('etag');
      expect((await ask('/v1/summary')).headers.get('etag')).toBe(before);
      view = busyView({ nowUtcMs: NOW_UTC_MS + 1_000 });
      const after = await ask('/v1/summary');
      expect(after.headers.get('etag')).not.toBe(before);
      expect(await after.json()).toMatchObject({ generated_at: '2026-07-04T19:00:01+01:00' });
      view = busyView();
    });
  });

  describe('/v1/trainers/{trainer}', () => {
    it.each(['anna-kovacs', 'Anna%20Kov%C3%A1cs', 'ANNA%20KOVACS'])('finds %s', async (trainer) => {
      expect(await json(`/v1/trainers/${trainer}?period=week`)).toMatchObject({
        trainer: anna,
        period: 'week',
        from: '2026-06-28',
        to: '2026-07-04',
        classes_taught: 1,
        attended: 19,
        fill_rate: 0.95,
        no_shows: 2,
        no_show_rate: 0.0952,
        previous: { fill_rate: 0.95, change: 0 },
        classes: [{ id: 'spin-0' }],
      });
    });

    it('covers today alone for a day', async () => {
      expect(await json('/v1/trainers/ben?period=day')).toMatchObject({
        from: '2026-07-04',
        to: '2026-07-04',
        booked: null,
        no_shows: null,
      });
    });

    it('names the nearest of those it does not know', async () => {
      const answer = await ask('/v1/trainers/ana%20kovacs');
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { code: 'unknown_trainer', nearest: [anna, ben] },
      ]);
    });

    it('asks for an id where two share the name', async () => {
      view = { ...twins, gym: { ...twins.gym, id: 'gym' } };
      const answer = await ask('/v1/trainers/sam');
      expect([answer.status, await answer.json()]).toMatchObject([
        409,
        { code: 'ambiguous_trainer', trainers: [{ id: 'sam-1' }, { id: 'sam-2' }] },
      ]);
      view = busyView();
    });
  });

  it('/v1/classes/performance ranks classes and lists the dead ones whatever the limit', async () => {
    expect(await json('/v1/classes/performance?limit=1')).toMatchObject({
      window: { from: '2026-05-24', to: '2026-07-04', days: 42 },
      limit: 1,
      total_classes: 2,
      ranking: [
        {
          rank: 1,
          name: 'Spin',
          weekday: 'saturday',
          start_time: '16:00',
          trainers: [anna],
          occurrences: 6,
          fill_rate: 0.95,
          trend: 0,
          verdict: 'full',
        },
      ],
      dead_classes: [{ rank: 2, name: 'Pump', verdict: 'dead', no_show_rate: null }],
    });
  });

  it('/v1/revenue sets what earns beside what is dead, in the digits of the currency', async () => {
    expect(await json('/v1/revenue')).toMatchObject({
      currency: 'GBP',
      // 6 × 21 people of 8.333, less 12 classes of 35.
      totals: { revenue: 1_049.96, cost: 420, profit: 629.96 },
      most_profitable: [{ name: 'Spin', revenue_per_visit: 8.33, breakeven_attendance: 5 }],
      dead: [{ name: 'Pump', profit: -110, profit_per_class: -18.33 }],
    });
  });

  describe('every analytics answer', () => {
    const TARGETS = [
      '/v1/summary',
      '/v1/trainers/anna-kovacs',
      '/v1/classes/performance',
      '/v1/revenue',
    ];

    it.each(TARGETS)('%s is the sandbox’s with its header, and says so', async (target) => {
      for (const value of ['true', 'TRUE']) {
        const answer = await ask(target.replace('/anna-kovacs', '/nobody'), {
          headers: { 'X-Sandbox': value },
        });
        expect(answer.headers.get('x-sandbox')).toBe('true');
        if (answer.status === 200) expect(await answer.json()).toMatchObject({ gym_id: 'demo' });
      }
      for (const value of ['yes', '1', '']) {
        const answer = await ask(target, { headers: { 'X-Sandbox': value } });
        expect(answer.headers.get('x-sandbox')).toBeNull();
        expect(await answer.json()).toMatchObject({ gym_id: 'gym' });
      }
    });

    it.each(TARGETS)(
      '%s is private, tagged, and has HEAD, 304, 405 and a preflight',
      async (target) => {
        const full = await ask(target);
        expect(full.headers.get('cache-control')).toBe('private, no-cache');
        expect(full.headers.get('vary')).toBe('Authorization, X-Api-Key, X-Sandbox, Cookie');
        const etag = full.headers.get('etag') ?? '';
        const same = await ask(target, { headers: { 'If-None-Match': etag } });
        expect([same.status, await same.text()]).toEqual([304, '']);
        expect(same.headers.get('vary')).toBe(full.headers.get('vary'));
        const head = await ask(target, { method: 'HEAD' });
        expect([head.status, await head.text()]).toEqual([200, '']);
        expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
        const posted = await ask(target, { method: 'POST', body: 'x' });
        expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
        const asked = await ask(target, {
          method: 'OPTIONS',
          headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
        });
        expect(asked.status).toBe(204);
      },
    );

    it('the sandbox has no other gym', async () => {
      const answer = await ask('/v1/summary?gym_id=gym', {
        headers: { 'X-Sandbox': 'true' },
      });
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }]);
    });
  });

  it('goes on after clients that went away', async () => {
    for (let at = 0; at < 20; at += 1) {
      const socket = connect(service.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET /v1/revenue HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
    }
    expect((await ask('/v1/revenue')).status).toBe(200);
  });
});
