/** The list of gyms of a large chain, without its database. */

import { expect, it } from 'vitest';
import {
  daysOf,
  gymList,
  listView,
  PAGE_GYMS,
} from '../../../../../api/routes/site/office/gym-list.ts';
import type {
  ChainAnswer,
  ChainGym,
  ChainQuery,
} from '../../../../../service/figures/chain-figures.ts';
import { pageDocument } from '../../../../../web/document.tsx';
import { FakeClock } from '../../../../support/fake-clock.ts';

const NOW_UTC_MS = Date.UTC(2026, 10, 23, 7);
const CHAIN = 5_000;

const gyms = Array.from(
  { length: CHAIN },
  (_, at): ChainGym => ({
    id: `gym-${String(at).padStart(4, '0')}.of-a-long-chain`,
    name: `Health & Fitness Club ${at}, Upper Station Road behind the Market Hall`,
    groups: [`Region ${at % 40}`, 'Franchise partners'],
    timezone: 'Europe/Berlin',
    currency: 'EUR',
  }),
);

function answerOf(attended: (at: number) => number | null): ChainAnswer {
  const figures = (people: number | null) => ({
    of: 90,
    held: 80,
    attended: people,
    fill_rate: people === null ? null : people / 1_600,
    no_shows: 0,
    revenue: 12_345.5,
    n: { attended: people === null ? 0 : 79 },
    basis: { no_shows: 'net' as const },
  });
  return {
    gyms: CHAIN,
    currency: 'EUR',
    generated_at: '2026-11-23T07:00:00Z',
    query: { measures: ['attended'], by: ['gym'] } as never,
    rows: gyms.map(({ id }, at) => ({ gym: id, ...figures(attended(at)) })),
    total: figures(1_000_000),
    row_count: CHAIN,
    notes: [],
  };
}

function listOf(query: Readonly<Record<string, string>>) {
  const heardUtcMs = NOW_UTC_MS - 1_000_000;
  const line = { heardUtcMs, pass: 'good', cameras: { streaming: 6, failing: 2 } } as const;
  const [{ from: thisWeek }] = daysOf(gyms, NOW_UTC_MS);
  const chain = {
    listed: () => gyms,
    lines: async () => new Map(gyms.map(({ id }) => [id, line])),
    answer: async ({ from }: ChainQuery) =>
      answerOf((at) => (from !== thisWeek ? at + 1 : at === 7 ? null : at)),
  };
  const asked = listView(new Map(Object.entries(query)));
  return gymList(chain, new FakeClock(NOW_UTC_MS)).data({ kind: 'all' }, asked);
}

it('a page has a hundred of 5,000 gyms, and at most 100 kB', async () => {
  const content = await listOf({ sort: 'attended' });
  expect([content.rows.length, content.found, content.pages]).toEqual([PAGE_GYMS, CHAIN, 50]);
  expect(content.rows[0]?.figures?.attended).toBe(CHAIN - 1);
  const frame = {
    gym: 'Head office',
    timezone: 'UTC',
    generatedAt: '2026-11-23T07:00:00+00:00',
    today: '2026-11-23',
    isDemo: false,
    address: '/gyms',
    reader: { role: 'owner', name: null, isPlain: false },
    office: { gym: null, near: [], gyms: CHAIN },
  } as const;
  const html = pageDocument({ frame, content }, { inlineStyle: '' });
  expect(html).toContain('2 of 8 cameras without pictures');
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
});

it('what is unknown comes last either way, and the last page is the last', async () => {
  const last = async (query: Readonly<Record<string, string>>) =>
    (await listOf({ page: '1000', ...query })).rows.at(-1);
  for (const direction of ['asc', 'desc']) {
    expect((await last({ sort: 'attended', direction }))?.figures?.attended).toBeNull();
  }
  expect((await last({}))?.id).toBe(gyms.at(-1)?.id);
});

it('finds by a part of the name or the id, in one group', async () => {
  const found = async (query: Readonly<Record<string, string>>) => (await listOf(query)).found;
  expect(await found({ search: 'club 49' })).toBe(111);
  expect(await found({ search: 'gym-0012' })).toBe(1);
  expect(await found({ search: 'club 49', group: 'Region 9' })).toBe(3);
  expect(await found({ group: 'Region 99' })).toBe(0);
});

it('takes seven days that are over in each zone', () => {
  const of = (zones: readonly string[], nowUtcMs: number) =>
    daysOf(
      zones.map((timezone) => ({ ...(gyms[0] as ChainGym), timezone })),
      nowUtcMs,
    ).map(({ from, to }) => `${from}/${to}`);
  const weeks = ['2026-11-16/2026-11-22', '2026-11-09/2026-11-15'];
  expect(of(['Europe/London'], NOW_UTC_MS)).toEqual(weeks);
  // In Los Angeles it is still Sunday.
  expect(of(['Pacific/Auckland', 'America/Los_Angeles'], NOW_UTC_MS)[0]).toBe(
    '2026-11-15/2026-11-21',
  );
});
