/** What a box says of the certificate of its head office, over a real Caddy. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { enrol } from '../../../service/line/head-office.ts';
import { anError } from '../../support/an-error.ts';
import { HAS_CADDY, startCaddy } from '../../support/caddy.ts';

describe.skipIf(!HAS_CADDY)('a head office over HTTPS', () => {
  it('whose certificate is of no known authority is refused, with what to do', async () => {
    const caddy = await startCaddy((name) => `${name} {\n\ttls internal\n\trespond 200\n}\n`);
    onTestFinished(() => caddy.close());
    const gym = { id: 'one', name: 'One', timezone: 'Europe/London' };
    const request = { v: 1 as const, token: 'tj_one', hostname: 'box', app: '1.0.0', gym };
    await expect(enrol(`https://${caddy.name}`, request)).rejects.toEqual(
      anError('hq_unreachable', /^certificate of the head office: .*NODE_EXTRA_CA_CERTS/),
    );
  });
});
