/** `/get-key` in a real browser: without a script and by keyboard alone, with one, and in no frame. */

import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtAssets } from '../../api/routes/site/page-answer.ts';
import { plainDocument } from '../../web/document.tsx';
import { type ConsentPageOptions, consentPage } from '../../web/pages/sign-in/consent.tsx';
import { startSite } from '../api/routes/site/sign-in/site.fixture.ts';
import { HAS_CHROMIUM, launchChromium } from '../support/chromium.ts';
import { faultsIn, tabFaults } from '../web/check/looks.ts';

function fail(): never {
  throw new Error('the pages are not built: npm run build');
}

const CONSENT: ConsentPageOptions = {
  action: '/oauth/authorize',
  clientName: 'A reader with quite a long name of several words',
  clientHost: 'reader.example',
  redirectHost: 'a-rather-long-name-of-a-host.that-wraps.reader.example',
  scopes: ['Read the figures of the gym that the key opens'],
  csrfToken: 'x',
  hidden: new Map(),
  error: 'No key like this is known.',
  hasFreeKeys: true,
  isKeyWrong: true,
};

interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

/** What is marked in a field. */
function markedIn(field: Locator): Promise<string> {
  return field.evaluate((one: unknown) => {
    const { value, selectionStart, selectionEnd } = one as Field;
    return value.slice(selectionStart, selectionEnd);
  });
}

/** Sentences; none is good. */
const faultsOf = async (page: Page) => [...(await faultsIn(page)), ...(await tabFaults(page))];

describe.skipIf(!HAS_CHROMIUM)('/get-key in Chromium (skipped where none is installed)', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** A page that fails the test when the browser complains of anything. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Of every page over plain http.
      if (message.text().startsWith('The Cross-Origin-Opener-Policy header')) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    onTestFinished(async () => expect(complaints).toEqual([]));
    return page;
  }
  const tabTo = async (page: Page, selector: string) => {
    const focused = page.locator(selector).and(page.locator(':focus'));
    for (let presses = 1; presses <= 10; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await focused.count()) === 1) return;
    }
    throw new Error(`Tab never reaches ${selector}`);
  };

  it('gives a key by keyboard alone, without a script', async () => {
    const { server, access } = await startSite();
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${server.url}/get-key`);
    expect(await page.locator('button:visible').allTextContents()).toEqual(['Make a free key']);
    await tabTo(page, 'button:visible');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.locator('h1').textContent()).toBe('Your key');
    await tabTo(page, '#key');
    await page.keyboard.press('ControlOrMeta+A');
    const marked = await markedIn(page.locator('#key'));
    expect(marked).toMatch(/^tk_[0-9A-Za-z]{32}$/);
    expect(access.find(marked)?.key.role).toBe('free');
  });

  it('copies the key and the examples, and says so to who cannot see it', async () => {
    const { server } = await startSite();
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.url}/get-key`);
    await page.getByRole('button', { name: 'Make a free key' }).click();
    const key = await page.getByLabel('API key').inputValue();
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

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each([320, 1280])('can be read and used at %i px by everybody', async (width) => {
      const { server } = await startSite();
      const page = await open({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(`${server.url}/get-key`);
      expect(await faultsOf(page), 'offer').toEqual([]);
      await page.getByRole('button', { name: 'Make a free key' }).click();
      expect(await faultsOf(page), 'key').toEqual([]);
      const body = plainDocument('Consent', consentPage(CONSENT), builtAssets()?.files ?? fail());
      await page.route('**/consent', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${server.url}/consent`);
      expect(await faultsIn(page), 'consent').toEqual([]);
    });
  });

  it('is in no frame of another page', async () => {
    const { server } = await startSite();
    const page = await (await browser.newContext()).newPage();
    onTestFinished(() => page.context().close());
    await page.setContent(`<iframe src="${server.url}/get-key"></iframe>`);
    expect(await page.frameLocator('iframe').getByText('Make a free key').count()).toBe(0);
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContain('chrome-error://chromewebdata/');
  });
});
