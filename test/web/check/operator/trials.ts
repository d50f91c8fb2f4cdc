/** Of check 17: detectors on one picture, a camera tried again, floor that two cameras see, and a model without a network. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { OwnProgram } from './program.ts';
import type { Seen } from './seen.ts';

/** Each detector starts a worker and opens its model, ms. */
const TRIED_MS = 60_000;

export async function checkTrials(page: Page, { url, folder }: OwnProgram, seen: Seen) {
  const { faults } = seen;
  await page.goto(`${url}/cameras/hall`);
  await page.getByRole('button', { name: /^Compare them/ }).click();
  await page.locator('.trials figure').nth(1).waitFor({ timeout: TRIED_MS });
  const [person = ''] = await page.locator('.trials figcaption').allTextContents();
  if (!/^person: \d+ (people|person), [\d.]+ ms/.test(person)) faults.push(`told: ${person}`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.locator('.stages .is-passed').nth(6).waitFor({ timeout: TRIED_MS });
  await page.locator('.stage img').waitFor();
  await seen.look(page, 'detectors next to each other');

  await page.goto(`${url}/cameras`);
  await page.locator('#add [name="name"]').fill('Back');
  await page.locator('[name="url"]').fill('scene:studio?people=2&seed=3');
  await page.getByRole('button', { name: 'Try and add' }).click();
  await page.waitForURL(/\/cameras\/back/, { timeout: TRIED_MS });
  await page.getByRole('link', { name: 'Draw it with hall' }).click();
  await page.locator('.stage img').nth(1).waitFor();
  await page.getByRole('button', { name: 'Add the floor that both see' }).click();
  await seen.look(page, 'floor that two cameras see');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  const file = await readFile(join(folder, 'turnout.yaml'), 'utf8');
  const shared = file.match(/kind: overlap/g)?.length ?? 0;
  if (shared !== 2) faults.push(`${shared} overlap zones are in the file`);

  await page.goto(`${url}/cameras`);
  await page.getByRole('button', { name: 'Install yolox-nano' }).first().click();
  // Where there is no network it fails in words; else it may be cancelled before it is there.
  const outcome = page.locator('main > .fault, main > .said');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await outcome.or(cancel).first().waitFor({ timeout: TRIED_MS });
  if (await cancel.isVisible()) await cancel.click();
  await outcome.waitFor({ timeout: TRIED_MS });
  await seen.look(page, 'cameras, and a model that did not come');
  const figure = `two detectors on one picture, 7 stages, 2 overlap zones by one button; ${await outcome.textContent()}`;
  return figure.slice(0, 160);
}
