/** `/get-key` in a real browser: without a script and by keyboard alone, with one, and from pages of other sites. */

import { once } from 'node:events';
import { createServer as createSite, type Server as Site } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtAssets } from '../../api/routes/site/page-answer.ts';
import { createServer, type Server } from '../../api/server.ts';
import { demoConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { SAMPLE_EVIDENCE } from '../../service/evidence/sample.ts';
import { type Access, openAccess } from '../../store/access/access.ts';
import { plainDocument } from '../../web/document.tsx';
import { type ConsentPageOptions, consentPage } from '../../web/pages/sign-in/consent.tsx';
import { afterTest, openTestHistory } from '../store/history/folder.fixture.ts';
import { HAS_CHROMIUM, launchChromium } from '../support/chromium.ts';
import { engineStatus } from '../support/engine-status.ts';
import { gymSource } from '../support/gym-source.ts';
import { gymView } from '../support/gym-view.ts';
import { limits } from '../support/limits.ts';
import { memoryOAuth } from '../support/memory-grants.ts';
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

/** `/get-key` of `url` under another name of this computer. */
function inNetwork(url: string, host: string): string {
  const { port } = new URL(url);
  return `http://${host}:${port}/get-key`;
}

/** Sentences; none is good. */
const faultsOf = async (page: Page) => [...(await faultsIn(page)), ...(await tabFaults(page))];

describe.skipIf(!HAS_CHROMIUM)('/get-key in Chromium (skipped where none is installed)', () => {
  let browser: Browser;
  let server: Server;
  let access: Access;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    const { history } = await openTestHistory();
    const config = () => demoConfig({ variables: {}, host: null, port: null });
    access = await openAccess({ history, config, clock: systemClock, log: silentLog });
    afterTest(() => access.close());
    server = await createServer({
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      engine: { status: engineStatus },
      gyms: gymSource([gymView({ gym: { id: 'demo' } })]),
      evidence: SAMPLE_EVIDENCE,
      access,
      oauth: await memoryOAuth(access),
      limits: limits({ freeKeysPerMinute: 5 }),
      freeLookups: () => 100,
      trustProxy: [],
      log: silentLog,
      clock: systemClock,
      version: '1.2.3',
    });
    afterTest(() => server.close());
  });

  /** A page that fails the test when the browser complains of anything. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    afterTest(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Of every page over plain http.
      if (message.text().startsWith('The Cross-Origin-Opener-Policy header')) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    afterTest(async () => expect(complaints).toEqual([]));
    return page;
  }
  const asKeyed = (key: string) =>
    fetch(`${server.url}/v1/summary`, { headers: { Authorization: `Bearer ${key}` } });

  const tabTo = async (page: Page, selector: string) => {
    const focused = page.locator(selector).and(page.locator(':focus'));
    for (let presses = 1; presses <= 10; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await focused.count()) === 1) return;
    }
    throw new Error(`Tab never reaches ${selector}`);
  };

  it('gives a key by keyboard alone, without a script', async () => {
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
    expect((await asKeyed(marked)).status).toBe(200);
    expect(access.keys()).toHaveLength(1);
  });

  it('copies the key and the examples, and says so to who cannot see it', async () => {
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

  it('works over plain http in a network, where browsers tell and allow less', async () => {
    const page = await open();
    await page.goto(inNetwork(server.url, 'gym.lan'));
    expect(await page.evaluate('[isSecureContext, typeof navigator.clipboard]')).toEqual([
      false,
      'undefined',
    ]);
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Make a free key' }).click();
    const headers = await (await asked).allHeaders();
    expect([headers['sec-fetch-site'], headers['origin']]).toEqual([
      undefined,
      new URL(page.url()).origin,
    ]);
    await page.getByRole('button', { name: 'Copy: key' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied.');
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each([320, 1280])('can be read and used at %i px by everybody', async (width) => {
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

  describe('a page of another site', () => {
    let site: Site;
    let markup = '';
    beforeEach(async () => {
      site = createSite((_, response) => {
        response.setHeader('Content-Type', 'text/html').end(markup);
      }).listen(0, '127.0.0.1');
      await once(site, 'listening');
      afterTest(async () => {
        site.closeAllConnections();
        site.close();
      });
    });
    /** By its name, which is another site than 127.0.0.1. */
    const address = () => `http://localhost:${(site.address() as AddressInfo).port}/`;
    const visit = async (url = address()) => {
      const context = await browser.newContext();
      afterTest(() => context.close());
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };

    it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])(
      'makes no key with a form of type %s',
      async (type) => {
        markup = `<form method="post" enctype="${type}" action="${server.url}/get-key"><button name="a" value="b">Win</button></form>`;
        const page = await visit();
        const answered = page.waitForResponse((answer) => answer.url().endsWith('/get-key'));
        await page.getByRole('button').click();
        expect((await answered).status()).toBe(403);
        await page.getByRole('heading', { name: 'This came from another site' }).waitFor();
        expect(access.keys()).toEqual([]);
      },
    );

    it('cannot show it in a frame', async () => {
      markup = `<iframe src="${server.url}/get-key"></iframe>`;
      const page = await visit();
      expect(await page.frameLocator('iframe').getByText('Make a free key').count()).toBe(0);
      expect(page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
    });
  });
});
