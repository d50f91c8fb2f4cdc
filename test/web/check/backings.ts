/** Check 20: pages and files are the same over every HTTP server that loads here. */

import { addressesOf } from './addresses.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

export async function checkBackings(): Promise<CheckResult> {
  const gym = GYMS.demo();
  const faults: string[] = [];
  const servers = await Promise.all([serve(gym), serve(gym, { backing: 'node' })]);
  const addresses = addressesOf(gym.view);
  for (const address of addresses) {
    const [one = '', other = ''] = await Promise.all(
      servers.map(async ({ url }) => {
        const answer = await fetch(`${url}${address}`, { headers: { Accept: 'text/html' } });
        return `${answer.status} ${answer.headers.get('etag')} ${await answer.text()}`;
      }),
    );
    if (one !== other) faults.push(`${address} differs`);
  }
  await Promise.all(servers.map((server) => server.close()));
  return { name: '20 backings', figure: `${addresses.length} pages the same on both`, faults };
}
