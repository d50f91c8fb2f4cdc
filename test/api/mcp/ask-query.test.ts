/** A query in place of the question of the MCP tool `ask`: what `query_figures` takes, and what answers carry. */

import { expect, it } from 'vitest';
import { localVisitor } from '../../../api/auth/visitor.ts';
import { askTool } from '../../../api/mcp/questions.ts';
import { ASK_WORLD, bearer, called, GYM, KEYS, openMcp } from './mcp-service.fixture.ts';

interface Answered {
  readonly _meta: {
    readonly query: object;
    readonly summary: string;
    readonly numbers: object;
    readonly read_by?: string;
  };
}

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

/** By the person at the machine. */
async function answered(query: unknown): Promise<Answered['_meta']> {
  const { signal } = new AbortController();
  const visitor = () => localVisitor(() => GYM, false);
  const { status, value } = await askTool(ASK_WORLD, ASK_WORLD.base, null).call(
    { query },
    { requestId: 'r', signal, visitor },
  );
  if (status !== 200) throw new Error(JSON.stringify(value));
  return (value as unknown as Answered)._meta;
}

it.each(QUESTIONS)(
  'a query is answered as the question that it came from: %s',
  async (question) => {
    const asked = await answered(question);
    const again = await answered(asked.query);
    expect(asked.read_by).toBe('grammar');
    expect(again).not.toHaveProperty('read_by');
    for (const name of ['query', 'numbers', 'summary'] as const) {
      expect(again[name]).toEqual(asked[name]);
    }
  },
);

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
