/** Check 11: how soon the figures stand. */

import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const SLOWER = 4;
const MAX_RATIO = 2;
const RUNS = 15;

export async function checkPaint(browser: Browser): Promise<CheckResult> {
  const server = await serve(GYMS.demo());
  const site = createSite((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>x</title><p>Nothing at all stands on this page.</p>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const empty = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const times: { page: number[]; empty: number[] } = { page: [], empty: [] };
  for (let run = 0; run < RUNS; run += 1) {
    times.empty.push(await largestPaint(browser, empty));
    times.page.push(await largestPaint(browser, server.url));
  }
  await server.close();
  site.close();
  const [page, nothing] = [median(times.page), median(times.empty)];
  const ratio = page / nothing;
  const faults = ratio > MAX_RATIO ? [`${ratio.toFixed(2)} × an empty page`] : [];
  const figure = `LCP ${Math.round(page)} ms, ${ratio.toFixed(2)} × an empty page (${Math.round(nothing)} ms), CPU ÷ ${SLOWER}, median of ${RUNS}`;
  return { name: '11 paint', figure, faults };
}

async function largestPaint(browser: Browser, url: string): Promise<number> {
  return withPage(browser, { viewport: { width: 360, height: 740 } }, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(url, { waitUntil: 'load' });
    return page.evaluate<number>(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true });
    })`);
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
