/** What is sent, what is kept, and how calls end, without a service: `fetch` is the test's. */

import { expect, it, vi } from 'vitest';
import { TurnoutError } from '../../../clients/js/src/errors.ts';
import { Turnout } from '../../../clients/js/src/turnout.ts';

type Answering = (url: string, init: RequestInit) => Response | Promise<Response>;

function clientOf(answering: Answering, options: ConstructorParameters<typeof Turnout>[0] = {}) {
  const sent: { url: string; headers: Headers; method: string; body: unknown }[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const { method = '', body } = init;
    const headers = new Headers(init.headers);
    const parsed = body === undefined ? null : JSON.parse(String(body));
    sent.push({ url: String(input), headers, method, body: parsed });
    return answering(String(input), init);
  };
  const made = { base_url: 'http://turnout.test/path/', api_key: 'tk_secret' };
  return { client: new Turnout({ ...made, fetch: fetch as never, ...options }), sent };
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  Response.json(body, { status, headers });
/** As fetch of Node fails. */
const failure = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });
/** An answer that stays as it is, for whoever has it already too. */
const tagged: Answering = (_, { headers }) =>
  new Headers(headers).has('if-none-match')
    ? new Response(null, { status: 304 })
    : json({ classes: [] }, { etag: '"one"' });
/** Answers never, and ends as fetch ends. */
const never: Answering = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

it('a request names the gym of the client wherever a gym is meant', async () => {
  const { client, sent } = clientOf(() => json({}), { gym_id: 'a b' });
  await client.rooms();
  await client.summary({ gym_id: 'other' });
  await client.query({ measures: ['attended'] });
  await client.ask('How full was it?');
  await client.status();
  await client.health();
  expect(sent.map(({ url }) => url.slice('http://turnout.test/path'.length))).toEqual([
    '/v1/rooms?gym_id=a+b',
    '/v1/summary?gym_id=other',
    '/v1/query?gym_id=a+b',
    '/ask?gym_id=a+b',
    '/v1/status',
    '/health',
  ]);
});

it('a request has the key, the program and what is asked for', async () => {
  const { client, sent } = clientOf(() => json({}));
  await client.trainers.get('Zoë / 100 %', { period: 'day' });
  const url = 'http://turnout.test/path/v1/trainers/Zo%C3%AB%20%2F%20100%20%25?period=day';
  expect(sent[0]).toMatchObject({ url, method: 'GET' });
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    authorization: 'Bearer tk_secret',
    'user-agent': expect.stringMatching(/^turnout-client-js\/\d+\.\d+\.\d+ \(node 2\d\.[\d.]+\)$/),
  });
});

it('a request of a question is in the structured dialect', async () => {
  const { client, sent } = clientOf(() => json({ _meta: {}, results: [] }));
  await client.ask('And spin?', {
    prev: ['How full was yoga?'],
    site: 'north',
    mode: 'summarize',
    num_results: 3,
    conversation_id: 'c',
  });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    body: {
      query: { text: 'And spin?', site: 'north', num_results: 3 },
      context: { prev: ['How full was yoga?'] },
      prefer: { streaming: false, mode: 'summarize' },
      meta: { version: '0.55', session_context: { conversation_id: 'c' } },
    },
  });
});

it.each(['', '.', '..'])('a request of the trainer %j is never sent', async (trainer) => {
  const { client, sent } = clientOf(() => json({}));
  await expect(client.trainers.get(trainer)).rejects.toThrow(TypeError);
  expect(sent).toEqual([]);
});

const WRONG = { perod: 'day' };
const wrong = WRONG as never;
it.each<readonly [string, (client: Turnout) => Promise<unknown>]>([
  ['trainers.get', (client) => client.trainers.get('anna', wrong)],
  ['classes.performance', (client) => client.classes.performance(wrong)],
  ['query', (client) => client.query({ measures: ['held'] }, wrong)],
  ['summary', (client) => client.summary(wrong)],
  ['health', (client) => client.health(wrong)],
  ['status', (client) => client.status(wrong)],
  ['metrics', (client) => client.metrics(wrong)],
  ['keys.create', (client) => client.keys.create(wrong)],
  ['fetch', (client) => client.fetch('/v1/rooms', wrong)],
  ['ask', async (client) => client.ask('Who?', wrong)],
  ['ask in pieces', async (client) => void client.ask('Who?', { ...WRONG, streaming: true })],
  ['live', async (client) => client.live(wrong)],
])('an option that %s does not have is a TypeError, and nothing is sent', async (_, call) => {
  const { client, sent } = clientOf(() => json({}));
  const words = /^There is no option perod\. There are .*signal, timeout_ms, max_retries\.$/;
  await expect(call(client)).rejects.toThrow(words);
  expect(sent).toEqual([]);
});

it('fetch gives any answer as it came, with the key and the limits of the client', async () => {
  const { client, sent } = clientOf(() => new Response('a,b', { headers: { etag: '"1"' } }), {
    gym_id: 'a b',
  });
  const response = await client.fetch('/v1/export', { query: { from: 'x' }, accept: 'text/csv' });
  expect([await response.text(), response.headers.get('etag')]).toEqual(['a,b', '"1"']);
  await client.fetch('/v1/query', { method: 'POST', body: { measures: [] } });
  expect(sent).toMatchObject([
    { url: 'http://turnout.test/path/v1/export?gym_id=a+b&from=x', method: 'GET', body: null },
    { method: 'POST', body: { measures: [] } },
  ]);
  expect(sent[0]?.headers.get('accept')).toBe('text/csv');
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer tk_secret');
});

it('fetch throws what is no success, and asks again where waiting helps', async () => {
  const { client, sent } = clientOf(() => json({}, { 'retry-after': '0' }, 503));
  const error = { name: 'ServerError', retries: 1 };
  await expect(client.fetch('/v1/rooms', { max_retries: 1 })).rejects.toMatchObject(error);
  expect(sent).toHaveLength(2);
});

it('fetch sends nothing to a path that would name another host', async () => {
  const { client, sent } = clientOf(() => json({}));
  await expect(client.fetch('@evil.example/v1/rooms')).rejects.toThrow(/path must begin/);
  expect(sent).toEqual([]);
});

it('an answer with an entity tag is given to each caller as an object of its own', async () => {
  const { client } = clientOf(tagged);
  const [first, second] = [await client.summary(), await client.summary()];
  expect(second).toEqual(first);
  expect(second.classes).not.toBe(first.classes);
});

it('an answer with an entity tag is asked for again with it, replaced by a new one, and the least recently used goes first', async () => {
  let turn = 0;
  const { client, sent } = clientOf(() => json({ total_classes: ++turn }, { etag: `"${turn}"` }), {
    cache_size: 2,
  });
  for (const gym_id of ['a', 'b', 'a', 'c', 'a', 'b']) await client.summary({ gym_id });
  const tags = sent.map(({ headers }) => headers.get('if-none-match'));
  expect(tags).toEqual([null, null, '"1"', null, '"3"', null]);
});

it.each([
  ['what an address that Turnout does not have says', json({ service: 'turnout', matched: false })],
  ['a 304 to a request without a tag', new Response(null, { status: 304 })],
])('%s is no answer', async (_, response) => {
  const { client } = clientOf(() => response);
  const error = { name: 'UnexpectedAnswerError', status: response.status };
  await expect(client.summary()).rejects.toMatchObject(error);
});

it('a call ends with its signal, with the reason of it, whatever it waits for', async () => {
  const reason = new Error('enough');
  for (const answering of [never, () => json({}, { 'retry-after': '20' }, 503)]) {
    const controller = new AbortController();
    const { client, sent } = clientOf(answering);
    const call = client.summary({ signal: controller.signal });
    const ended = expect(call).rejects.toBe(reason);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    controller.abort(reason);
    await ended;
    await expect(client.summary({ signal: controller.signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  }
});

it('a call leaves nothing on a signal that lives on', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const { client } = clientOf(tagged);
  await client.health({ signal });
  await client.health({ signal });
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});

it.each([
  ['ECONNREFUSED', 2, false],
  ['EAI_AGAIN', 2, false],
  ['ENOTFOUND', 0, false],
  ['CERT_HAS_EXPIRED', 0, false],
  ['UND_ERR_SOCKET', 0, true],
])('a call that fails with %s is sent again %i times, and tells no key', async (...row) => {
  const [code, retries, maybe_charged] = row;
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const { client, sent } = clientOf(() => Promise.reject(failure(code)));
  const error = (await client.summary().catch((thrown: unknown) => thrown)) as TurnoutError;
  random.mockRestore();
  expect(error).toBeInstanceOf(TurnoutError);
  expect(error).toMatchObject({
    code: 'connection_failed',
    status: null,
    retries,
    maybe_charged,
    detail: expect.stringContaining(code),
  });
  expect(error).toHaveProperty('cause.cause.code', code);
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('tk_secret');
  expect(sent).toHaveLength(retries + 1);
});

const streamOf = (text: string) =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode(text));
        if (text.includes('complete')) controller.close();
      },
    }),
    STREAMED,
  );
const STREAMED = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } };
const piece = (event: string, data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

it('a stream is collected into one answer, without what is not known', async () => {
  const _meta = { response_type: 'answer', version: '0.55' };
  const text = [
    piece('start', { _meta }),
    piece('news', {}),
    piece('result', { index: 0, item: { name: 'Spin' } }),
    piece('complete', { _meta: { ..._meta, summary: 'Full.' } }),
  ].join('');
  const { client, sent } = clientOf(() => streamOf(text));
  const stream = client.ask('How full?', { streaming: true });
  expect(sent).toEqual([]);
  const results = [{ name: 'Spin' }];
  expect(await stream.answer()).toEqual({ _meta: { ..._meta, summary: 'Full.' }, results });
  expect(sent[0]?.headers.get('accept')).toBe('text/event-stream');
  await expect(stream.answer()).rejects.toThrow(/read once/);
});

it('a stream is closed by whoever leaves the loop', async () => {
  let signal: AbortSignal | null | undefined;
  const { client } = clientOf((_, init) => {
    signal = init.signal;
    return streamOf(piece('start', {}));
  });
  for await (const { event } of client.ask('How full?', { streaming: true })) {
    expect(event).toBe('start');
    break;
  }
  expect(signal?.aborted).toBe(true);
});
