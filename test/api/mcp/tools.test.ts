/** Tools and prompts over real HTTP, with the official client in both eras: what is offered, what it answers, and what it costs. */

import sharp from 'sharp';
import { Type } from 'typebox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hoursOf } from '../../../api/mcp/charts.ts';
import { argumentsReader } from '../../../api/mcp/tools.ts';
import { bearer, called, ERAS, GYM, KEYS, OWN, openMcp } from './mcp-service.fixture.ts';

describe.each(ERAS)('for a client of %s', (era) => {
  it('charges one lookup for figures, none for lists and errors, and refuses tools and resources when none is left', async () => {
    const { client: connect, access, log } = await openMcp();
    const client = await connect(era, bearer(KEYS.few));
    const read = (uri: string) => client.readResource({ uri }, { cacheMode: 'bypass' });
    await expect(read('turnout://classes/no-such-class')).rejects.toMatchObject({
      code: era === '2026' ? -32602 : expect.any(Number),
    });
    // Of three lookups the first four take none.
    const calls = [
      ['list_trainers', {}, 'ok'],
      ['get_trainer', { trainer: 'Nobody Here' }, 'unknown_trainer'],
      ['get_summary', { gym_id: 'rival' }, 'forbidden'],
      ['rank_classes', { limit: 0 }, 'invalid_arguments'],
      ['get_summary', {}, 'ok'],
      ['get_trainer', { trainer: OWN.name, from: '2026-11-15' }, 'ok'],
      ['get_revenue', {}, 'ok'],
      ['get_summary', {}, 'lookups_exhausted'],
    ] as const;
    let last = '';
    for (const [name, given] of calls) ({ text: last } = await called(client, name, given));
    expect(last).toMatch(/^lookups_exhausted: All 3 lookups .*turnout key create/);
    const exhausted = { code: 402, message: expect.stringContaining('lookups_exhausted') };
    await expect(read('turnout://week')).rejects.toMatchObject(exhausted);
    expect(access.used(KEYS.few)).toBe(3);
    const outcomes = log.of('mcp_tool').map(({ fields }) => fields['outcome']);
    expect(outcomes).toEqual(calls.map(([, , outcome]) => outcome));
    expect(JSON.stringify(log.lines)).not.toContain('Nobody Here');
    const key = KEYS.few.slice(0, 8);
    expect(log.of('mcp_tool')[0]?.fields).toMatchObject({ tool: 'list_trainers', key });
  });

  it('draws the week beside the ranking where it is asked to, and answers all the same where it cannot', async () => {
    const packed = vi.spyOn(sharp.prototype, 'toBuffer');
    onTestFinished(() => packed.mockRestore());
    packed.mockResolvedValueOnce(Buffer.of(1, 2, 3) as never);
    packed.mockRejectedValueOnce(new Error('no canvas'));
    const started = await openMcp();
    const owner = await started.client(era, bearer(KEYS.owner));
    const call = async (name: string, given: object = {}) =>
      (await called(owner, name, given)).parts;
    expect(await call('rank_classes')).toHaveLength(1);
    expect(packed).not.toHaveBeenCalled();
    const picture = { type: 'image', mimeType: 'image/png' };
    expect((await call('rank_classes', { chart: true }))[1]).toEqual({ ...picture, data: 'AQID' });
    // Drawn once for the same classes.
    expect(await call('rank_classes', { chart: true })).toHaveLength(2);
    expect(packed).toHaveBeenCalledTimes(1);
    const query = { measures: ['attended'], by: ['week'] };
    expect(await call('ask', { query, chart: true })).toHaveLength(1);
    expect(started.log.of('chart_not_drawn')).toHaveLength(1);
  });

  it('says which rows of a query it left out by itself, and nothing where it was told how many', async () => {
    const { client: connect } = await openMcp();
    const client = await connect(era, bearer(KEYS.owner));
    const notes = async (more: object) => {
      const query = { measures: ['held'], by: ['day'], ...more };
      const { body } = await called(client, 'query_figures', query);
      return (body as { readonly notes: readonly string[] }).notes.join();
    };
    expect(await notes({})).toMatch(/Rows 1 to 30 of 4\d: set `limit` or `offset`/);
    for (const more of [{ limit: 3 }, { offset: 30 }])
      expect(await notes(more)).not.toMatch(/Rows/);
  });

  it('tells nothing internal where something breaks, and gives the lookup back', async () => {
    const reader = () => {
      throw new Error('SELECT * FROM secrets');
    };
    const { client: connect, access, log } = await openMcp({ reader });
    const client = await connect(era, bearer(KEYS.few));
    const { isError, text } = await called(client, 'ask', { query: 'How full?' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^internal_error: A fault in Turnout itself; .* request [0-9a-f-]{36}/);
    expect(text).not.toContain('SELECT');
    expect(access.used(KEYS.few)).toBe(0);
    expect(log.of('mcp_failed')).toHaveLength(1);
  });

  it('has three pieces of work, one of them for a trainer whose name it completes', async () => {
    const { client: connect, access } = await openMcp();
    const client = await connect(era, bearer(KEYS.few));
    const { prompts } = await client.listPrompts();
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: { trainer: OWN.name } });
      const { text = '' } = (messages[0]?.content ?? {}) as { readonly text?: string };
      expect(text).toContain('`null` is unknown');
      // Every tool that it names is there; `ask` is added by whoever answers questions.
      const named = [...text.matchAll(/\b(?:get|rank|list)_[a-z]+\b/g)].map(([word]) => word);
      expect(tools).toEqual(expect.arrayContaining([...new Set(named)]));
      if (name === 'trainer_one_to_one') expect(text).toContain(OWN.name);
    }
    await expect(client.getPrompt({ name: 'trainer_one_to_one' })).rejects.toMatchObject({
      code: -32602,
    });
    const ref = { type: 'ref/prompt', name: 'trainer_one_to_one' } as const;
    for (const value of ['zoe', 'marc', 'zoe-mar']) {
      const { completion } = await client.complete({ ref, argument: { name: 'trainer', value } });
      expect(completion.values).toEqual(['Zoë Marchetti']);
    }
    expect(access.used(KEYS.few)).toBe(0);
  });
});

it('the chart of the week names the days that it is of', () => {
  expect(hoursOf(GYM).title).toBe('How full, 11 Oct – 21 Nov 2026');
});

/** What is said of arguments that are wrong, and of such as would only keep the thread busy. */

const read = argumentsReader(
  Type.Object(
    {
      trainer: Type.String({ maxLength: 8 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
      query: Type.Optional(Type.Object({}, { additionalProperties: true })),
    },
    { additionalProperties: false },
  ),
);

/** `[[[…]]]` */
const DEEP: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

it.each([
  [undefined, /must have "trainer"/],
  [{ trainer: 'anna', limit: 101 }, /^limit: must be <= 100/],
  [{ trainer: 'anna', gym: 1 }, /must not have "gym"/],
  [JSON.parse('{"trainer":"anna","constructor":{}}'), /must not have "constructor"/],
])('arguments says of %j what would be right', (given, words) => {
  expect(read(given)).toMatch(words);
});

it.each([
  ['deep', { trainer: 'anna', query: { x: DEEP } }],
  ['wide', Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))],
  ['wide inside', { trainer: 'anna', query: { x: Array.from({ length: 60_000 }, () => ({})) } }],
])('arguments are refused that are %s before it looks for faults', (_, given) => {
  expect(read(given)).toBe('arguments: must not have more than 16 levels and 1000 members.');
});
