/** A real browser: a person gets a key, signs in, asks and signs out by keyboard alone; a screen is let in. */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSite } from '../api/routes/site/sign-in/site.fixture.ts';
import { HAS_CHROMIUM, launchChromium } from '../support/chromium.ts';
import { enter, tabTo, watched } from '../web/check/browser.ts';
import { faultsIn, tabFaults } from '../web/check/looks.ts';

/** Of a page over plain http, and of one that asks for a key. */
const EXPECTED =
  /: (?:The Cross-Origin-Opener-Policy|Clear-Site-Data) header|status of (?:401|403)/;

describe.skipIf(!HAS_CHROMIUM)('in Chromium (skipped where none is installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
    return () => browser.close();
  });

  /** A window of its own, which fails the test when the browser complains of anything. */
  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const { page, complaints } = watched(await context.newPage());
    onTestFinished(() => expect(complaints.filter((one) => !EXPECTED.test(one))).toEqual([]));
    await page.goto(url);
    return { context, page };
  }

  it('copies the key and the examples, and says so to who cannot see it', async () => {
    const { server } = await startSite();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const narrow = { permissions, viewport: { width: 320, height: 800 } };
    const { page } = await open(`${server.url}/get-key`, narrow);
    await page.getByRole('button', { name: 'Make a free key' }).click();
    const key = await page.getByLabel('API key').inputValue();
    expect([...(await faultsIn(page)), ...(await tabFaults(page))]).toEqual([]);
    const clipboard = () => page.evaluate('navigator.clipboard.readText()');
    for (const [name, expected] of [
      ['Copy: key', key],
      ['Copy: curl', `curl -H 'Authorization: Bearer ${key}'`],
      ['Copy: Python', `key = "${key}"`],
    ] as const) {
      const button = page.getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied.');
      expect(await clipboard()).toContain(expected);
    }
  });

  it('signs in, asks and signs out by keyboard alone, and goes back to nothing', async () => {
    const site = await startSite();
    const { secret } = await site.key('manager');
    const { page, context } = await open(`${site.server.url}/week`);
    expect(await page.locator('h1').textContent()).toBe('Sign in');
    // The field has the focus already.
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await page.locator('.account').waitFor();
    expect(new URL(page.url()).pathname).toBe('/week');
    expect(await page.locator('main h1').textContent()).not.toBe('Sign in');
    const [cookie] = await context.cookies();
    expect(cookie?.name).toBe('__Host-turnout');
    expect(await page.evaluate('document.cookie')).toBe('');

    await tabTo(page, 'input[name=query]');
    await page.keyboard.type('how many came today?');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/answer?**');
    expect(await page.locator('main').textContent()).toContain('How it was worked out');
    // A page asks the interface by itself: its cookie counts there too.
    const asked = await page.evaluate<number[]>(`Promise.all([
      fetch('/v1/summary').then(({ status }) => status),
      fetch('/v1/query', { method: 'POST', body: '{"measures":["attended"]}' }).then(({ status }) => status),
      new Promise((done) => { const live = new EventSource('/v1/live');
        live.addEventListener('hello', () => { live.close(); done(200); }); live.onerror = () => done(0); }),
    ])`);
    expect(asked).toEqual([200, 200, 200]);

    await enter(page, '.account summary');
    await enter(page, 'button:text-is("Sign out")');
    await page.waitForURL('**/sign-in');
    expect(await context.cookies()).toEqual([]);
    expect(site.access.signIns.list()).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('lets a screen in while both look at it, and out again', async () => {
    const site = await startSite();
    const { secret } = await site.key('owner');
    const wall = await open(`${site.server.url}/screen`);
    const code = (await wall.page.locator('.code').textContent()) ?? '';
    const owner = await open(`${site.server.url}/sign-ins`);
    await owner.page.keyboard.type(secret);
    await owner.page.keyboard.press('Enter');
    await owner.page.getByLabel('Code on the screen').fill(code);
    await owner.page.getByLabel('Where it hangs').fill('Entrance');
    await owner.page.getByRole('button', { name: 'Add the screen' }).click();
    await wall.page.waitForURL('**/wall');
    expect(await wall.page.locator('h1').textContent()).toContain('North');
    await owner.page.reload();
    await owner.page.getByRole('button', { name: /Screen, Entrance/ }).click();
    await owner.page.getByText('Signed out.').waitFor();
    expect((await wall.page.reload())?.status()).toBe(401);
  });
});
