/** Check 13: how the pages of the sign-in look. */

import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../../store/access/key.ts';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { faultsIn, type LooksPlan, WINDOWS, windowOf } from './looks.ts';
import { serve } from './serve.ts';

const keyOf = (role: Role) => `tk_${role}${'0'.repeat(32 - role.length)}`;

/** A closed gym, with a key for each role that looks at a page. */
async function closed() {
  const gym = GYMS.demo();
  const gymId = gym.view.gym.id;
  const trainerId = gym.view.trainers[0]?.id ?? '';
  const keys = [
    { gymId, role: 'owner', secret: keyOf('owner') },
    { gymId, role: 'trainer', secret: keyOf('trainer'), trainerId },
  ] as const;
  return { server: await serve(gym, { isClosed: true, keys }) };
}
type Closed = Awaited<ReturnType<typeof closed>>;

const typed = async (page: Page, { server }: Closed, role: Role, next = '/') => {
  await page.goto(`${server.url}/sign-in?next=${next}`);
  await page.locator('#key').fill(keyOf(role));
  await page.keyboard.press('Enter');
  await page.locator('.account').waitFor();
};

/** A client of a long name asks for consent, and the key that is typed is none. */
async function consent(page: Page, { server }: Closed): Promise<void> {
  const redirect_uri = 'https://a-rather-long-name-of-a-host.that-wraps.reader.example/back';
  const client_name = 'A reader with quite a long name of several words';
  const registered = await fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect_uri], client_name }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const code = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  const asked = { response_type: 'code', client_id, redirect_uri, ...code, state: 'x' };
  await page.goto(`${server.url}/oauth/authorize?${new URLSearchParams(asked)}`);
  await page.getByLabel('API key').fill('tk_wrong');
  await page.getByRole('button', { name: 'Allow with this key' }).click();
  await page.locator('#fault').waitFor();
}

const PAGES: Readonly<Record<string, (page: Page, world: Closed) => Promise<unknown>>> = {
  'sign-in': (page, { server }) => page.goto(`${server.url}/money`),
  'sign-in over plain http': (page, { server }) =>
    page.goto(`http://turnout.lan:${new URL(server.url).port}/`),
  'a wrong key': async (page, { server }) => {
    await page.goto(`${server.url}/sign-in`);
    await page.locator('#key').fill('tk_wrong');
    await page.keyboard.press('Enter');
    await page.locator('#fault').waitFor();
  },
  'get-key': (page, { server }) => page.goto(`${server.url}/get-key`),
  'consent with a wrong key': consent,
  screen: (page, { server }) => page.goto(`${server.url}/screen`),
  'sign-ins with the menu': async (page, world) => {
    await typed(page, world, 'owner', '/sign-ins');
    await page.locator('.account summary').click();
  },
  'a trainer’s day': (page, world) => typed(page, world, 'trainer'),
  'a refused page': async (page, world) => {
    await typed(page, world, 'trainer');
    await page.goto(`${world.server.url}/money`);
  },
};

export async function checkSignIn(
  browser: Browser,
  { only, shots }: LooksPlan,
): Promise<CheckResult> {
  const faults: string[] = [];
  let pages = 0;
  for (const window of WINDOWS) {
    // The tries of an address are few: each window has a server of its own.
    const world = await closed();
    for (const [name, open] of Object.entries(PAGES)) {
      const about = `${name} ${window.theme} ${window.width}`;
      if (!about.includes(only)) continue;
      await withPage(browser, windowOf(window), async ({ page }) => {
        await open(page, world);
        pages += 1;
        faults.push(...(await faultsIn(page)).map((fault) => `${about}: ${fault}`));
        const path = `${shots}/sign-in-${about.replaceAll(/\W+/g, '-')}.png`;
        if (shots !== null) await page.screenshot({ path, fullPage: true });
      });
    }
    await world.server.close();
  }
  return { name: '13 looks of sign-in', figure: `${pages} pages, axe and overflow`, faults };
}
