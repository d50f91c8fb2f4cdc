/** `/ask` by a key of several gyms: over them, of the one that the question names, or asked back. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoOffice, startDemoOffice } from '../../support/demo-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';

describe.skipIf(!HAS_POSTGRES)('questions at a head office', () => {
  let demo: DemoOffice;

  beforeAll(async () => {
    demo = await startDemoOffice([
      { id: 'harbour', name: 'Harbour', group: 'south' },
      { id: 'hilltop', name: 'Hilltop', group: 'north', isSilent: true },
      { id: 'riverside', name: 'Riverside', group: 'south' },
    ]);
  });
  afterAll(() => demo?.close());

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
    const { body: own } = await demo.ask('/ask?gym_id=riverside', {
      query: { text: 'How full was the gym last week?' },
    });
    expect(_meta).toMatchObject({
      site: 'riverside',
      decontextualized_query: 'How full was Riverside last week?',
      summary: own._meta.summary,
      query: own._meta.query,
      numbers: own._meta.numbers,
    });
    const site = await asked('Attendance by trainer', {
      query: { text: 'Attendance by trainer', site: 'harbour' },
    });
    expect(site._meta.site).toBe('harbour');
    const trainers = await asked('Top three trainers by fill rate at Harbour');
    expect(trainers.results).toHaveLength(3);
    const next = await asked('and by room?', {
      context: { prev: ['How full was Riverside last week?'] },
    });
    expect(next._meta).toMatchObject({ site: 'riverside', query: { by: ['room'] } });
  });

  it('asks back which gym, with questions that are answered', async () => {
    const { _meta, elicitation } = await asked('Which trainer has the fullest classes?');
    expect(_meta.response_type).toBe('elicitation');
    const [{ options }] = elicitation.questions;
    expect(options).toHaveLength(3);
    const own = await asked(options[2]);
    expect(own._meta).toMatchObject({ site: 'riverside', query: { by: ['trainer'] } });
    const unclear = await asked('Which gym has a swimming pool?');
    for (const text of unclear._meta.suggestions) {
      expect([text, (await asked(text))._meta.query]).not.toEqual([text, undefined]);
    }
  });

  it('charges a lookup for figures, and none for what is asked back', async () => {
    const scope = { kind: 'group', group: 'south' } as const;
    const { secret, key } = await demo.office.access.createKey({
      gymId: '',
      scope,
      role: 'manager',
      by: 'test',
      lookupLimit: 3,
    });
    const left = () => demo.office.access.lookupsLeft(key.id);
    await demo.ask('/ask', { query: { text: 'Is it busy?' } }, secret);
    expect(left()).toBe(3);
    await demo.ask('/ask', { query: { text: 'Attendance by gym' } }, secret);
    expect(left()).toBe(2);
    await demo.ask('/ask', { query: { text: 'Attendance at Harbour' } }, secret);
    expect(left()).toBe(1);
    // Outside of its scope a gym has no name.
    const { body } = await demo.ask('/ask', { query: { text: 'Attendance at Hilltop' } }, secret);
    expect(body._meta.query).toBeUndefined();
    const { status } = await demo.ask(
      '/ask?gym_id=hilltop',
      { query: { text: 'Attendance' } },
      secret,
    );
    expect(status).toBe(403);
    expect(left()).toBe(1);
  });
});
