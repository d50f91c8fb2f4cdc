/** A key that was shown before is asked for no less than one that is looked up, over real HTTP and real keys. */

import { afterEach, expect, it } from 'vitest';
import { demoConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { openAccess } from '../../../store/access/access.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { listen } from '../../support/backings.ts';
import { type Service, startService } from '../../support/service.ts';
import { gymsOf } from './gyms.fixture.ts';

const CONFIG = demoConfig({ variables: {}, host: null, port: null });

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

it('only whole, alone, in its header, and until it is revoked', async () => {
  const { history } = await openTestHistory();
  const shared = { clock: systemClock, log: silentLog };
  const access = await openAccess({ history, config: () => CONFIG, ...shared });
  const service = await startService(listen, gymsOf('demo'), { access });
  services.push(service);
  const { secret, key } = await access.createKey({ gymId: 'demo', role: 'owner', by: 'test' });
  const text = `Bearer ${secret}`;
  const ask = async (headers: Record<string, string>, query = '') => {
    const url = `http://127.0.0.1:${service.port}/v1/summary${query}`;
    return (await fetch(url, { headers })).status;
  };
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
  await access.close();
});
