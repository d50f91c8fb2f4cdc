/** Check 14: every figure that is shown is the API's, in the gym's zone, over both changes of the clock. */

import type { Browser, Page } from 'playwright-core';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { drawAll, withPage } from '../browser.ts';
import type { CheckResult } from '../check.ts';
import { type CheckedGym, GYMS } from '../gyms.ts';
import { serve } from '../serve.ts';
import { Api } from './api.ts';
import type { Expected } from './expected.ts';
import { pagesOf } from './pages.ts';

const CHANGES = [Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 10, 23, 12)];
const SECRET = 'tk_check';

/** @param isSample over the change to summer time and the broken gym alone. */
export async function checkNumbers(browser: Browser, isSample: boolean): Promise<CheckResult> {
  const faults: string[] = [];
  let figures = 0;
  let pages = 0;
  const demo = GYMS.demo();
  const gyms: CheckedGym[] = [
    ...(isSample ? CHANGES.slice(0, 1) : CHANGES).map((nowUtcMs) => ({
      ...demo,
      view: sandboxView(nowUtcMs),
    })),
    GYMS.broken(),
  ];
  for (const gym of gyms) {
    const { id, timezone } = gym.view.gym;
    const keys = [{ gymId: id, role: 'manager', secret: SECRET } as const];
    const server = await serve(gym, { keys });
    const wanted = await pagesOf(gym.view, new Api(server.url, SECRET));
    const window = { timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };
    await withPage(browser, window, async ({ page }) => {
      for (const { path, expected } of wanted) {
        await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
        await drawAll(page);
        await page.evaluate(
          `document.querySelectorAll('main details').forEach((one) => { one.open = true; })`,
        );
        pages += 1;
        for (const one of expected) {
          figures += one.texts.flat().length;
          const about = `${new Date(gym.view.nowUtcMs).toISOString().slice(0, 10)} ${path}`;
          faults.push(...(await wrongOn(page, one)).map((fault) => `${about}: ${fault}`));
        }
      }
    });
    if (timezone !== 'Europe/London') faults.push(`the gym is in ${timezone}`);
    await server.close();
  }
  const figure = `${figures} figures of ${pages} pages in ${gyms.length} gyms are the API's`;
  return { name: '14 numbers', figure, faults };
}

async function wrongOn(page: Page, { selector, texts }: Expected): Promise<string[]> {
  const found = await page.locator(selector).allInnerTexts();
  if (found.length !== texts.length) {
    return [`${found.length} of ${texts.length} ${selector}`];
  }
  return texts.flatMap((wanted, at) => {
    const text = (found[at] ?? '').replaceAll(/\s+/g, ' ');
    return wanted
      .filter((one) => !stands(one.replaceAll(/\s+/g, ' '), text))
      .map((one) => `“${one}” is not in ${selector} “${text}”`);
  });
}

/** As a number of its own: 5 does not stand in 15, 5.5 or 1,500. */
function stands(wanted: string, text: string): boolean {
  const at = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d][.,]?)${at}(?![.,]?\\d)`).test(text);
}
