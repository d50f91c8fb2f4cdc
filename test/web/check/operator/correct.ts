/**
 * Check 5, of an owner: a class is corrected, and counted for the cameras, by keyboard alone; a number that is a slip is
 * asked back, and both are taken back. The real program over a real history; what it says is looked at wide and on a phone.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { countedClasses } from '../../../support/counted-classes.ts';
import { enter, tabTo, withPage } from '../browser.ts';
import type { Run } from '../check.ts';
import { type OwnProgram, startProgram } from './program.ts';
import { Seen } from './seen.ts';

const FILE = `gyms:
  - id: north
    name: North
    timezone: Europe/London
    rooms:
      - id: studio
        name: Studio
        capacity: 16
        cameras: [{ id: hall, url: "scene:studio?people=3&seed=7" }]
`;

export async function checkCorrect({ browser, faults }: Run): Promise<string> {
  const { ids, prepare } = countedClasses([10, 10, 10, 10]);
  const program = await startProgram(async (folder) => {
    await writeFile(join(folder, 'turnout.yaml'), FILE);
    await prepare(join(folder, 'data'));
  });
  const seen = new Seen(faults);
  try {
    await withPage(browser, {}, async ({ page, complaints }) => {
      await byKeys(page, program, ids, seen);
      // The code is typed on a page that is refused at first, and a slip is asked back.
      faults.push(...complaints.filter((one) => !/401|422/.test(one)));
    });
  } finally {
    await program.end();
  }
  return `a class corrected, three counted, and the factor of a room switched off; ${seen.pages} pages, axe and overflow`;
}

/** @param ids of the classes, oldest first. */
async function byKeys(page: Page, program: OwnProgram, ids: readonly string[], seen: Seen) {
  await page.goto(`${program.url}/sessions/${ids[3]}`);
  await page.locator('#key:focus').waitFor();
  await page.keyboard.type(program.setUpCode());
  await page.keyboard.press('Enter');
  await enter(page, 'a.button');
  await page.locator('#correct').waitFor();
  await seen.look(page, 'a class of an owner');

  await tabTo(page, '#correct');
  await page.keyboard.type('14');
  await page.keyboard.press('Tab');
  await page.keyboard.type('four behind the pillar');
  await page.keyboard.press('Enter');
  await page.locator('.held', { hasText: '14 by hand, “four behind the pillar”.' }).waitFor();
  await page.locator('.sentence', { hasText: 'counted by hand' }).waitFor();
  await seen.look(page, 'a class that is corrected');

  await enter(page, '.halves > :first-child .held button');
  await page.locator('.sentence', { hasText: 'About 10 of 16' }).waitFor();

  await tabTo(page, '#correct');
  await page.keyboard.type('140');
  await page.keyboard.press('Enter');
  await page.locator('button', { hasText: 'Yes, save it' }).waitFor();
  await seen.look(page, 'a number that is a slip');

  for (const at of [0, 1, 2]) {
    await page.goto(`${program.url}/sessions/${ids[at]}`);
    await tabTo(page, '#count');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.locator('.held', { hasText: 'You counted 12.' }).waitFor();
  }

  await enter(page, 'main a.more[href="/calibrate"]');
  await page.locator('h1', { hasText: 'Accuracy' }).waitFor();
  const row = (await page.locator('.records tbody tr').first().textContent()) ?? '';
  if (!/2\.0 people.*1\.0 person.*× 1\.15/.test(row)) seen.faults.push(`the room says: ${row}`);
  await seen.look(page, 'how far off the counts are');
  await enter(page, '.switch button');
  await page.getByText('Off: counts stay').waitFor();
  await seen.look(page, 'a factor that is off');
  await enter(page, '.switch button');
  await page.getByText('Stop the correction').waitFor();

  await enter(page, '.account summary');
  await enter(page, '.account a[href="/audit"]');
  await page.locator('td', { hasText: 'corrected a class' }).waitFor();
  await seen.look(page, 'the audit log');
}
