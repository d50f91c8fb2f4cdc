/** Check 6: a zone by mouse, by finger and by keys is the same zone, counts as the program counts, and is kept in the file. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { rect } from '../../../support/rect.ts';
import type { Run } from '../check.ts';
import type { OwnProgram } from './program.ts';

type Corner = readonly [number, number];

/** In ratios of the picture. */
const WANTED: readonly Corner[] = rect(0.1, 0.2, 0.9, 0.8);

export async function checkZones({ browser, faults }: Run, page: Page, program: OwnProgram) {
  const file = join(program.folder, 'turnout.yaml');
  const byMouse = await open(page, program, async () => {
    for (const [at, to] of WANTED.entries()) await dragged(page, at, to);
  });
  const touched = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    storageState: await page.context().storageState(),
  });
  const phone = await touched.newPage();
  const byFinger = await open(phone, program, async () => {
    for (const [at, to] of WANTED.entries()) await fingered(phone, at, to);
  });
  await touched.close();
  const byKeys = await open(page, program, () => typed(page));
  for (const [how, corners] of Object.entries({ byMouse, byFinger, byKeys })) {
    const isSame = corners.every(([x, y], at) => {
      const [wantedX, wantedY] = WANTED[at] ?? [];
      return Math.abs(x - (wantedX ?? 9)) <= 0.01 && Math.abs(y - (wantedY ?? 9)) <= 0.01;
    });
    if (!isSame || corners.length !== 4) faults.push(`${how}: ${JSON.stringify(corners)}`);
  }

  const save = page.getByRole('button', { name: 'Save' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await save.click();
  await page.getByText('Saved.').waitFor();
  while (await undo.isEnabled()) await undo.click();
  if ((await cornersOf(page)).length > 0) faults.push('undo does not lead back to no zone');

  await sameCount(page);

  // Somebody changes the file by hand meanwhile.
  await page.locator('.zone-fields input').first().fill('mats');
  await writeFile(file, `${await readFile(file, 'utf8')}\n# changed by hand\n`);
  await save.click();
  await page.getByText('Somebody changed').waitFor();
  await undo.click();
  await save.click();
  await page.getByText('Saved.').waitFor();
  const last = await readFile(file, 'utf8');
  if (!last.includes('mats') || !last.includes('# changed by hand')) {
    faults.push('a change by hand, or the own one, is lost');
  }
  return 'mouse, finger and keys draw the same zone within 1 %; undo, a change by hand';
}

/** Draws one zone on a fresh page. @returns its corners as the table has them. */
async function open(page: Page, { url }: OwnProgram, draw: () => Promise<void>) {
  await page.goto(`${url}/cameras/hall`);
  await page.locator('.stage img').waitFor();
  await page.getByRole('button', { name: 'Add a zone' }).click();
  await page.locator('.stage .corner').nth(3).waitFor();
  await page.locator('.stage').scrollIntoViewIfNeeded();
  await draw();
  return cornersOf(page);
}

async function cornersOf(page: Page): Promise<readonly Corner[]> {
  const rows = page.locator('.corners tbody tr');
  const values = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('input')].map((input) => Number(input.value) / 100)),
  );
  return values.map(([x = 0, y = 0]) => [x, y]);
}

async function pointsOf(page: Page, corner: number, [x, y]: Corner) {
  const from = await page.locator('.stage .corner').nth(corner).boundingBox();
  const stage = await page.locator('.stage').boundingBox();
  if (from === null || stage === null) throw new Error('nothing to pull is seen');
  return {
    from: { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    to: { x: stage.x + x * stage.width, y: stage.y + y * stage.height },
  };
}

async function dragged(page: Page, corner: number, to: Corner): Promise<void> {
  const points = await pointsOf(page, corner, to);
  await page.mouse.move(points.from.x, points.from.y);
  await page.mouse.down();
  await page.mouse.move(points.to.x, points.to.y, { steps: 6 });
  await page.mouse.up();
}

/** A finger, by the protocol of the browser itself. */
async function fingered(page: Page, corner: number, to: Corner): Promise<void> {
  const points = await pointsOf(page, corner, to);
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, touchPoints: readonly { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
  await touch('touchStart', [points.from]);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const x = points.from.x + (points.to.x - points.from.x) * share;
    const y = points.from.y + (points.to.y - points.from.y) * share;
    await touch('touchMove', [{ x, y }]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

/** From 30 and 70 percent by steps of five and one. */
async function typed(page: Page): Promise<void> {
  await page.locator('.stage .corner').first().focus();
  for (const [across, along] of ['Left Up', 'Right Up', 'Right Down', 'Left Down'].map((keys) =>
    keys.split(' '),
  )) {
    for (const arrow of [across, across, across, across, along, along]) {
      await page.keyboard.press(`Shift+Arrow${arrow}`);
    }
    await page.keyboard.press('n');
  }
}

/** What the page counts of a frame, next to what the program counted of it with the zones that are saved. */
async function sameCount(page: Page): Promise<void> {
  await page.reload();
  await page.locator('.stage img').waitFor();
  const answered = await page.waitForResponse((response) => response.url().includes('/look?'));
  const { count } = (await answered.json()) as { count: number };
  await page.locator('.tally', { hasText: new RegExp(`^${count} counted`) }).waitFor();
}
