/** What is wrong with a page for people who cannot see it, see little, use no mouse, or have a small window. */

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';

const MEASURE = await readFile(new URL('page-faults.browser.js', import.meta.url), 'utf8');

/** Sentences; none is good. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  return [...(await page.evaluate<string[]>(MEASURE)), ...(await focusFaults(page))];
}

/** The little of a browser's world that functions sent to it touch. */
interface InPage {
  readonly document: { readonly activeElement: unknown };
  getComputedStyle(element: unknown): { readonly outlineWidth: string };
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate(
    (one: unknown) => one === (globalThis as unknown as InPage).document.activeElement,
  );
}

/** Every control is reached with Tab, in the order of the page, and is seen to have the focus. */
async function focusFaults(page: Page): Promise<string[]> {
  const controls = await page.locator('main a, main button, main input, main textarea').all();
  const shown = [];
  for (const control of controls) if (await control.isVisible()) shown.push(control);
  const autofocused = page.locator('[autofocus]');
  if ((await autofocused.count()) > 0) await vi.waitUntil(() => hasFocus(autofocused));
  await shown[0]?.focus();
  await page.keyboard.press('Tab');
  const faults: string[] = [];
  for (const [at, control] of shown.entries()) {
    await page.keyboard.press(at === 0 ? 'Shift+Tab' : 'Tab');
    if (!(await hasFocus(control))) faults.push(`Tab does not lead to control ${at}`);
    const outline = await control.evaluate(
      (one: unknown) => (globalThis as unknown as InPage).getComputedStyle(one).outlineWidth,
    );
    if (!(Number.parseFloat(outline) >= 2)) faults.push(`control ${at} shows no focus`);
  }
  return faults;
}
