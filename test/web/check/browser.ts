/** Pages in a real browser that fails the check when it complains of anything. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface Opened {
  readonly page: Page;
  /** What the browser complained of: errors, policy, failed and foreign requests. None is allowed. */
  readonly complaints: string[];
  readonly requests: string[];
}

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

function watched(page: Page): Opened {
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
  return { page, complaints, requests };
}
