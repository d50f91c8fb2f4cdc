/** Resources over real HTTP, with the official client in both eras. */

import { describe, expect, it } from 'vitest';
import { bearer, ERAS, KEYS, openMcp } from './mcp-service.fixture.ts';

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

it.each(ERAS)('tells nothing internal where something breaks, to a client of %s', async (era) => {
  let isBroken = false;
  const service = await openMcp({
    gym: (view) => {
      if (isBroken) throw new Error('SELECT * FROM secrets');
      return view;
    },
  });
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
