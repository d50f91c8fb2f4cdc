/** The real program and a real browser: a person signs in, asks and signs out by keyboard alone; a screen is let in. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '../api/routes/site/sign-in/site.fixture.ts';
import { HAS_CHROMIUM, launchChromium } from '../support/chromium.ts';

if (!HAS_CHROMIUM) console.warn('skipped: there is no Chromium here');

describe.skipIf(!HAS_CHROMIUM)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** A window of its own; what the browser complains of is collected. */
  async function open(url: string) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isAnswer = /status of (?:401|403)/.test(message.text());
      if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
    });
    await page.goto(url);
    return { context, page, complaints };
  }

  /** Tab until what has the focus is called so. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate<string>(
        `(() => { const one = document.activeElement; const label = one.labels?.[0]?.textContent;
          return one.getAttribute('aria-label') ?? label ?? one.textContent ?? ''; })()`,
      );
      if (text.trim() === name) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  }

  it('signs in, asks and signs out by keyboard alone, and goes back to nothing', async () => {
    const site = await startSite();
    const { secret } = await site.key('manager');
    const { page, context, complaints } = await open(`${site.server.url}/week`);
    expect(await page.locator('h1').textContent()).toBe('Sign in');
    // The field has the focus already.
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await page.locator('.account').waitFor();
    expect(new URL(page.url()).pathname).toBe('/week');
    expect(await page.locator('main h1').textContent()).not.toBe('Sign in');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-turnout',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(cookie?.value).not.toContain('tk_');
    expect(await page.evaluate('document.cookie')).toBe('');

    await tabTo(page, 'Ask a question about your classes');
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

    await tabTo(page, 'Signed in as manager');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign-in');
    expect(await context.cookies()).toEqual([]);
    expect(site.access.signIns.list()).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps no cookie of plain http that needs https, and one for a network', async () => {
    const site = await startSite();
    const { secret } = await site.key('manager');
    const { port } = new URL(site.server.url);
    const { page, context } = await open(`http://turnout.lan:${port}/`);
    expect(await page.locator('main').textContent()).toContain('not encrypted');
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await page.getByText('This connection is not encrypted').waitFor();
    expect(await context.cookies()).toMatchObject([{ name: 'turnout', secure: false }]);
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await context.cookies()).toEqual([]);
    await context.close();
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
    expect([...wall.complaints, ...owner.complaints]).toEqual([]);
    await Promise.all([wall.context.close(), owner.context.close()]);
  });
});
