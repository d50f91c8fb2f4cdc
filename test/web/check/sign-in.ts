/** Check 13: how the pages of the sign-in look. */

import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../../store/access/key.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { faultsIn, type LooksPlan, windowOf } from './looks.ts';
import { serve } from './serve.ts';

const ROLES: readonly Role[] = ['owner', 'manager', 'trainer', 'screen'];

/** A closed gym, with a key for each role. */
async function closed() {
  const gym = GYMS.demo();
  const gymId = gym.view.gym.id;
  const trainerId = gym.view.trainers[0]?.id ?? '';
  const secrets = new Map(ROLES.map((role) => [role, `tk_${randomBytes(16).toString('hex')}`]));
  const keys = [...secrets].map(([role, secret]) =>
    role === 'trainer' ? { gymId, role, secret, trainerId } : { gymId, role, secret },
  );
  const server = await serve(gym, { isClosed: true, keys });
  return { server, keyOf: (role: Role) => secrets.get(role) ?? '' };
}
type Closed = Awaited<ReturnType<typeof closed>>;

interface Shown {
  readonly name: string;
  readonly open: (page: Page, world: Closed) => Promise<unknown>;
}

const typed = async (page: Page, { server, keyOf }: Closed, role: Role, next = '/') => {
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

const PAGES: readonly Shown[] = [
  { name: 'sign-in', open: (page, { server }) => page.goto(`${server.url}/money`) },
  {
    name: 'sign-in over plain http',
    open: (page, { server }) => page.goto(`http://turnout.lan:${new URL(server.url).port}/`),
  },
  {
    name: 'a wrong key',
    open: async (page, { server }) => {
      await page.goto(`${server.url}/sign-in`);
      await page.locator('#key').fill('tk_wrong');
      await page.keyboard.press('Enter');
      await page.locator('#fault').waitFor();
    },
  },
  { name: 'get-key', open: (page, { server }) => page.goto(`${server.url}/get-key`) },
  { name: 'consent with a wrong key', open: consent },
  { name: 'screen', open: (page, { server }) => page.goto(`${server.url}/screen`) },
  {
    name: 'sign-ins with the menu',
    open: async (page, world) => {
      await typed(page, world, 'owner', '/sign-ins');
      await page.locator('.account summary').click();
    },
  },
  { name: 'a trainer’s day', open: (page, world) => typed(page, world, 'trainer') },
  {
    name: 'a refused page',
    open: async (page, world) => {
      await typed(page, world, 'trainer');
      await page.goto(`${world.server.url}/money`);
    },
  },
];

export async function checkSignIn(
  browser: Browser,
  { themes, widths, shots }: LooksPlan,
): Promise<CheckResult> {
  const faults: string[] = [];
  let pages = 0;
  for (const theme of themes) {
    for (const width of widths) {
      // The tries of an address are few: each window has a server of its own.
      const world = await closed();
      for (const { name, open } of PAGES) {
        const context = await browser.newContext(windowOf(theme, width));
        const page = await context.newPage();
        await open(page, world);
        pages += 1;
        const found = await faultsIn(page);
        faults.push(...found.map((fault) => `${name}, ${theme}, ${width}: ${fault}`));
        const path = `${shots}/sign-in-${name.replaceAll(/\W+/g, '-')}-${theme}-${width}.png`;
        if (shots !== null) await page.screenshot({ path, fullPage: true });
        await context.close();
      }
      await world.server.close();
    }
  }
  return { name: '13 looks of sign-in', figure: `${pages} pages, axe and overflow`, faults };
}
