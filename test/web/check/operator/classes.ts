/** Classes of a new gym, in a browser: a file with strange columns and rooms, an undo, and a calendar behind a secret address. */

import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { listening, stopped } from '../../../support/loopback.ts';
import type { Seen } from './seen.ts';

/** What must be in no page, answer or log. */
export const CALENDAR_SECRET = 'private-4f1d9c';

/** Imports a class that runs now. @returns what went wrong. */
export async function importClasses(page: Page, seen: Seen): Promise<string[]> {
  const faults: string[] = [];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const csv = `starts;ends;What;room;trainer\n${at(-10)};${at(50)};Yoga;Main Hall;Anna\n${at(-10)};${at(50)};Spin;Cellar;Ben\nTotal;;;;\n`;
  const file = { name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  const press = (name: string) => page.getByRole('button', { name }).press('Enter');

  await page.setInputFiles('#file', file);
  await press('Preview');
  await page.getByText('Not understood, and left out').waitFor();
  await seen.look(page, 'a file with strange columns');
  await page.goto(page.url());
  await page.setInputFiles('#file', file);
  await press('Preview');
  await page.locator('#column-name').selectOption('What');
  await press('Read it again like this');
  await page.locator('.preview caption').waitFor();
  await seen.look(page, 'a preview');
  const said = await page.locator('.preview').textContent();
  if (!said?.includes('line 4, a row of totals')) faults.push('a row of totals is not told');
  await page.locator('#room-0').selectOption('+');
  await press('Read it again like this');
  await page.locator('[name="room:cellar"]').waitFor({ state: 'attached' });
  await page.waitForLoadState();
  await press('Import 2 classes');
  await page.waitForURL(/imported=/);
  await seen.look(page, 'a file that was imported');

  return [...faults, ...(await addCalendar(page, seen))];
}

async function addCalendar(page: Page, seen: Seen): Promise<string[]> {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const ics = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:${day}T180000Z\r\nDTEND:${day}T190000Z\r\nSUMMARY:Pilates\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const server = createServer(({ url }, answer) => {
    answer.writeHead(url?.includes(CALENDAR_SECRET) ? 200 : 404).end(ics);
  });
  const port = await listening(server);
  try {
    const form = page.locator('#calendar-add');
    await form.locator('[name="name"]').fill('Calendar');
    const url = form.locator('[name="url"]');
    await url.fill(`http://127.0.0.1:${port}/wrong.ics`);
    await form.locator('button').press('Enter');
    await form.locator('.fault').waitFor();
    await seen.look(page, 'a calendar that failed');
    await url.fill(`http://127.0.0.1:${port}/${CALENDAR_SECRET}/classes.ics`);
    await form.locator('button').press('Enter');
    await page
      .locator('[aria-labelledby="calendars"] tbody th')
      .filter({ hasText: 'calendar' })
      .waitFor();
    await seen.look(page, 'a calendar that was added');
    return [];
  } finally {
    await stopped(server);
  }
}
