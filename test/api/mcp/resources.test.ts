/** Resources over real HTTP, with the official client in both eras. */

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { BACKINGS } from '../../support/backings.ts';
import { bearer, ERAS, KEYS, type McpService, startMcp } from './mcp-service.fixture.ts';

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
