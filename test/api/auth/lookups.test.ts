/** Keys over real HTTP and a real history: no lookup more than there are, however many ask at once; a key that was shown before is asked for no less. */

import { Agent, get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { demoConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { openAccess } from '../../../store/access/access.ts';
import type { History } from '../../../store/history/history.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { listen } from '../../support/backings.ts';
import { type Service, startService } from '../../support/service.ts';
import { gymsOf } from './gyms.fixture.ts';

const CONNECTIONS = 50;
const LOOKUPS = 100;

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const open = async (history: History) => {
  const access = await openAccess({
    history,
    config: () => CONFIG,
    clock: systemClock,
    log: silentLog,
  });
  const service = await startService(listen, gymsOf('demo'), { access });
  services.push(service);
  return { access, service };
};

it(`${LOOKUPS} lookups are ${LOOKUPS} answers over ${CONNECTIONS} connections at once, then 402, also after a start`, async () => {
  const { history } = await openTestHistory();
  const { access, service } = await open(history);
  const { secret, key } = await access.createKey({ gymId: 'demo', role: 'free', by: 'test' });
  const statuses = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => untilRefused(service.port, secret)),
  );
  const flat = statuses.flat();
  expect(flat.filter((status) => status === 200)).toHaveLength(LOOKUPS);
  expect(flat.filter((status) => status !== 200)).toEqual(
    Array.from({ length: CONNECTIONS }, () => 402),
  );
  expect(access.lookupsLeft(key.id)).toBe(0);
  await access.close();
  const again = await open(history);
  expect(await untilRefused(again.service.port, secret)).toEqual([402]);
});

it('a key is taken only whole, alone, in its header, and until it is revoked', async () => {
  const { history } = await openTestHistory();
  const { access, service } = await open(history);
  const { secret, key } = await access.createKey({ gymId: 'demo', role: 'owner', by: 'test' });
  const text = `Bearer ${secret}`;
  const ask = async (headers: Record<string, string>, query = '') =>
    (await service.get(`/v1/summary${query}`, { headers })).status;
  const own = { Authorization: text };
  expect([await ask(own), await ask(own)]).toEqual([200, 200]);
  expect([await ask({ Authorization: secret }), await ask({ 'X-Api-Key': text })]).toEqual([
    401, 401,
  ]);
  expect(await ask({ ...own, 'X-Api-Key': 'tk_another' })).toBe(400);
  expect(await ask(own, `?api_key=${secret}`)).toBe(400);
  expect(await ask(own, '?gym_id=demo')).toBe(200);
  await access.revokeKey(key.id, 'test');
  expect(await ask(own)).toBe(401);
});

const CONFIG = demoConfig({ variables: {}, host: null, port: null });

/** One connection that asks until it is refused: the statuses of its answers. */
async function untilRefused(port: number, secret: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { Authorization: `Bearer ${secret}` };
  const statuses: number[] = [];
  do {
    statuses.push(
      await new Promise((resolve, reject) => {
        get({ port, host: '127.0.0.1', path: '/v1/summary', agent, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        }).on('error', reject);
      }),
    );
  } while (statuses.at(-1) === 200);
  agent.destroy();
  return statuses;
}
