/** Check 19: the way back, and two windows. */

import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym } from './serve.ts';

/** Back and forward between two pages, and two windows of one browser: each has one stream of its own. */
export async function checkHistory({ browser, faults }: Run): Promise<string> {
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
  return 'one stream a window, none after it is left';
}
