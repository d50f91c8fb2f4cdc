/** Classes of a new gym, in a browser: a calendar behind a secret address. */

import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { listening, stopped } from '../../../support/loopback.ts';
import type { Seen } from './seen.ts';

/** What must be in no page, answer or log. */
export const CALENDAR_SECRET = 'private-4f1d9c';

/** Adds a calendar behind an address that nobody may see; one that is not there is refused first. */
export async function addCalendar(page: Page, seen: Seen): Promise<void> {
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
    const added = page.locator('[aria-labelledby="calendars"] tbody th', { hasText: 'calendar' });
    await added.waitFor();
    await seen.look(page, 'a calendar that was added');
  } finally {
    await stopped(server);
  }
}
