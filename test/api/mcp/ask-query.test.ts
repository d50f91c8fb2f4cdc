/** A query in place of the question of the MCP tool `ask`: what `query_figures` takes, and what answers carry. */

import { expect, it } from 'vitest';
import { bearer, called, KEYS, openMcp } from './mcp-service.fixture.ts';

const QUESTIONS = [
  'How many people came yesterday?',
  'Fill rate by room and weekday',
  'Top 5 classes by fill over the last six weeks',
  'Which classes are over 90 % full?',
  'This week compared with last week',
  'No-shows of HIIT 45 on Mondays',
  'When is it busiest?',
  'How many people are in the gym right now?',
  'What is on tonight?',
  'Who teaches Power Ride tomorrow?',
  'When is the next class?',
];

it('a query is answered as the question that it came from', async () => {
  const { client: connect } = await openMcp();
  const client = await connect('2026', bearer(KEYS.owner));
  const answered = async (query: unknown) => {
    const { body } = await called(client, 'ask', { query });
    return (body as { readonly _meta: Record<string, unknown> })._meta;
  };
  for (const question of QUESTIONS) {
    const { read_by, query, numbers, summary } = await answered(question);
    expect(read_by, question).toBe('grammar');
    const again = await answered(query);
    expect(again, question).toMatchObject({ query, numbers, summary });
    expect(again, question).not.toHaveProperty('read_by');
  }
});

it('a query in place of a question that is wrong is told what is wrong, and charges nothing', async () => {
  const { client: connect, access } = await openMcp();
  const client = await connect('2026', bearer(KEYS.few));
  const wrong: readonly (readonly [object, string])[] = [
    [{ measures: ['attendance'] }, 'measures.0'],
    [{ measures: ['constructor'] }, 'measures.0'],
    [{ measures: [] }, 'measures'],
    [{ report: 'hours' }, 'report'],
    [{ report: 'occupancy', where: [['trainer', 'is', ['x']]] }, 'where.0.0'],
    [{ report: 'timetable', where: [] }, 'from'],
    [{ report: 'timetable', from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ report: 'timetable', from: '2026-11-02', to: '2026-11-02', next: 1 }, 'next'],
    [{ report: 'occupancy', limit: 1 }, 'limit'],
    [{}, 'query.text'],
  ];
  for (const [query, place] of wrong) {
    const { isError, text } = await called(client, 'ask', { query });
    expect(isError, JSON.stringify(query)).toBe(true);
    expect(text, JSON.stringify(query)).toContain(place);
  }
  expect(access.used(KEYS.few)).toBe(0);
});
