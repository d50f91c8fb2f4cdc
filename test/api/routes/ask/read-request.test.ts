/** Requests of `/ask` in both dialects: what is read, and what is refused in one sentence. */

import { expect, it } from 'vitest';
import { readAsk } from '../../../../api/routes/ask.ts';

type Said = { readonly body?: unknown } & {
  readonly [word in 'query' | 'type' | 'accept']?: string;
};

function read({ query, body, type, accept }: Said) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return readAsk({
    method: body === undefined ? 'GET' : 'POST',
    rawQuery: query ?? null,
    headers: new Map(
      Object.entries({ 'content-type': type, accept }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    ),
    body: Buffer.from(body === undefined ? '' : text),
  });
}

const FORM = 'application/x-www-form-urlencoded';
const STREAM = 'text/event-stream';
/** A body in the structured dialect. */
const asking = (more: object = {}) => ({ query: { text: 'a' }, ...more });

const IN_XML = asking({ prefer: { response_format: 'xml' } });

function requestOf(said: Said) {
  const reading = read(said);
  if (reading.kind !== 'request') throw new Error(JSON.stringify(reading));
  return reading.request;
}

it.each([
  ['an address', { query: 'query=busy' }, 'legacy'],
  ['a text in JSON', { body: { query: 'busy' } }, 'legacy'],
  ['a form', { body: 'query=busy&x=1', type: FORM }, 'legacy'],
  ['an object', { body: { query: { text: 'busy' } } }, 'structured'],
  ['what curl calls a form', { body: { query: { text: 'busy' } }, type: FORM }, 'structured'],
  ['an object without a type', { body: ' {"query":{"text":" busy "}}' }, 'structured'],
] as const)('the dialect is that of `query`: %s', (_, said, dialect) => {
  expect(requestOf(said)).toMatchObject({ dialect, text: 'busy', prev: [], mode: 'list' });
});

it.each([
  [{ query: 'query=a' }, false],
  [{ query: 'query=a', accept: '*/*' }, false],
  [{ query: 'query=a', accept: 'text/html, text/event-stream;q=0.5' }, true],
  [{ query: 'query=a', accept: 'application/json, text/event-stream; q=0' }, false],
  [{ query: 'query=a&streaming=true' }, true],
  [{ query: 'query=a&streaming' }, true],
  [{ query: 'query=a&streaming=0', accept: STREAM }, false],
  [{ query: 'query=a&streaming=FALSE', accept: STREAM }, false],
  [{ query: 'query=a&streaming=off', accept: STREAM }, false],
  [{ body: asking(), accept: 'application/json' }, false],
  [{ body: asking(), accept: STREAM }, true],
  [{ body: asking({ prefer: { streaming: true } }) }, true],
  [{ body: asking({ prefer: { streaming: false } }), accept: STREAM }, false],
] as const)('an answer is a stream where that is asked for: %j', (said, isStreamed) => {
  expect(requestOf(said).isStreamed).toBe(isStreamed);
});

it.each([
  [{ query: 'query=a&prev=one,two' }, ['one', 'two']],
  [{ query: `query=a&prev=${encodeURIComponent('[one, two]')}` }, ['one', 'two']],
  [{ query: `query=a&prev=${encodeURIComponent('["one, two"]')}` }, ['one, two']],
  [{ body: { query: 'a', prev: ['one', ' '] } }, ['one']],
  [{ body: asking({ context: { prev: ['one'], memory: 'x' } }) }, ['one']],
  [{ body: asking({ context: { prev: 'one' } }) }, ['one']],
] as const)('questions before are those that are sent: %j', (said, prev) => {
  expect(requestOf(said).prev).toEqual(prev);
});

it('of questions before the newest ten are kept', () => {
  const prev = Array.from({ length: 14 }, (_, at) => `question ${at}`);
  expect(requestOf({ body: asking({ context: { prev } }) }).prev).toEqual(prev.slice(4));
});

it('questions before are not looked at where the client has put the question into words that need none', () => {
  const query = { text: 'and ben?', decontextualized_query: 'How is Ben doing?' };
  const said = { body: { query, context: { prev: ['How is Anna doing?'] } } };
  expect(requestOf(said)).toMatchObject({ text: 'How is Ben doing?', prev: [] });
});

it('everything that a structured request says is read, and what is unknown left alone', () => {
  const request = requestOf({
    body: {
      query: { text: 'a', site: ['demo', 'all'], num_results: 900, itemType: 'Recipe' },
      prefer: { mode: 'summarize, list', response_format: 'chatgpt_app', 'accept-language': 'en' },
      meta: { api_version: '0.54', session_context: { conversation_id: 'c1', state_token: 's1' } },
    },
  });
  expect(request).toMatchObject({
    sites: ['demo'],
    most: 50,
    mode: 'summarize',
    format: 'chatgpt_app',
    conversationId: 'c1',
    stateToken: 's1',
  });
});

it('the body is believed before the address', () => {
  const said = { query: 'query=address&mode=generate', body: { query: 'body' } };
  expect(requestOf(said)).toMatchObject({ text: 'body', mode: 'generate' });
});

it('nothing is asked by an address without a question', () => {
  expect(read({})).toEqual({ kind: 'nothing' });
  expect(read({ query: 'query=' })).toEqual({ kind: 'nothing' });
});

it.each([
  [{ body: {} }, 'MISSING_FIELD `query` is missing: a question, 1 to 500 characters.'],
  [{ body: '' }, 'MISSING_FIELD `query` is missing'],
  [{ query: 'query=%20' }, 'MISSING_FIELD `query` is missing'],
  [{ body: { query: {} } }, 'MISSING_FIELD `query.text` is missing'],
  [{ body: { query: { text: 7 } } }, 'INVALID_PARAMETER `query.text` must be a text; it is 7.'],
  [{ body: { query: 'a'.repeat(501) } }, 'INVALID_PARAMETER `query` has 501 characters'],
  [{ body: 'hello' }, 'INVALID_REQUEST The body must be a JSON object'],
  [{ body: '[1]' }, 'INVALID_REQUEST The body must be a JSON object'],
  [{ query: 'query=a&mode=poem' }, 'INVALID_PARAMETER `mode` is "poem": known are list,'],
  [{ query: 'query=a&streaming=maybe' }, 'INVALID_PARAMETER `streaming` must be true or false'],
  [{ query: 'query=a&num_results=0' }, 'INVALID_PARAMETER `num_results` must be a whole number'],
  [{ body: asking({ prefer: 1 }) }, 'INVALID_PARAMETER `prefer` must be an object'],
  [{ body: asking({ context: { prev: [1] } }) }, 'INVALID_PARAMETER `prev` must be'],
  [{ body: IN_XML }, 'INVALID_PARAMETER `response_format` is "xml"'],
  [{ body: 'query=a&query=b', type: FORM }, 'INVALID_REQUEST The form cannot be read'],
] as const)('what is wrong is said in a sentence: %j', (said, expected) => {
  const reading = read(said);
  if (reading.kind !== 'fault') throw new Error(JSON.stringify(reading));
  expect(`${reading.fault.code} ${reading.fault.message}`).toContain(expected);
});
