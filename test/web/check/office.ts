/** The pages of a head office, over a PostgreSQL of its own: no error, no axe violation, no overflow; Tab reaches all. */

import { signIn, startChainOffice } from '../../support/chain-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import type { Run } from './check.ts';
import { lookAt } from './looks.ts';

/** The list as it is, sorted, without a find; a gym that sends, with the switch; gyms that are silent and have nothing yet. */
const ADDRESSES = [
  '/gyms',
  '/gyms?sort=revenue&direction=desc',
  '/gyms?name=nowhere',
  '/gyms/riverside',
  '/gyms/riverside/week',
  '/gyms/riverside/money',
  '/gyms/lakeside',
  '/gyms/hilltop',
  '/sign-ins',
];

export async function checkOffice(run: Run): Promise<string> {
  if (!HAS_POSTGRES) return 'skipped, there is no PostgreSQL here';
  const chain = await startChainOffice();
  try {
    const { secret } = await chain.key({ kind: 'all' }, 'owner');
    // Its cookie is for https alone, which the browser would not keep here.
    const headers = { Cookie: await signIn(chain.url, secret) };
    const site = { name: 'office', url: chain.url, addresses: ADDRESSES, headers };
    return `${await lookAt(run, site)} pages, errors, axe, overflow and Tab`;
  } finally {
    await chain.close();
  }
}
