/** `/ask` over HTTP: who sees which gym, what it costs, and both dialects as documents and streams. */

import { expect, it } from 'vitest';
import { KEYS, openMcp } from '../mcp/mcp-service.fixture.ts';

async function startAsk() {
  const { get, access } = await openMcp();
  const ask = async (target: string, init?: RequestInit) => {
    const answer = await get(target, init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
    return { answer, text, body: isJson ? JSON.parse(text) : null };
  };
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    ask('/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { ask, post, access };
}

const key = (secret: string) => ({ 'X-Api-Key': secret });

const today = { query: { text: 'How many people came today?' } };

it('/who names the gym that a key sees, best where the question names it, and none where it is not understood', async () => {
  const { ask, access } = await startAsk();
  const who = async (query: string, headers = {}) =>
    (await ask(`/who?query=${encodeURIComponent(query)}`, { headers })).body.results;
  const text = 'How full was Demo Gym last week?';
  expect(await who(text)).toMatchObject([
    { '@type': 'Site', site: 'demo', score: 100, query: text },
  ]);
  expect(await who('How full was last week?', key(KEYS.owner))).toMatchObject([
    { site: 'iron', score: 60, url: expect.stringContaining('/ask?site=iron&query=How+full') },
  ]);
  expect(await who('How old are our members?')).toEqual([]);
  expect((await ask('/who')).body).toEqual({ results: [] });
  await who('How full was last week?', key(KEYS.few));
  expect(access.used(KEYS.few)).toBe(0);
});

it('whoever asks without a credential sees sample data, marked as such', async () => {
  const { post } = await startAsk();
  const { answer, body } = await post(today);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-sandbox')).toBe('true');
  expect(body._meta).toMatchObject({
    response_type: 'answer',
    sample: true,
    site: 'demo',
    query: { measures: ['attended'], from: '2026-11-21', to: '2026-11-21' },
    numbers: { attended: 95 },
  });
  expect(body._meta.request_id).toBe(answer.headers.get('x-request-id'));
});

it('whoever asks of another site hears which there are', async () => {
  const { ask } = await startAsk();
  const { answer, body } = await ask('/ask?query=busy&site=rival', { headers: key(KEYS.owner) });
  expect(answer.status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_question', message_type: 'error' });
  expect(body.error.message).toContain('"iron" and "all"');
});

it('lookups of a key are spent for figures, not for what was not understood, and never for HEAD', async () => {
  const { post, ask, access } = await startAsk();
  const used = () => access.used(KEYS.few);
  await post({ query: { text: 'will it rain?' } }, key(KEYS.few));
  expect(used()).toBe(0);
  const target = '/ask?query=How+many+people+came+today';
  await ask(target, { method: 'HEAD', headers: key(KEYS.few) });
  expect(used()).toBe(0);
  await ask(target, { headers: key(KEYS.few) });
  const streamed = { Accept: 'text/event-stream', ...key(KEYS.few) };
  expect((await ask(target, { headers: streamed })).text).toContain('end-nlweb-response');
  expect(used()).toBe(2);
  await ask(target, { headers: streamed });
  const { answer, body } = await ask(target, { headers: streamed });
  expect(answer.status).toBe(402);
  expect(body).toMatchObject({ code: 'lookups_exhausted', lookup_limit: 3 });
});
