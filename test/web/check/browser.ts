/** Pages in a real browser that fails the check when it complains of anything. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** More than any page has controls before one that is looked for. */
const MOST_TABS = 80;

export type Opened = Awaited<ReturnType<typeof watched>>;

/** Runs `use` on a page of a window of its own. */
export async function withPage<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    return await use(watched(page));
  } finally {
    await context.close();
  }
}

/** A page whose browser is listened to. */
export function watched(page: Page) {
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    const isKnown = message.type() === 'error' || message.type() === 'warning';
    if (isKnown) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left takes its request with it.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('request', (request) => {
    requests.push(request.url());
    const { hostname } = new URL(request.url());
    if (hostname !== '127.0.0.1') complaints.push(`asks ${hostname}`);
  });
  return {
    page,
    /** What the browser complained of: errors, policy, failed and foreign requests. None is allowed. */
    complaints,
    requests,
  };
}

/**
 * Waits until a person could see the page, and so work on it by keys: before the first picture the browser throws keys away,
 * and no field has the focus yet. Then the script of the page is loaded, which is awaited too: here keys follow at once.
 */
export async function untilSeen(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  })`);
  await page.evaluate(`(async () => {
    const first = document.querySelector('script[data-then]');
    if (first !== null) await import(first.dataset.then);
  })()`);
}

/** What is below the window is drawn when it comes into sight: for a check all of it counts. */
export async function drawAll(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('li, section, footer').forEach((one) => { one.style.contentVisibility = 'visible'; })`,
  );
}

/** Presses Tab until `selector` has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  await untilSeen(page);
  const wanted = page.locator(selector).first();
  await wanted.waitFor({ state: 'attached' });
  for (let strokes = 1; strokes <= MOST_TABS; strokes += 1) {
    await page.keyboard.press('Tab');
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error(`Tab never reaches ${selector}`);
}

/** With Tab until it has the focus, then Enter. */
export async function enter(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}
