/** The pages of a head office: the list of gyms, and each gym's pages as its box draws them. */

import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../gym/calendar/zone.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import { percent } from '../../../web/words/format.ts';
import { sent } from '../../api/routes/site/sign-in/site.fixture.ts';
import { signIn, startChainOffice } from '../../support/chain-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';
import { addressesOf } from '../../web/check/addresses.ts';

describe.skipIf(!HAS_POSTGRES)('the pages of a head office', () => {
  const chain = started(startChainOffice);
  let all: Page;
  beforeAll(async () => {
    all = pagesOf(chain.url, (await chain.key({ kind: 'all' }, 'owner')).secret);
  });

  it('opens on the list of gyms: names, groups, boxes, and figures of the query', async () => {
    const { status, text } = await all('/');
    expect(status).toBe(200);
    for (const name of ['Riverside', 'Am See, Haus für Körper &amp; Geist', 'Hilltop']) {
      expect(text).toContain(name);
    }
    const measures = ['attended', 'held', 'fill_rate', 'revenue'];
    const week = { from: '2026-11-13', to: '2026-11-19' };
    const query = { measures, by: ['gym'], order: [['revenue', 'desc']], ...week };
    const { rows, total, notes } = (await chain.ask('/v1/query', query)).body as Query;
    const row = rows.find(({ gym }) => gym === 'riverside');
    expect(row?.currency).toBe('GBP');
    const cells = rowOf(text, 'riverside');
    expect(cells).toContain(`${row?.attended.toLocaleString('en-GB')}<`);
    expect(cells).toContain(percent(row?.fill_rate ?? 0));
    expect(cells).toContain('connected, 2 min ago');
    expect(cells).toContain('1 of 6 cameras without pictures');
    expect(text).toContain(`${total.attended.toLocaleString('en-GB')} people came`);
    expect(rowOf(text, 'lakeside')).toContain('offline since');
    expect(rowOf(text, 'hilltop')).toContain('not joined');
    expect(rowOf(text, 'hilltop')).toContain('nothing yet');
    // Of two currencies: next to each other, not added up.
    expect(total.revenue).toBeNull();
    expect(notes).toEqual([
      expect.stringContaining('are not added up over them and are compared within each currency'),
    ]);
    expect(text).toMatch(/>€[\d,]+<\/div><div>£[\d,]+<\/div>/);
    expect(text).toContain('in 2 of 3 gyms');
  });

  it('compares amounts within each currency, and none of a row that has several', async () => {
    const asked = async (query: object) =>
      (await chain.ask('/v1/query', { measures: ['revenue'], ...query })).body as Query;
    const daily = await asked({ by: ['gym', 'day'], order: [['revenue', 'desc']] });
    const gyms = daily.rows.map(({ gym }) => gym);
    expect(new Set(gyms).size).toBe(2);
    expect(gyms).toEqual(gyms.toSorted());
    const { body } = await chain.ask('/ask', { query: { text: 'Which gym earns most?' } });
    expect(body._meta.summary).toMatch(
      /^Am See, .* profit €[\d,.]+; Riverside: profit £[\d,.]+\.$/,
    );
    const where = [['gym', 'is_not', ['hilltop']]];
    const having = [['revenue', '>', 0]];
    expect((await asked({ by: ['month'], where })).rows.length).toBeGreaterThan(0);
    expect((await asked({ by: ['month'], where, having })).rows).toEqual([]);
    expect((await asked({ by: ['gym'], having })).rows).toHaveLength(2);
  });

  it('gives out no free keys, and says where keys come from', async () => {
    for (const method of ['GET', 'POST']) {
      for (const Accept of ['application/json', 'text/html']) {
        const refused = await fetch(`${chain.url}/get-key`, { method, headers: { Accept } });
        expect([method, Accept, refused.status]).toEqual([method, Accept, 403]);
        expect(await refused.text()).toContain('turnout hq key create');
      }
    }
  });

  it('answers under no name but its own, and says where that is set', async () => {
    const asPage = { headers: { Accept: 'text/html' } };
    const refused = await sent(`${chain.url}/`, 'http://evil.example', asPage);
    expect(refused.status).toBe(421);
    expect(await refused.text()).toContain('TURNOUT_HQ_URL');
  });

  it('draws each page of a gym as at its box, with every link under the gym', async () => {
    await chain.office.gyms.prepare?.('riverside');
    const view = chain.office.gyms.view('riverside')!;
    const base = '/gyms/riverside';
    for (const address of addressesOf(view).filter((one) => one !== '/wall')) {
      const inside = address === '/' ? '' : address;
      const { status, text } = await all(`${base}${inside}`);
      expect([address, status]).toEqual([address, address.includes('no-such') ? 404 : 200]);
      expect(text).toContain('Riverside');
      const links = [...text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, to]) => to ?? '');
      expect(links.length).toBeGreaterThan(3);
      for (const to of links) expect([address, to, OUTSIDE.test(to)]).toEqual([address, to, true]);
    }
  });

  it('says of rooms that the box does not answer, and follows nothing then', async () => {
    const { text } = await all('/gyms/riverside');
    expect(text).toContain('This gym is offline');
    expect(text).toContain('gym offline');
    expect(text).not.toContain('data-followed');
    expect(text).not.toMatch(/: no picture/);
    expect(text).not.toContain('/setup');
    const day = todayOf(chain.office.gyms.view('riverside')!);
    expect((await all(`/gyms/riverside/day/${day}`)).status).toBe(200);
    const { location: to } = await all(`/gyms/riverside/day/${addDays(day, 7)}`);
    expect(to).toContain('/gyms/riverside/answer?query=Timetable');
  });

  it('has no page of what is set up at a box, and none of a gym outside the key', async () => {
    for (const path of ['/setup', '/cameras', '/models', '/links', '/gyms/riverside/wall']) {
      expect([path, (await all(path)).status]).toEqual([path, 404]);
    }
    const { secret } = await chain.key({ kind: 'group', group: 'south' }, 'owner');
    const south = pagesOf(chain.url, secret);
    expect((await south('/gyms/riverside')).status).toBe(200);
    for (const path of ['/gyms/hilltop', '/gyms/lakeside/week', '/gyms/elsewhere']) {
      const { status, text } = await south(path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).not.toContain('Körper');
    }
    expect((await south('/gyms')).text).not.toContain('Hilltop');
  });

  it('leads a key of one gym to its gym, and a page without a gym to the list', async () => {
    const about = { gymId: 'riverside', role: 'manager', by: 'test' } as const;
    const { secret } = await chain.office.access.createKey(about);
    const own = pagesOf(chain.url, secret);
    expect((await own('/')).location).toBe('/gyms/riverside');
    expect((await own('/week?of=2026-11-02')).location).toBe('/gyms/riverside/week?of=2026-11-02');
    expect((await own('/gyms/riverside/week')).status).toBe(200);
    expect((await own('/gyms/hilltop')).status).toBe(403);
    expect((await all('/week')).location).toBe('/gyms');
  });
});

/** Of a page of a gym: under it, or one of the few that are of no gym. */
const OUTSIDE =
  /^\/(?:gyms\/(?:riverside|lakeside|hilltop)(?:[/?]|$)|gyms$|assets\/|get-key$|sign-out$|sign-ins$|classes\.csv)/;

type Page = (path: string) => Promise<{ status: number; text: string; location: string | null }>;

function pagesOf(url: string, secret: string): Page {
  const cookie = signIn(url, secret);
  return async (path) => {
    const headers = { Accept: 'text/html', Cookie: await cookie };
    const answer = await fetch(url + path, { headers, redirect: 'manual' });
    const location = answer.headers.get('location');
    const text = (await answer.text()).replaceAll('\u00a0', ' ');
    return { status: answer.status, text, location };
  };
}

function rowOf(text: string, id: string): string {
  return text.split('<tr>').find((row) => row.includes(`href="/gyms/${id}"`)) ?? '';
}

interface Query {
  readonly notes: readonly string[];
  readonly rows: readonly {
    readonly gym: string;
    readonly currency: string;
    attended: number;
    fill_rate: number;
  }[];
  readonly total: { readonly attended: number; readonly revenue: number | null };
}
