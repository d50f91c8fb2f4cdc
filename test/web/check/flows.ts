/** Checks 5 and 19: what people do with the pages, by keyboard alone; and the way back, and two windows. */

import type { Browser, Page } from 'playwright-core';
import { enter, tabTo } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym } from './serve.ts';

/** Each flow ends on a page that is known by its heading. */
export async function checkKeyboard(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  const done: string[] = [];
  await onGym(browser, GYMS.demo(), async ({ page, complaints, server }) => {
    const flow = async (name: string, go: () => Promise<void>, heading: RegExp) => {
      await go().catch((error: Error) => faults.push(`${name}: ${error.message.slice(0, 80)}`));
      await page
        .locator('h1', { hasText: heading })
        .waitFor({ timeout: 10_000 })
        .then(() => done.push(name))
        .catch(() => faults.push(`${name} ends on ${page.url()}`));
    };
    await page.goto(server.url, { waitUntil: 'load' });
    const places = [
      ['Week', /^Week of/],
      ['Classes', /^Classes$/],
      ['Trainers', /^Trainers$/],
      ['Money', /^Money$/],
      ['Today', /^Monday/],
    ] as const;
    for (const [name, heading] of places) {
      await flow(name, () => enter(page, `.places a:has-text("${name}")`), heading);
    }
    await flow('skip to the content', () => enter(page, '.skip'), /^Monday/);
    await flow('a class', () => earlierClass(page), /Sunrise Ride/);
    await flow('sort classes', () => sortClasses(page), /^Classes$/);
    await flow('ask', () => ask(page), /Which trainer is fullest/);
    faults.push(...complaints);
  });
  const figure = `${done.length} flows: ${done.join(', ')}`;
  return { name: '5 keyboard', figure, faults };
}

async function sortClasses(page: Page): Promise<void> {
  await enter(page, '.places a:has-text("Classes")');
  await page.locator('h1', { hasText: /^Classes$/ }).waitFor();
  await tabTo(page, '.filter select[name="sort"]');
  await page.keyboard.type('Profit');
  await enter(page, '.filter button');
  await page.waitForURL(/sort=profit/);
}

async function earlierClass(page: Page): Promise<void> {
  await enter(page, '.earlier > summary');
  await enter(page, '.session.is-completed a');
}

async function ask(page: Page): Promise<void> {
  await tabTo(page, '.ask input');
  await page.keyboard.type('which trainer is fullest?');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/answer\?query=/);
}

/** Back and forward between two pages, and two windows of one browser: each has one stream of its own. */
export async function checkHistory(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  await onGym(browser, GYMS.demo(), async ({ page, server }) => {
    const streams = async (wanted: number, when: string) => {
      for (let look = 0; look < 100; look += 1) {
        const answer = await fetch(`${server.url}/metrics`, { headers: { Accept: 'text/plain' } });
        if ((await answer.text()).includes(`\nturnout_live_streams ${wanted}\n`)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      faults.push(`not ${wanted} streams ${when}`);
    };
    await page.goto(server.url, { waitUntil: 'load' });
    await page.locator('[data-state=live]').waitFor();
    await streams(1, 'on one page');
    await page.goto(`${server.url}/week`, { waitUntil: 'load' });
    await streams(0, 'on a page without');
    await page.goBack();
    await page.locator('[data-state=live]').waitFor();
    await streams(1, 'after the way back');
    await page.goForward();
    await page.locator('h1', { hasText: 'Week of' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(server.url, { waitUntil: 'load' });
    await page.goBack();
    await page.locator('[data-state=live]').waitFor();
    await streams(2, 'in two windows');
    await second.close();
    await streams(1, 'after one was closed');
  });
  const figure = 'one stream a window, none after it is left';
  return { name: '19 history', figure, faults };
}
