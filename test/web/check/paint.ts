/** Check 11: how soon the figures stand. */

import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { listening, stopped } from '../../support/loopback.ts';
import { withPage } from './browser.ts';
import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const SLOWER = 4;
const MAX_RATIO = 2;
const RUNS = 15;

export async function checkPaint({ browser, faults }: Run): Promise<string> {
  const server = await serve(GYMS.demo());
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>x</title><p>Nothing at all stands on this page.</p>');
  });
  const empty = `http://127.0.0.1:${await listening(site)}/`;
  const times: { page: number[]; empty: number[] } = { page: [], empty: [] };
  for (let run = 0; run < RUNS; run += 1) {
    times.empty.push(await largestPaint(browser, empty));
    times.page.push(await largestPaint(browser, server.url));
  }
  await server.close();
  await stopped(site);
  const [page, nothing] = [median(times.page), median(times.empty)];
  const ratio = page / nothing;
  if (ratio > MAX_RATIO) faults.push(`${ratio.toFixed(2)} × an empty page`);
  return `LCP ${Math.round(page)} ms, ${ratio.toFixed(2)} × an empty page (${Math.round(nothing)} ms), CPU ÷ ${SLOWER}, median of ${RUNS}`;
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
