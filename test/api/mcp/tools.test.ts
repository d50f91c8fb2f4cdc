/** Tools over real HTTP, with the official client in both eras: what is offered, what it answers, and what it costs. */

import { afterEach, describe, expect, it } from 'vitest';
import type { RouteFigures } from '../../../api/routes/route.ts';
import { BACKINGS } from '../../support/backings.ts';
import {
  bearer,
  ERAS,
  KEYS,
  type McpService,
  OTHER,
  OWN,
  SANDBOX,
  startMcp,
} from './mcp-service.fixture.ts';

const CASES = BACKINGS.flatMap(([name, listen]) => ERAS.map((era) => ({ name, listen, era })));

/** Arguments with which each tool answers. */
const GOOD: Readonly<Record<string, Record<string, unknown>>> = {
  get_summary: {},
  get_trainer: { trainer: OWN.id },
  rank_classes: { limit: 3 },
  get_revenue: {},
  query_figures: { measures: ['attended'], by: ['week'] },
  list_trainers: {},
};

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

describe.each(CASES)('tools for a client of $era over $name', ({ listen, era }) => {
  let service: McpService | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });
  const open = async (
    ...given: Parameters<typeof startMcp> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    service = await startMcp(listen, ...given);
    return service;
  };

  it('lists every route with figures, and who teaches, with what models need to know', async () => {
    const client = await (await open()).client(era, SANDBOX);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(GOOD));
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(60);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
      expect(JSON.stringify(tool.outputSchema)).not.toContain('$ref');
      expect(tool.annotations).toEqual({
        title: tool.title,
        readOnlyHint: true,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: false,
      });
    }
    const trainer = tools.find(({ name }) => name === 'get_trainer');
    expect(trainer?.inputSchema).toMatchObject({
      required: ['trainer'],
      properties: {
        trainer: { type: 'string' },
        period: { type: 'string', enum: ['day', 'week'], default: 'week' },
        from: { type: 'string' },
        to: { type: 'string' },
      },
    });
    // With `ask`, which the whole program has as well, under 20 kB: a model reads it at every turn.
    const others = tools.filter(({ name }) => name !== 'query_figures');
    expect(Buffer.byteLength(JSON.stringify(others))).toBeLessThan(9_000);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(13_000);
    // Left out it is the gym of the key: no default may say something else.
    const summary = tools.find(({ name }) => name === 'get_summary');
    expect(summary?.inputSchema.properties?.['gym_id']).not.toHaveProperty('default');
    expect(client.getInstructions()).toContain('`null` means unknown');
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } });
    expect(client.getServerCapabilities()?.resources?.subscribe ?? false).toBe(false);
  });

  it('answers each of them as data and as text, held to its schema by the client', async () => {
    const client = await (await open()).client(era, SANDBOX);
    await client.listTools();
    for (const [name, given] of Object.entries(GOOD)) {
      const result = await client.callTool({ name, arguments: given });
      expect(result.isError ?? false, name).toBe(false);
      const [text] = result.content as Content[];
      expect(JSON.parse(text?.text ?? '')).toEqual(result.structuredContent);
      expect(result.structuredContent).toMatchObject({ gym_id: 'demo' });
    }
    const ranked = await client.callTool({ name: 'rank_classes', arguments: {} });
    expect(ranked.structuredContent).toMatchObject({ limit: 8, columns: expect.any(Array) });
    const given = { limit: 3, details: true };
    const whole = await client.callTool({ name: 'rank_classes', arguments: given });
    expect(whole.structuredContent).toMatchObject({ ranking: [{ rank: 1 }, {}, { rank: 3 }] });
    const dates = { trainer: OWN.id, from: '2000-01-31', to: '2000-01-01' };
    const wrong = await client.callTool({ name: 'get_trainer', arguments: dates });
    expect((wrong.content as Content[])[0]?.text).toMatch(/wrong\. from: must not be after `to`/);
  });

  it('charges one lookup for figures, none for lists and errors, and refuses when none is left', async () => {
    const { client: connect, access, log } = await open();
    const client = await connect(era, bearer(KEYS.few));
    const call = (name: string, given: Record<string, unknown> = {}) =>
      client.callTool({ name, arguments: given });
    await client.listTools();
    await call('list_trainers');
    await call('get_trainer', { trainer: 'Nobody Here' });
    await call('get_summary', { gym_id: 'rival' });
    await call('rank_classes', { limit: 0 });
    expect(access.used(KEYS.few)).toBe(0);
    await call('get_summary');
    await call('get_trainer', { trainer: OWN.name });
    await call('get_revenue');
    expect(access.used(KEYS.few)).toBe(3);
    const refused = await call('get_summary');
    expect(refused.isError).toBe(true);
    expect((refused.content as Content[])[0]?.text).toMatch(
      /^lookups_exhausted: All 3 lookups .*turnout key create/,
    );
    expect(access.used(KEYS.few)).toBe(3);
    expect(log.of('mcp_tool').map(({ fields }) => fields['outcome'])).toEqual([
      'ok',
      'unknown_trainer',
      'forbidden',
      'invalid_arguments',
      'ok',
      'ok',
      'ok',
      'lookups_exhausted',
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('Nobody Here');
    expect(log.of('mcp_tool')[0]?.fields).toMatchObject({
      tool: 'list_trainers',
      key: KEYS.few.slice(0, 8),
    });
  });

  it('says what is wrong and what to do', async () => {
    const client = await (await open()).client(era, bearer(KEYS.owner));
    const textOf = async (name: string, given: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: given });
      expect(isError).toBe(true);
      return (content as Content[])[0]?.text;
    };
    const near = `${OWN.name.slice(0, -1)}x`;
    expect(await textOf('get_trainer', { trainer: near })).toMatch(
      new RegExp(`^unknown_trainer: .*${OWN.name}.* Call list_trainers`),
    );
    expect(await textOf('get_trainer', { period: 'year', trainer: 'a', more: 1 })).toBe(
      'Arguments of get_trainer are wrong. arguments: must not have "more". period: must be one of "day", "week". Correct them and call again.',
    );
    expect(await textOf('get_trainer', {})).toContain('arguments: must have "trainer".');
    expect(await textOf('rank_classes', { limit: 101 })).toContain('limit: must be <= 100.');
    expect(await textOf('get_summary', { gym_id: 'rival' })).toMatch(
      /^forbidden: .*Do not try again/,
    );
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('offers a key of one trainer what is about that trainer, and refuses the others', async () => {
    const client = await (await open()).client(era, bearer(KEYS.trainer));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_trainer',
      'query_figures',
      'list_trainers',
    ]);
    const { structuredContent } = await client.callTool({ name: 'list_trainers', arguments: {} });
    expect(structuredContent).toMatchObject({ total: 1, trainers: [{ id: OWN.id }] });
    const own = await client.callTool({ name: 'get_trainer', arguments: { trainer: OWN.id } });
    expect(own.structuredContent).toMatchObject({ trainer: { id: OWN.id } });
    const foreign = await client.callTool({
      name: 'get_trainer',
      arguments: { trainer: OTHER.id },
    });
    expect(foreign.isError).toBe(true);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'trainer_one_to_one',
    ]);
  });

  it('draws the week beside the ranking where it is asked to, and answers all the same where it cannot', async () => {
    const drawn: string[] = [];
    const painter = {
      heatMap: ({ title, cells }: { title: string; cells: readonly unknown[] }) => {
        drawn.push(`${title} ${cells.length > 10}`);
        if (drawn.length > 1) throw new Error('no canvas');
        return Uint8Array.of(1, 2, 3);
      },
      trend: () => Uint8Array.of(),
    };
    const started = await open({ painter });
    const owner = await started.client(era, bearer(KEYS.owner));
    const rank = async () =>
      (await owner.callTool({ name: 'rank_classes', arguments: { chart: true } }))
        .content as Content[];
    const plain = await owner.callTool({ name: 'rank_classes', arguments: {} });
    expect(plain.content).toHaveLength(1);
    expect(drawn).toEqual([]);
    expect((await rank())[1]).toEqual({ type: 'image', mimeType: 'image/png', data: 'AQID' });
    // Drawn once for the same classes.
    expect(await rank()).toHaveLength(2);
    expect(drawn).toEqual(['How full, 11 Oct – 21 Nov 2026 true']);
  });

  it('tells nothing internal where something breaks, and gives the lookup back', async () => {
    const { analyticsRoutes } = await import('../../../api/routes/analytics/index.ts');
    const [summary] = analyticsRoutes();
    if (summary === undefined) throw new Error('there are routes');
    const { resource: _, tool: __, ...unlisted } = summary;
    const broken = {
      ...unlisted,
      operationId: 'get_broken',
      figures: ((_, admit) =>
        admit({}, () => {
          throw new Error('SELECT * FROM secrets');
        })) satisfies RouteFigures,
    };
    const { client: connect, access, log } = await open({ routes: [broken] });
    const client = await connect(era, bearer(KEYS.few));
    const { isError, content } = await client.callTool({ name: 'get_broken', arguments: {} });
    expect(isError).toBe(true);
    const [text] = content as Content[];
    expect(text?.text).toMatch(
      /^internal_error: A fault in Turnout itself; .* request [0-9a-f-]{36}/,
    );
    expect(text?.text).not.toContain('SELECT');
    expect(access.used(KEYS.few)).toBe(0);
    expect(log.of('mcp_failed')).toHaveLength(1);
  });
});
