/** Checks 1 to 4: every page in every theme and width has no error, no axe violation, no overflow; Tab reaches all. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { addressesOf } from './addresses.ts';
import { drawAll, untilSeen, withPage } from './browser.ts';
import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const require = createRequire(import.meta.url);
const AXE = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
export const MEASURE = await readFile(new URL('faults.browser.js', import.meta.url), 'utf8');

/** Every theme in every width, the narrowest first. */
const WINDOWS = (['light', 'dark', 'forced'] as const).flatMap((theme) =>
  [320, 360, 768, 1440].map((width) => ({
    theme,
    width,
    window: {
      viewport: { width, height: width < 600 ? 740 : 900 },
      hasTouch: width < 600,
      colorScheme: theme === 'dark' ? ('dark' as const) : ('light' as const),
      forcedColors: theme === 'forced' ? ('active' as const) : ('none' as const),
      reducedMotion: 'reduce' as const,
      // Other than the gym's: nothing on a page may depend on it.
      timezoneId: 'Asia/Tokyo',
    },
  })),
);

export async function checkLooks(run: Run): Promise<string> {
  let pages = 0;
  for (const [name, made] of Object.entries(GYMS)) {
    const gym = made();
    const server = await serve(gym);
    pages += await lookAt(run, { name, url: server.url, addresses: addressesOf(gym.view) });
    await server.close();
  }
  return `${pages} pages`;
}

interface Site {
  readonly name: string;
  readonly url: string;
  readonly addresses: readonly string[];
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Looks at all pages of a site, in each theme and width, and leaves pictures where some are wanted. @returns how many. */
export async function lookAt(
  { browser, faults, only, shots }: Run,
  { name, url, addresses, headers = {} }: Site,
): Promise<number> {
  let pages = 0;
  for (const { theme, width, window } of WINDOWS) {
    const isTabbed = theme === 'light' && width === 320;
    await withPage(browser, window, async ({ page, complaints }) => {
      await page.setExtraHTTPHeaders(headers);
      for (const address of addresses) {
        const about = `${name} ${theme} ${width} ${address}`;
        if (!about.includes(only)) continue;
        await page.goto(`${url}${address}`, { waitUntil: 'load' });
        await untilSeen(page);
        await drawAll(page);
        const found = [...(await faultsIn(page)), ...(isTabbed ? await walkFaults(page) : [])];
        // The browser notes that what is not there, or not for this reader, is answered so.
        const own = complaints.splice(0).filter((one) => !/status of 40[134]/.test(one));
        pages += 1;
        faults.push(...[...found, ...own].map((fault) => `${about}: ${fault}`));
        if (shots === null) continue;
        const file = about.replaceAll(/[^\w.]+/g, '-').replace(/-$/, '');
        await page.screenshot({ fullPage: true, path: join(shots, `${file}.png`) });
      }
    });
  }
  return pages;
}

async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return page.evaluate<string[]>(`(async () => {
    const only = { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] };
    const { violations } = await axe.run(only);
    return violations.map(({ id, nodes }) => id + ' (' + nodes.length + '): ' + nodes[0].target.join(' '));
  })()`);
}

/** What is wrong with a page as it stands: by axe, and by its layout. */
export async function faultsIn(page: Page): Promise<string[]> {
  return [...(await axeFaults(page)), ...(await page.evaluate<string[]>(MEASURE))];
}

/** Of a page that puts the focus into its field none: it is not walked from its beginning. */
const walkFaults = async (page: Page) =>
  (await page.evaluate<boolean>('document.activeElement === document.body')) ? tabFaults(page) : [];

const FOCUSABLE = 'a[href], button, input, select, summary, textarea';

/** Walks through the page with Tab: every control once, in the order of the page, and seen to have the focus. */
export async function tabFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(`(() => {
    document.activeElement?.blur();
    const all = [...document.querySelectorAll('${FOCUSABLE}')].filter((one) => one.checkVisibility());
    // Not as marks on the page: it is read again while it is open, and they would be gone.
    window.controls = all;
    return all.length;
  })()`);
  const faults: string[] = [];
  for (let at = 0; at < Math.min(count, 60); at += 1) {
    await page.keyboard.press('Tab');
    const { place, outline } = await page.evaluate<{ place: number; outline: number }>(
      `({ place: controls.indexOf(document.activeElement), outline: parseFloat(getComputedStyle(document.activeElement).outlineWidth) })`,
    );
    if (place !== at) return [...faults, `Tab ${at + 1} leads to control ${place}`];
    if (!(outline >= 2)) faults.push(`control ${at} does not show the focus`);
  }
  return faults;
}
