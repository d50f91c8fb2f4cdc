/** Resources over real HTTP, with the official client in both eras. */

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { BACKINGS } from '../../support/backings.ts';
import { bearer, ERAS, KEYS, type McpService, SANDBOX, startMcp } from './mcp-service.fixture.ts';

const CASES = BACKINGS.flatMap(([name, listen]) => ERAS.map((era) => ({ name, listen, era })));

describe.each(CASES)('for a client of $era over $name', ({ listen, era }) => {
  let service: McpService | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });
  const open = async () => {
    service = await startMcp(listen);
    return service;
  };

  it('lists today and the week, names how classes are called, and reads each of them as JSON', async () => {
    const client = await (await open()).client(era, SANDBOX);
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(['turnout://today', 'turnout://week', 'turnout://rooms']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([
      { uriTemplate: 'turnout://classes/{class_id}' },
      { uriTemplate: 'turnout://sessions/{session_id}' },
    ]);
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'turnout://classes/{class_id}' },
      argument: { name: 'class_id', value: '' },
    });
    expect(completion.values.length).toBeGreaterThan(10);
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      const [one] = contents as { uri: string; mimeType: string; text: string }[];
      expect(one).toMatchObject({ uri, mimeType: 'application/json' });
      return JSON.parse(one?.text ?? '') as Record<string, unknown>;
    };
    expect(await read('turnout://today')).toMatchObject({
      gym_id: 'demo',
      classes: expect.any(Array),
    });
    const week = await read('turnout://week');
    expect(week).toMatchObject({
      gym_id: 'demo',
      days: expect.any(Array),
      ranking: expect.any(Array),
    });
    expect(week['days']).toHaveLength(7);
    const [classId = ''] = completion.values;
    const one = await read(`turnout://classes/${encodeURIComponent(classId)}`);
    expect(one['class_id']).toBe(classId);
    expect(one).toMatchObject({ weeks: expect.any(Array), occurrences: expect.any(Array) });
  });

  it('charges what is read, and refuses what is not there in the words of the protocol', async () => {
    const { client: connect, access, log } = await open();
    const client = await connect(era, bearer(KEYS.few));
    const uri = 'turnout://classes/no-such-class';
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: era === '2026' ? -32602 : expect.any(Number),
    });
    await client.listResources();
    expect(access.used(KEYS.few)).toBe(0);
    for (const one of ['today', 'week', 'today']) {
      await client.readResource({ uri: `turnout://${one}` }, { cacheMode: 'bypass' });
    }
    expect(access.used(KEYS.few)).toBe(3);
    await expect(
      client.readResource({ uri: 'turnout://week' }, { cacheMode: 'bypass' }),
    ).rejects.toMatchObject({ code: 402, message: expect.stringContaining('lookups_exhausted') });
    expect(access.used(KEYS.few)).toBe(3);
    const noted = log
      .of('mcp_resource')
      .map(({ fields }) => `${fields['resource']} ${fields['outcome']}`);
    expect(noted).toEqual([
      'class not_found',
      'today ok',
      'week ok',
      'today ok',
      'week lookups_exhausted',
    ]);
  });

  it('shows a key of one trainer nothing of the whole gym', async () => {
    const client = await (await open()).client(era, bearer(KEYS.trainer));
    await expect(client.readResource({ uri: 'turnout://today' })).rejects.toMatchObject({
      message: expect.stringContaining('turnout://today'),
    });
  });
});

it.each(ERAS)('tells nothing internal where something breaks, to a client of %s', async (era) => {
  const [[, listen] = []] = BACKINGS;
  if (listen === undefined) throw new Error('there is a server');
  let isBroken = false;
  const service = await startMcp(listen, {
    gym: (view) => {
      if (isBroken) throw new Error('SELECT * FROM secrets');
      return view;
    },
  });
  onTestFinished(() => service.close());
  const client = await service.client(era, bearer(KEYS.owner));
  await client.listTools();
  isBroken = true;
  const uri = 'turnout://classes/x';
  for (const work of [
    () => client.readResource({ uri }, { cacheMode: 'bypass' }),
    () => client.readResource({ uri: 'turnout://week' }, { cacheMode: 'bypass' }),
    () =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'trainer_one_to_one' },
        argument: { name: 'trainer', value: 'a' },
      }),
  ]) {
    await expect(work()).rejects.toMatchObject({
      message: expect.stringMatching(/A fault in Turnout itself/),
    });
  }
  expect(service.log.of('mcp_failed')).toHaveLength(3);
});
