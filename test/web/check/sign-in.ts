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
