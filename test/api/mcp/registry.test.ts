import { describe, expect, it } from 'vitest';
import { bearer, ERAS, KEYS, OWN, openMcp, SANDBOX } from './mcp-service.fixture.ts';

/** Resources over real HTTP, with the official client in both eras. */

describe.each(ERAS)('for a client of %s', (era) => {
  it('charges what is read, and refuses what is not there in the words of the protocol', async () => {
    const { client: connect, access, log } = await openMcp();
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
});

it('tells nothing internal where something breaks', async () => {
  let isBroken = false;
  const service = await openMcp({
    gym: (view) => {
      if (isBroken) throw new Error('SELECT * FROM secrets');
      return view;
    },
  });
  const client = await service.client('2026', bearer(KEYS.owner));
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

/** Prompts over real HTTP, with the official client in both eras. */

describe.each(ERAS)('for a client of %s', (era) => {
  it('has three pieces of work, one of them for a trainer whose name it completes', async () => {
    const { client: connect, access } = await openMcp();
    const client = await connect(era, bearer(KEYS.few));
    const { prompts } = await client.listPrompts();
    const textOf = async (name: string, given: Record<string, string> = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return (messages[0]?.content as { text: string } | undefined)?.text ?? '';
    };
    const { tools } = await client.listTools();
    for (const { name } of prompts) {
      const text = await textOf(name, { trainer: OWN.name });
      expect(text).toContain('`null` is unknown');
      // Every tool that it names is there; `ask` is added by whoever answers questions.
      const named = [...text.matchAll(/\b(?:get|rank|list)_[a-z]+\b/g)].map(([word]) => word);
      expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining([...new Set(named)]));
    }
    // Ranked rows have it in per cent, and in no other unit.
    const review = await textOf('weekly_review');
    expect(review).toContain('classes whose `trend_pct` is above 10 or below -10');
    expect(review).not.toMatch(/\btrend\b/);
    expect(await textOf('trainer_one_to_one', { trainer: OWN.name })).toContain(OWN.name);
    // "On Monday" is one date: of the newest alone nothing can be said.
    expect(await textOf('what_to_cut')).toContain('on <weekday>s at <time>');
    await expect(client.getPrompt({ name: 'trainer_one_to_one' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.getPrompt({ name: 'no_such' })).rejects.toMatchObject({ code: -32602 });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'trainer_one_to_one' },
      argument: { name: 'trainer', value: OWN.name.slice(0, 2).toLowerCase() },
    });
    expect(completion.values).toContain(OWN.name);
    expect(access.used(KEYS.few)).toBe(0);
  });
});

/** The page about the endpoint: it names all that is served, and what is to be copied is right. */

it('is Markdown, needs no key, and names every tool, resource and prompt', async () => {
  const service = await openMcp();
  const answer = await service.send({ target: '/mcp.md' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await answer.text();
  const client = await service.client('2026', SANDBOX);
  for (const { name } of (await client.listTools()).tools) expect(text).toContain(`### ${name}\n`);
  for (const { name } of (await client.listPrompts()).prompts)
    expect(text).toContain(`\`${name}\``);
  for (const uri of ['turnout://today', 'turnout://week', 'turnout://classes/{class_id}']) {
    expect(text).toContain(`\`${uri}\``);
  }
  expect(text).toContain('`limit` (integer 1..100)');
  expect(text).not.toContain('undefined');
  expect(text).not.toContain('[object');
});
