/** Check 14: every figure that is shown is the API's, in the gym's zone, over both changes of the clock. */

import type { Browser } from 'playwright-core';
import { summaryBody } from '../../../gym/reports/answers/summary.ts';
import type { SummaryBody } from '../../../gym/reports/schemas/summary.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const CHANGES = [Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 10, 23, 12)];

export async function checkNumbers(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  let figures = 0;
  const views = [...CHANGES.map(sandboxView), GYMS.broken().view];
  for (const view of views) {
    const server = await serve({ view, status: engineStatus });
    const api = summaryBody(summaryReport(view));
    await withPage(browser, { timezoneId: 'Asia/Tokyo' }, async ({ page }) => {
      await page.goto(server.url);
      const rows = await page.locator('.session').allInnerTexts();
      const wrong = api.classes.flatMap((one, at) => wrongIn(rows[at] ?? '', one));
      figures += api.classes.length * 3;
      faults.push(...wrong.map((fault) => `${api.date}: ${fault}`));
      const counts = await page.locator('.room .count > [aria-hidden]').allInnerTexts();
      const rooms = api.rooms.map(({ occupancy, state }) =>
        state === 'live' && occupancy !== null ? String(occupancy) : '–',
      );
      figures += rooms.length;
      if (counts.join() !== rooms.join())
        faults.push(`${api.date}: rooms ${counts} are not ${rooms}`);
    });
    await server.close();
  }
  return {
    name: '14 numbers',
    figure: `${figures} figures of ${views.length} days compared`,
    faults,
  };
}

/** The row shows its time on the gym's wall, its people and its bookings, and no zero for what is unknown. */
function wrongIn(row: string, one: SummaryBody['classes'][number]): string[] {
  const texts = [one.starts_at.slice(11, 16)];
  if (one.status === 'completed') {
    texts.push(one.attended === null ? 'not counted' : String(one.attended));
    if (one.booked !== null) texts.push(`${one.booked} booked`);
  }
  return texts.filter((text) => !row.includes(text)).map((text) => `“${text}” is not in “${row}”`);
}
