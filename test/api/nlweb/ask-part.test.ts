/** Questions of tools: the same answers as over HTTP, in one form of document. */

import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { sampleVisitor } from '../../../api/auth/open-visitor.ts';
import { createAskPart } from '../../../api/nlweb/index.ts';
import type { Question, Reading } from '../../../api/questions/reader.ts';
import { sandboxView } from '../../../engine/demo/index.ts';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));
const asked: Question[] = [];
const busiest: Reading = {
  kind: 'query',
  query: {
    report: 'hours',
    from: '2026-10-08',
    to: '2026-11-18',
    by: 'attended',
    order: 'highest',
  },
  decontextualized: 'When is it busiest?',
  assumed: [],
};
const part = createAskPart({
  reader: (question) => {
    asked.push(question);
    return busiest;
  },
  gyms: { asOf: () => Promise.resolve(null) },
  base: () => 'https://gym.test',
});
const ask = (members: Readonly<Record<string, unknown>>) =>
  part.answer(
    members,
    sampleVisitor(() => view),
    { requestId: 'r1' },
  );

it.each([
  { query: 'When is it busiest?', prev: ['How was it?'] },
  { query: { text: 'When is it busiest?' }, prev: ['How was it?'] },
])('%j', async (members) => {
  const answer = await ask(members);
  if (!answer.isOk) throw new Error(answer.problem.detail);
  expect([...Value.Errors(part.document, answer.document)]).toEqual([]);
  expect(answer.document).toMatchObject({
    _meta: { mode: 'summarize', query: busiest.query, sample: true, request_id: 'r1' },
  });
  expect((answer.document as { results: unknown[] }).results).toHaveLength(5);
  expect(answer.chart?.kind).toBe('heat_map');
  expect(asked.at(-1)).toEqual({ text: 'When is it busiest?', prev: ['How was it?'] });
});

it('the mode is what was asked for', async () => {
  const answer = await ask({ query: 'a', mode: 'list', num_results: 7 });
  expect(answer.isOk && answer.document).toMatchObject({ _meta: { mode: 'list' } });
});

it.each([{}, { query: '' }, { query: { text: 3 } }, { query: 'a', site: 'rival' }])(
  'no answer to %j',
  async (members) => {
    expect(await ask(members)).toMatchObject({
      isOk: false,
      problem: { code: 'invalid_question' },
    });
  },
);
