/** Classes of a new gym, in a browser: a file with strange columns and rooms, an undo, and a calendar behind a secret address. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Seen } from './seen.ts';

/** What must be in no page, answer or log. */
export const CALENDAR_SECRET = 'private-4f1d9c';

/** Imports a class that runs now. @returns what went wrong. */
export async function importClasses(page: Page, seen: Seen): Promise<string[]> {
  const faults: string[] = [];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const csv = `starts;ends;What;room;trainer\n${at(-10)};${at(50)};Yoga;Main Hall;Anna\n${at(-10)};${at(50)};Spin;Cellar;Ben\nTotal;;;;\n`;
  const file = { name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  const head = page.locator('.preview h4');
  const acts = page.locator('.preview > .acts button');

  await page.setInputFiles('#file', file);
  await head.waitFor();
  await seen.look(page, 'a file with strange columns');
  await page.locator('#column-name').selectOption('What');
  // From here on by the keyboard alone.
  await page.locator('.preview form button').press('Enter');
  await page.locator('.preview caption').waitFor();
  if (!(await head.evaluate((one) => one === one.ownerDocument.activeElement))) {
    faults.push('the focus is not on the new preview');
  }
  await seen.look(page, 'a preview');
  const said = await page.locator('[data-schedule]').textContent();
  if (!said?.includes('line 4, a row of totals')) faults.push('a row of totals is not told');
  await page.locator('#room-0').selectOption('+');
  await page.locator('.preview form button').press('Enter');
  await page.locator('#room-0').waitFor({ state: 'detached' });
  await acts.first().press('Enter');
  const undo = page.locator('[aria-labelledby="imports-title"] td button');
  await undo.waitFor();
  await seen.look(page, 'a file that was imported');

  await undo.press('Enter');
  await page
    .locator('[aria-labelledby="imports-title"] .said')
    .filter({ hasText: 'undone' })
    .waitFor();
  await page.setInputFiles('#file', file);
  await head.waitFor();
  await page.locator('#column-name').selectOption('What');
  await page.locator('.preview form button').press('Enter');
  await page.locator('.preview caption').waitFor();
  await acts.first().press('Enter');
  await page
    .locator('[aria-labelledby="import-title"] .said')
    .filter({ hasText: '2 new' })
    .waitFor();
  return [...faults, ...(await addCalendar(page, seen))];
}

async function addCalendar(page: Page, seen: Seen): Promise<string[]> {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const ics = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:${day}T180000Z\r\nDTEND:${day}T190000Z\r\nSUMMARY:Pilates\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const server = createServer(({ url }, answer) => {
    answer.writeHead(url?.includes(CALENDAR_SECRET) ? 200 : 404).end(ics);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const form = page.locator('form[aria-labelledby="feed-add"]');
    await form.locator('[name="id"]').fill('calendar');
    const url = form.locator('[name="address.url"]');
    await url.fill(`http://127.0.0.1:${port}/wrong.ics`);
    await form.locator('button').press('Enter');
    await form.locator('.fault').waitFor();
    await seen.look(page, 'a calendar that failed');
    await url.fill(`http://127.0.0.1:${port}/${CALENDAR_SECRET}/classes.ics`);
    await form.locator('button').press('Enter');
    await form.locator('caption').waitFor();
    await seen.look(page, 'a calendar that was tried');
    await form.locator('button').press('Enter');
    await page
      .locator('[aria-labelledby="feeds-title"] tbody th')
      .filter({ hasText: 'calendar' })
      .waitFor();
    await seen.look(page, 'a calendar that was added');
    return [];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
