/** The tools of `/mcp` and `/ask` at a head office: of a named gym, over all gyms of the key, or asked back. */

import { describe, expect, it } from 'vitest';
import { startChainOffice, TWINS } from '../../support/chain-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';

const CALLS = [
  ['get_summary', {}],
  ['rank_classes', { limit: 3 }],
  ['list_trainers', {}],
  ['get_revenue', {}],
  ['query_figures', { measures: ['attended'], by: ['room'] }],
  ['ask', { query: 'How full is it by room?' }],
] as const;

describe.skipIf(!HAS_POSTGRES)('tools and questions of a head office', () => {
  const demo = started(() => startChainOffice(1, TWINS));

  const call = async (name: string, given: object = {}, target = '/mcp', by?: string) => {
    const params = { name, arguments: given };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return (await demo.ask(target, message, by)).body.result;
  };

  it('list the gyms of the key with their states, for nothing', async () => {
    const { structuredContent } = await call('list_gyms');
    const at = new Date(demo.box.clock.nowUtcMs()).toISOString();
    expect(structuredContent).toMatchObject({
      total: 3,
      gyms: [
        { id: 'harbour', groups: ['south'], state: 'online', last_heard_at: at },
        { id: 'hilltop', groups: ['north'], state: 'never_heard', last_heard_at: null },
        { id: 'riverside', name: 'Riverside', state: 'online' },
      ],
    });
    const south = await call('list_gyms', { group: 'south' });
    expect(south.structuredContent.total).toBe(2);
  });

  it('answer of the gym that is named, as its own key is answered', async () => {
    for (const [name, given] of CALLS) {
      const named = await call(name, { ...given, gym_id: 'riverside' });
      const own = await call(name, given, '/mcp?gym_id=riverside');
      expect([name, named.isError ?? false]).toEqual([name, false]);
      const body = ({ _meta, ...rest }: Record<string, object>) => ({
        ...rest,
        ...(_meta && { _meta: { ..._meta, request_id: null } }),
      });
      expect(body(named.structuredContent)).toEqual(body(own.structuredContent));
      const missing = await call(name, given);
      const isOver = name === 'ask';
      expect([name, missing.isError ?? false]).toEqual([name, !isOver]);
      if (!isOver) expect(missing.content[0].text).toMatch(/gym_id; list_gyms/);
    }
    const outside = await call('get_summary', { gym_id: 'elsewhere' });
    expect(outside.content[0].text).toMatch(/scope/);
    const wrong = await call('get_summary', { gym_id: 7 });
    expect(wrong.content[0].text).toMatch(/gym_id: must be string/);
  });

  it('query over gyms as POST /v1/query does, and ask', async () => {
    const where = [['group', 'is', ['south']]];
    const query = { measures: ['attended', 'fill_rate'], by: ['gym'], where };
    const { structuredContent } = await call('query_figures', query);
    const { body } = await demo.ask('/v1/query', query);
    const columns = ['gym', 'gym_name', 'attended', 'fill_rate', 'of'];
    const rows = body.rows.map((row: Record<string, unknown>) => columns.map((name) => row[name]));
    expect(structuredContent).toMatchObject({ columns, rows });
    const both = await call('query_figures', { ...query, gym_id: 'riverside' });
    expect(both.content[0].text).toMatch(/gym_id: must be left out/);
    const wrong = await call('query_figures', { ...query, measures: ['trend'] });
    expect(wrong.isError).toBe(true);
    const asked = await call('ask', { query: 'Which gym is the fullest?' });
    const { _meta } = asked.structuredContent;
    expect(_meta.query).toMatchObject({ by: ['gym'], limit: 1 });
    // They have the same classes.
    expect(_meta.summary).toMatch(/^Harbour and Riverside: .* each\.$/);
    const again = await call('ask', { query: { ..._meta.query, limit: 2 } });
    expect(again.structuredContent.results).toHaveLength(2);
  });

  const asked = async (query: string, more: object = {}) => {
    const { status, body } = await demo.ask('/ask', { query: { text: query }, ...more });
    expect([query, status]).toEqual([query, 200]);
    return body;
  };

  it('answers over gyms with the figures of the query, and says what it has read', async () => {
    const { _meta, results } = await asked('Attendance by gym last week');
    const { body: own } = await demo.ask('/v1/query', _meta.query);
    expect(_meta).toMatchObject({
      site: 'all',
      read_by: 'grammar',
      query: { measures: ['attended'], by: ['gym'], from: '2026-11-09', to: '2026-11-15' },
      notes: ['Read as: Attendance by gym from 9 Nov to 15 Nov 2026.'],
    });
    const [first, second] = own.rows;
    expect(own.rows).toHaveLength(2);
    expect(first.attended).toBeGreaterThan(100);
    expect(_meta.summary).toBe(
      `Attendance: Harbour ${first.attended}; Riverside ${second.attended}; in all ${(2 * first.attended).toLocaleString('en')} people.`,
    );
    expect(_meta.numbers).toMatchObject({ attended: 2 * first.attended, row_count: 2 });
    expect(results.map(({ name }: { name: string }) => name)).toEqual(['Harbour', 'Riverside']);
    expect(results[0].figures.attended).toBe(first.attended);
  });

  it('answers of one gym as that gym does', async () => {
    const { _meta } = await asked('How full was Riverside last week?');
    const ofIt = { query: { text: 'How full was the gym last week?' } };
    const { body: own } = await demo.ask('/ask?gym_id=riverside', ofIt);
    expect(_meta).toMatchObject({
      site: 'riverside',
      decontextualized_query: 'How full was Riverside last week?',
      summary: own._meta.summary,
      query: own._meta.query,
      numbers: own._meta.numbers,
    });
    const query = { text: 'Attendance by trainer', site: 'harbour' };
    const site = await asked(query.text, { query });
    expect(site._meta.site).toBe('harbour');
  });

  it('asks back which gym, with a question that is answered for each', async () => {
    const { _meta, elicitation } = await asked('Which trainer has the fullest classes?');
    expect(_meta.response_type).toBe('elicitation');
    const [{ options }] = elicitation.questions;
    expect(options).toHaveLength(3);
    const own = await asked(options[2]);
    expect(own._meta).toMatchObject({ site: 'riverside', query: { by: ['trainer'] } });
  });

  it('charges a lookup for figures, and none for what is asked back', async () => {
    const scope = { kind: 'group', group: 'south' } as const;
    const about = { gymId: '', scope, role: 'manager', by: 'test', lookupLimit: 3 } as const;
    const { secret, key } = await demo.office.access.createKey(about);
    const ask = (text: string, target = '/ask') => demo.ask(target, { query: { text } }, secret);
    const left = () => demo.office.access.lookupsLeft(key.id);
    await ask('Is it busy?');
    expect(left()).toBe(3);
    await ask('Attendance by gym');
    expect(left()).toBe(2);
    await ask('Attendance at Harbour');
    expect(left()).toBe(1);
    // Outside of its scope a gym has no name.
    const { body } = await ask('Attendance at Hilltop');
    expect(body._meta.query).toBeUndefined();
    expect((await ask('Attendance', '/ask?gym_id=hilltop')).status).toBe(403);
    expect(left()).toBe(1);
  });
});
