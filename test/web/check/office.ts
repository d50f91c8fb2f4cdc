/** The pages of a head office, over a PostgreSQL of its own: no error, no axe violation, no overflow; Tab reaches all. */

import type { Browser } from 'playwright-core';
import { signIn, startChainOffice } from '../../support/chain-office.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import type { CheckResult } from './check.ts';
import { type LooksPlan, lookAt, type Seen } from './looks.ts';

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

export async function checkOffice(browser: Browser, plan: LooksPlan): Promise<CheckResult> {
  const name = '2, 3 looks of a head office';
  if (!HAS_POSTGRES) return { name, figure: 'skipped, there is no PostgreSQL here', faults: [] };
  const seen: Seen = { pages: 0, faults: [] };
  const chain = await startChainOffice();
  try {
    const { secret } = await chain.key({ kind: 'all' }, 'owner');
    // Its cookie is for https alone, which the browser would not keep here.
    const headers = { Cookie: await signIn(chain.url, secret) };
    const site = { name: 'office', url: chain.url, addresses: ADDRESSES, headers };
    await lookAt(browser, plan, site, seen);
  } finally {
    await chain.close();
  }
  const figure = `${seen.pages} pages, errors, axe, overflow and Tab`;
  return { name, figure, faults: seen.faults };
}
