/** The same reports over the same classes: a head office answers as the box does, to the byte. */

import { beforeAll, describe, expect, it } from 'vitest';
import { asker, startChainOffice, TWINS } from '../../support/chain-office.ts';
import { startDemoBox } from '../../support/demo-box.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';

describe.skipIf(!HAS_POSTGRES)('a gym at the head office', () => {
  let atBox: Asking;
  let atOffice: Asking;

  const chain = started(() =>
    startChainOffice(1, TWINS.slice(1), async () => {
      // With a room that no camera sees: its classes are known by no estimate.
      const made = await startDemoBox('riverside', ['spin']);
      const unseen = made.gyms
        .view('riverside')
        ?.sessions.filter(({ attendance }) => attendance?.reasons[0] === 'no_camera');
      expect(unseen?.length).toBeGreaterThan(0);
      const toUtcMs = made.clock.nowUtcMs();
      const { classes } = made.history;
      const range = { fromUtcMs: toUtcMs - 20 * 3_600_000, toUtcMs };
      const held = (await classes.records('riverside', range)).find((one) => !one.isCancelled);
      await classes.correct(held?.id ?? '', { attended: 3, note: 'counted', by: 'tk_test' });
      return made;
    }),
  );
  beforeAll(async () => {
    const { box, url } = chain;
    const own = await box.access.createKey({ gymId: 'riverside', role: 'owner', by: 'test' });
    atBox = asker(box.server.url, own.secret);
    atOffice = asker(url, (await chain.key({ kind: 'all' }, 'owner')).secret);
  });

  it('gives the four answers as its box does', async () => {
    const trainers = chain.box.gyms.view('riverside')?.trainers ?? [];
    expect(trainers.length).toBeGreaterThan(4);
    const targets = [
      '/v1/summary',
      ...trainers.flatMap(({ id }) =>
        ['day', 'week'].map((period) => `/v1/trainers/${id}?period=${period}`),
      ),
      '/v1/trainers/nobody',
      ...[1, 8, 100].map((limit) => `/v1/classes/performance?limit=${limit}`),
      '/v1/revenue',
    ];
    for (const target of targets) {
      expect(live(await atOffice(named(target)))).toBe(live(await atBox(target)));
    }
  });

  it('answers queries as its box does, also beyond six weeks', async () => {
    const measures = words('sessions held attended fill_rate no_show_rate revenue profit trend');
    const by = words('day week weekday room trainer class series quality verdict source status');
    const queries = [
      ...by.map((one) => ({ measures, by: [one] })),
      {
        measures: words('slot_index empty_seat_value breakeven_attendance walk_ins'),
        by: ['trainer', 'weekday'],
      },
      { measures: ['attended'], by: ['day'], from: '2026-08-01', to: '2026-11-20', fill: 'gaps' },
      {
        measures: ['fill_rate'],
        by: ['session'],
        where: [['room', 'is', ['Studio']]],
        compare: 'previous',
      },
    ];
    for (const query of queries) {
      const { text } = await atOffice(named('/v1/query'), query);
      expect(text).toBe((await atBox('/v1/query', query)).text);
    }
  });

  it('gives a class on a date but for its curve, which stays in the box', async () => {
    for (const { id } of (await atBox('/v1/summary')).body.classes) {
      const { body: own } = await atOffice(named(`/v1/sessions/${id}`));
      const { body: theirs } = await atBox(`/v1/sessions/${id}`);
      expect({ ...own, curve: null, versions: own.versions.slice(-1) }).toEqual({
        ...theirs,
        curve: null,
        versions: theirs.versions.slice(-1),
      });
      expect(
        own.curve.points.every(({ reason }: { reason: string }) =>
          ['box_unreachable', 'no_camera'].includes(reason),
        ),
      ).toBe(true);
      expect(own.curve.points).toHaveLength(theirs.curve.points.length);
    }
  });

  it('has gym as a dimension of its queries: the figures of a gym are those of its own query', async () => {
    const measures = words(
      'sessions held cancelled attended fill_rate no_shows no_show_rate revenue',
    );
    const range = { from: '2026-11-01', to: '2026-11-20' };
    const { rows } = (await atOffice('/v1/query', { measures, by: ['gym'], ...range })).body;
    const { total } = (await atBox('/v1/query', { measures, ...range })).body;
    const { gym, gym_name, currency, ...row } = rows[0];
    // The other gyms have none.
    expect([gym, gym_name, currency]).toEqual(['riverside', 'Riverside', 'GBP']);
    expect(row.basis.attendance).toBe('present');
    expect(row).toEqual(total);
    expect(rows).toHaveLength(1);
    const wrong = await atOffice('/v1/query', { measures: ['trend'], by: ['gym'], share: true });
    expect(wrong.status).toBe(422);
    const { detail } = wrong.body as { detail: { loc: unknown; msg: string }[] };
    expect(detail.map(({ loc, msg }) => [loc, msg.slice(0, 42)])).toEqual([
      [['body', 'share'], 'Member should be a known one, such as wher'],
      [['body', 'measures', 0], "Input should be 'sessions', 'held', 'cance"],
    ]);
  });

  it('asks a key of several gyms for gym_id on every endpoint, and refuses what is outside its scope', async () => {
    const missing = {
      detail: [{ type: 'missing', loc: ['query', 'gym_id'], msg: 'Field required', input: null }],
    };
    for (const target of words(ENDPOINTS)) {
      const { status, body } = await atOffice(target);
      expect([target, status, body]).toEqual([target, 422, missing]);
      const other = await atOffice(`${target}?gym_id=elsewhere`);
      expect([target, other.status]).toEqual([target, 403]);
      expect((await fetch(`${chain.url}${target}`)).status).toBe(401);
    }
    const { secret } = await chain.key({ kind: 'group', group: 'south' });
    const only = asker(chain.url, secret);
    expect(live(await only('/v1/summary'))).toBe(live(await atBox('/v1/summary')));
    expect((await only('/v1/summary?gym_id=hilltop')).status).toBe(403);
  });

  it('refuses a key of one gym that names another gym, on every endpoint', async () => {
    const about = { gymId: 'riverside', role: 'owner', by: 'test' } as const;
    const { secret } = await chain.office.access.createKey(about);
    const figures = words(
      `${ENDPOINTS} /v1/classes/x /v1/sessions/x /ask?query=attendance /v1/query /ask`,
    );
    const sent: Readonly<Record<string, object>> = {
      '/v1/query': { measures: ['attended'] },
      '/ask': { query: { text: 'attendance' } },
    };
    const own = asker(chain.url, secret);
    for (const target of figures) {
      const { status, body } = await own(named(target, 'hilltop'), sent[target]);
      expect([target, status, body.code]).toEqual([target, 403, 'forbidden']);
    }
    const { text } = await own('/v1/revenue?gym_id=riverside');
    expect(text).toBe((await own('/v1/revenue')).text);
  });
});

const ENDPOINTS =
  '/v1/summary /v1/trainers/x /v1/classes/performance /v1/revenue /v1/rooms /v1/live';
const words = (text: string) => text.split(' ');

type Asking = ReturnType<typeof asker>;

function named(target: string, gymId = 'riverside'): string {
  return `${target}${target.includes('?') ? '&' : '?'}gym_id=${gymId}`;
}

/** Without what only the box can know: the rooms as they are now. */
function live({ body }: Awaited<ReturnType<Asking>>): string {
  return JSON.stringify(
    'rooms' in body
      ? { ...body, rooms: body.rooms.map((room: { room: string }) => room.room) }
      : body,
  );
}
