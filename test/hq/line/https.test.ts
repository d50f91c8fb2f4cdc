import { expect, it, onTestFinished } from 'vitest';
import { enrol } from '../../../service/line/head-office.ts';
import { anError } from '../../support/an-error.ts';
import { startSite } from '../../support/https-site.ts';

it('a head office whose certificate is of no known authority is refused, with what to do', async () => {
  const site = await startSite((_, response) => void response.end('{}'));
  onTestFinished(() => site.close());
  const gym = { id: 'one', name: 'One', timezone: 'Europe/London' };
  const request = { v: 1 as const, token: 'tj_one', hostname: 'box', app: '1.0.0', gym };
  await expect(enrol(`https://localhost:${site.port}`, request)).rejects.toEqual(
    anError('hq_unreachable', /^certificate of the head office: .*NODE_EXTRA_CA_CERTS/),
  );
});
