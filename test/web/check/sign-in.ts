/** Check 13, and 2, 3 and 5 of its pages: who gets in, how that looks, and that the keyboard is enough. */

import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../../store/access/key.ts';
import { tabTo, untilSeen } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { axeFaults, type LooksPlan, MEASURE, windowOf } from './looks.ts';
import { type ServedGym, serve } from './serve.ts';

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

export async function checkSignIn(browser: Browser, plan: LooksPlan): Promise<CheckResult[]> {
  return [
    await looks(browser, plan),
    await byKeyboard(browser),
    await attributes(browser),
    await limits(),
  ];
}

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

async function looks(browser: Browser, { themes, widths, shots }: LooksPlan): Promise<CheckResult> {
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
        const found = [...(await axeFaults(page)), ...(await page.evaluate<string[]>(MEASURE))];
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

async function byKeyboard(browser: Browser): Promise<CheckResult> {
  const world = await closed();
  const context = await browser.newContext();
  const page = await context.newPage();
  let strokes = 0;
  const enter = async (selector: string, text = '') => {
    strokes += (await tabTo(page, selector)) + 1;
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  // A deep link: to sign-in, and on to that page. The field has the focus by itself.
  await page.goto(`${world.server.url}/week`);
  await untilSeen(page);
  await page.locator('#key:focus').waitFor();
  await page.keyboard.type(world.keyOf('manager'));
  await page.keyboard.press('Enter');
  strokes += 1;
  await page.locator('.account').waitFor();
  await enter('.ask input', 'which classes should I cut?');
  await page.waitForURL('**/answer?**');
  await enter('.account summary');
  await enter('.account button');
  await page.waitForURL('**/sign-in');
  const left = (await context.cookies()).map(({ name }) => `${name} stays after signing out`);
  await context.close();
  await world.server.close();
  const figure = `sign in, ask, sign out with ${strokes} keys and what is typed`;
  return { name: '5 sign-in by keyboard', figure, faults: left };
}

async function attributes(browser: Browser): Promise<CheckResult> {
  const world = await closed();
  const { port } = new URL(world.server.url);
  const faults: string[] = [];
  const seen: string[] = [];
  for (const [host, wanted] of [
    [`127.0.0.1:${port}`, '__Host-turnout secure httpOnly Lax'],
    [`turnout.lan:${port}`, 'turnout plain httpOnly Lax'],
  ] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://${host}/`);
    await page.locator('#key').fill(world.keyOf('manager'));
    await page.keyboard.press('Enter');
    await page.getByText('Sign out').waitFor({ state: 'attached' });
    for (const { name, secure, httpOnly, sameSite } of await context.cookies()) {
      const found = `${name} ${secure ? 'secure' : 'plain'} ${httpOnly ? 'httpOnly' : ''} ${sameSite}`;
      seen.push(found);
      if (found !== wanted) faults.push(`${host}: ${found}`);
    }
    await context.close();
  }
  await world.server.close();
  return { name: '13 cookie', figure: seen.join('; '), faults };
}

async function limits(): Promise<CheckResult> {
  const { server, keyOf } = await closed();
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
      redirect: 'manual',
    });
  const own = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
  const key = keyOf('manager');
  const foreign = await form('/sign-in', { key }, { Origin: 'https://a.example' });
  const sameSite = await form('/sign-in', { key }, { 'Sec-Fetch-Site': 'same-site' });
  const come = await form('/sign-in', { key }, own);
  const [cookie = ''] = (come.headers.get('set-cookie') ?? '').split(';');
  const endedMs = await revokedWhileStreaming(server, cookie);
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => form('/sign-in', { key: 'tk_wrong' }, own)),
  );
  const statuses = [foreign, sameSite, come, ...tries].map(({ status }) => status);
  await server.close();
  const wanted = [403, 403, 303, ...Array(9).fill(401), 429];
  const isRight = JSON.stringify(statuses.toSorted()) === JSON.stringify(wanted.toSorted());
  return {
    name: '13 refusals',
    figure: `foreign ${foreign.status}, same-site ${sameSite.status}, eleventh try 429, stream over ${endedMs} ms after its key`,
    faults: isRight ? [] : [`statuses ${statuses.join()}`],
  };
}

async function revokedWhileStreaming({ url, access }: ServedGym, cookie: string): Promise<number> {
  const live = await fetch(`${url}/v1/live`, { headers: { Cookie: cookie } });
  const told = live.text();
  const since = performance.now();
  await access.revokeKey(access.signIns.list()[0]?.key.id ?? '', 'check');
  await told;
  return Math.round(performance.now() - since);
}
