/** The language model behind the grammar, over real HTTP: what it is told, what is taken from it, and whatever goes wrong. */

import { expect, it, vi } from 'vitest';
import { createReader } from '../../../ask/model/model-reader.ts';
import type { AskContext } from '../../../ask/reader.ts';
import { classNames } from '../../../gym/figures/class-table.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { API_KEY, asks, type Reply, says, startEndpoint } from './endpoint.fixture.ts';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));
const context: AskContext = {
  timezone: view.gym.timezone,
  nowUtcMs: view.nowUtcMs,
  trainers: view.trainers,
  self: null,
  classNames: classNames(view),
  families: [{ name: 'Calm', classes: ['Restorative Yoga', 'Candlelit Yin'] }],
  rooms: view.rooms,
};
/** Not English: the grammar does not understand it. */
const FOREIGN = 'Wie viele Leute waren gestern da?';
const GOOD = { measures: ['attended'], from: '2026-11-17', to: '2026-11-17' };
/** Of tests with an endpoint that does not end: long enough for a connection, short enough to wait for. */
const SHORT_MS = 300;

async function open(reply: Reply, timeoutMs = 8_000) {
  const endpoint = await startEndpoint(reply);
  const log = new RecordedLog();
  const reader = createReader({ model: () => ({ ...endpoint.model, timeoutMs }), log });
  const ask = (text: string, said: Partial<AskContext> = {}) =>
    reader({ text, prev: [] }, { ...context, ...said });
  return { endpoint, log, ask };
}

const refusal = { kind: 'unclear', reason: 'not_understood', suggestions: expect.any(Array) };

it('a model that answers well reads what the grammar does not, into a query that is marked as its own', async () => {
  const { ask, log } = await open(asks(GOOD));
  expect(await ask(FOREIGN)).toMatchObject({
    kind: 'query',
    readBy: 'model',
    query: GOOD,
    decontextualized: expect.stringContaining('17'),
    assumed: [expect.stringContaining('language model')],
  });
  expect(log.of('ask_model')).toHaveLength(1);
});

it('a model that answers well may put its JSON into a fence, name things by their names, and ask for rooms and the timetable', async () => {
  const { ask, endpoint } = await open(
    says(`\`\`\`json\n${JSON.stringify({ query: GOOD })}\n\`\`\``),
  );
  expect(await ask(FOREIGN)).toMatchObject({ query: GOOD });
  const [trainer] = view.trainers;
  endpoint.reply = asks({ ...GOOD, where: [['trainer', 'is', [trainer?.name.toUpperCase()]]] });
  expect(await ask('Wie viele Leute waren gestern da, Und wer kam zu Anna?')).toMatchObject({
    query: { where: [['trainer', 'is', [trainer?.id]]] },
  });
  const [room] = view.rooms;
  endpoint.reply = asks({ report: 'occupancy', where: [['room', 'is', [room?.name]]] });
  expect(await ask('Wie viele Leute waren gestern da, Wer ist jetzt da?')).toMatchObject({
    query: { where: [['room', 'is', [room?.id]]] },
  });
  endpoint.reply = asks({ ...GOOD, where: [['class', 'is', ['CALM', 'Hatha Yoga']]] });
  expect(
    await ask('Wie viele Leute waren gestern da, Wie voll war der ruhige Kurs?'),
  ).toMatchObject({
    query: { where: [['class', 'is', ['Restorative Yoga', 'Candlelit Yin', 'Hatha Yoga']]] },
  });
  const timetable = { report: 'timetable', from: '2026-11-18', to: '2026-11-18' };
  endpoint.reply = asks(timetable);
  expect(await ask('Wie viele Leute waren gestern da, Was ist heute los hier?')).toMatchObject({
    query: { ...timetable, where: [], next: false },
  });
});

it('a model that answers well gets one turn to put its reply right, and is not asked the same again', async () => {
  const { ask, endpoint } = await open((response, { body: { messages } }) =>
    (messages.length > 2 ? asks(GOOD) : says('About 840 people.'))(
      response,
      endpoint.received[0] as never,
    ),
  );
  expect(await ask(FOREIGN)).toMatchObject({ query: GOOD });
  expect(endpoint.received.at(-1)?.body.messages.at(-1)?.content).toContain('no query');
  await ask(FOREIGN);
  expect(endpoint.received).toHaveLength(2);
});

it('a model that answers well is told the question, the catalogue, names and the date, and no figure', async () => {
  const { ask, endpoint } = await open(asks(GOOD));
  await ask(FOREIGN);
  const [received] = endpoint.received;
  expect(received).toMatchObject({ path: '/v1/chat/completions', body: { model: 'small' } });
  expect(received?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  expect(received?.body.response_format).toMatchObject({ type: 'json_schema' });
  const schema = JSON.stringify(received?.body.response_format);
  expect(schema).toContain('"fill_rate"');
  const names = JSON.stringify([...view.trainers.map(({ name }) => name), null]);
  expect(schema).toContain(`[{"enum":["trainer"]},{"enum":["is","is_not","between"]}`);
  expect(schema).toContain(names);
  const [system, user] = received?.body.messages ?? [];
  expect(system?.content).toContain('fill_rate: ');
  expect(JSON.parse(user?.content ?? '')).toEqual({
    today: '2026-11-18',
    weekday: 'Wednesday',
    trainers: view.trainers.map(({ name }) => name),
    classes: classNames(view),
    families: ['Calm'],
    rooms: view.rooms.map(({ name }) => name),
    questions_before: [],
    question: FOREIGN,
  });
});

it('a model that answers well is told a trainer alone of a trainer, and nothing of money', async () => {
  const { ask, endpoint } = await open(asks(GOOD));
  const [own] = view.trainers;
  const trainers = view.trainers.slice(0, 1);
  await ask(FOREIGN, { trainers, self: own?.id ?? null });
  const [system, user] = endpoint.received[0]?.body.messages ?? [];
  expect(JSON.parse(user?.content ?? '')).toMatchObject({
    trainers: [own?.name],
    asked_by: own?.name,
  });
  expect(system?.content).not.toMatch(/^(?:revenue|profit|cost): /m);
});

it.each([
  ['what the grammar understands', 'How many people came yesterday?', {}],
  ['what is not known here', 'How old are our members?', {}],
  ['of the sample gym', FOREIGN, { isSample: true }],
])('a model is not asked: %s', async (_, text, said) => {
  const { ask, endpoint } = await open(asks(GOOD));
  const reading = await ask(text, said);
  expect(reading).not.toHaveProperty('readBy');
  expect(reading).not.toHaveProperty('notes');
  expect(endpoint.received).toEqual([]);
});

const other = view.trainers[1]?.name ?? '';
const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['no query', null],
  ['a number', 42],
  ['a list', [GOOD]],
  ['an answer in place of a query', { answer: '842 people came.' }],
  ['a measure that is none', { measures: ['members'] }],
  ['a prototype as a measure', { measures: ['constructor'] }],
  ['a prototype as a dimension', { measures: ['attended'], by: ['__proto__'] }],
  ['a prototype as a trainer', { ...GOOD, where: [['trainer', 'is', ['__proto__']]] }],
  ['a prototype as a report', { report: 'toString', where: [] }],
  ['another gym', { ...GOOD, gym_id: 'demo' }],
  ['a trainer of another gym', { ...GOOD, where: [['trainer', 'is', ['Jane Elsewhere']]] }],
  ['a room that is none', { report: 'occupancy', where: [['room', 'is', ['Vault']]] }],
  ['a session by its id', { ...GOOD, where: [['session', 'is', ['cls_1']]] }],
  ['a range backwards', { ...GOOD, from: '2026-11-18' }],
  ['a range of a hundred years', { ...GOOD, from: '1926-11-17' }],
  ['a date that is none', { ...GOOD, from: '2026-02-30' }],
  ['a timetable without dates', { report: 'timetable', where: [] }],
  ['21 filters', { ...GOOD, where: Array.from({ length: 21 }, () => ['hour', 'is', [9]]) }],
  ['a limit of none', { ...GOOD, limit: 0 }],
];

it.each(HOSTILE)('a model that lies leaves the refusal of the grammar: %s', async (_, query) => {
  const { ask, log } = await open(asks(query));
  const reading = await ask(FOREIGN);
  expect(reading).toMatchObject({
    ...refusal,
    notes: [expect.stringContaining('language model')],
  });
  expect(log.of('ask_model_failed')).toHaveLength(1);
});

it('a model that lies leaves the refusal of the grammar, with a note: says nothing of other trainers to a trainer', async () => {
  const { ask } = await open(asks({ ...GOOD, where: [['trainer', 'is', [other]]] }));
  const own = { trainers: view.trainers.slice(0, 1), self: view.trainers[0]?.id ?? null };
  const reading = await ask(FOREIGN, own);
  expect(reading).toMatchObject(refusal);
  expect(JSON.stringify(reading)).not.toContain(other);
});

const PART = '{"choices":[{"message":{"content":"';
const BROKEN: readonly (readonly [string, string, Reply])[] = [
  ['no JSON', 'not_json', (response) => response.end('<html>')],
  ['JSON of another kind', 'no_text', (response) => response.end('{"error":"none"}')],
  ['an empty text', 'no_text', says('  ')],
  ['prose', 'bad_query', says('About 840 people came yesterday.')],
  ['status 500', 'status_500', (response) => response.writeHead(500).end('secret')],
  ['a broken connection', 'unreachable', (response) => response.destroy()],
  ['10 MB', 'too_large', (response) => response.end(`${PART}${'a'.repeat(10_000_000)}"}}]}`)],
];

it.each(BROKEN)('a model that fails leaves the grammar’s refusal: %s', async (_, reason, reply) => {
  const { ask, log } = await open(reply);
  expect(await ask(FOREIGN)).toMatchObject({ ...refusal, notes: [expect.any(String)] });
  expect(log.of('ask_model_failed')).toMatchObject([{ fields: { reason } }]);
});

it.each([
  ['that says nothing', () => undefined],
  ['that says half', (response) => response.write(PART)],
] as [string, Reply][])(
  'a model that fails leaves the refusal of the grammar, with a note: one %s is not waited for longer than the limit',
  async (_, reply) => {
    const { ask, log } = await open(reply, SHORT_MS);
    expect(await ask(FOREIGN)).toMatchObject({
      ...refusal,
      notes: ['The language model did not answer in time.'],
    });
    expect(log.of('ask_model_failed')).toMatchObject([{ fields: { reason: 'timeout' } }]);
  },
);

it('a model that fails leaves the refusal of the grammar, with a note: a redirect is not followed: the key goes nowhere else', async () => {
  const elsewhere = await startEndpoint(asks(GOOD));
  const { ask, log } = await open((response) =>
    response.writeHead(307, { location: `${elsewhere.origin}/v1/chat/completions` }).end(),
  );
  expect(await ask(FOREIGN)).toMatchObject(refusal);
  expect(elsewhere.received).toEqual([]);
  expect(log.of('ask_model_failed')).toMatchObject([{ fields: { reason: 'redirect' } }]);
});

it('a model that fails leaves the refusal of the grammar, with a note: its log has neither question, key nor address', async () => {
  const { ask, log, endpoint } = await open((response) => response.writeHead(401).end(API_KEY));
  await ask(FOREIGN);
  const text = JSON.stringify(log.lines);
  for (const secret of [API_KEY, endpoint.origin, 'gestern']) expect(text).not.toContain(secret);
});

it('a model that fails leaves the refusal of the grammar, with a note: a key whose variable is not set is sent nowhere', async () => {
  const { endpoint } = await open(asks(GOOD));
  const log = new RecordedLog();
  const model = { ...endpoint.model, apiKey: 'unset:MODEL_KEY' };
  const reader = createReader({ model: () => model, log });
  expect(await reader({ text: FOREIGN, prev: [] }, context)).toMatchObject(refusal);
  expect(endpoint.received).toEqual([]);
});

it('is asked again in plain words where it knows no schemas', async () => {
  const { ask, endpoint } = await open((response, received) =>
    received.body.response_format === undefined
      ? asks(GOOD)(response, received)
      : response.writeHead(400).end('{"error":"response_format is not supported"}'),
  );
  expect(await ask(FOREIGN)).toMatchObject({ query: GOOD, readBy: 'model' });
  expect(endpoint.received[1]?.body).not.toHaveProperty('temperature');
});

it('has four questions at once at most: the fifth is refused by the grammar at once', async () => {
  const waiting: Parameters<Reply>[] = [];
  const { ask, endpoint } = await open((...exchange) => void waiting.push(exchange));
  const asked = [1, 2, 3, 4].map(() => ask(FOREIGN));
  const fifth = await ask(FOREIGN);
  expect(fifth).toMatchObject({ ...refusal, notes: [expect.stringContaining('busy')] });
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  for (const [response, received] of waiting) asks(GOOD)(response, received);
  for (const reading of await Promise.all(asked)) expect(reading).toMatchObject({ kind: 'query' });
  expect(endpoint.received).toHaveLength(4);
});
