/** Checks 8, 11 and 15: how soon the figures stand, what moves, what happens while the server is away, and paper. */

import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { every } from '../../../runtime/timers.ts';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const SLOWER = 4;
const MAX_RATIO = 2;
const MAX_SHIFT = 0.02;
const MAX_SHEETS = 6;

const RUNS = 9;

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

/** Live numbers change for a while: nothing jumps. */
export async function checkShift(browser: Browser, seconds: number): Promise<CheckResult> {
  const faults: string[] = [];
  const gym = GYMS.demo();
  const server = await serve(gym);
  const shift = await withPage(browser, {}, async ({ page }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await page.evaluate(`window.shift = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true })`);
    const ended = new AbortController();
    const change = () => {
      const nowUtcMs = gym.view.nowUtcMs + Math.round(performance.now());
      const rooms = gym.view.rooms.map((room) => ({
        ...room,
        occupancy: Math.floor(Math.random() * 30),
        updatedUtcMs: nowUtcMs,
      }));
      server.set({ ...gym.view, nowUtcMs, rooms });
    };
    const changing = every(
      { periodMs: 1_000, signal: ended.signal, onError: (error) => faults.push(String(error)) },
      change,
    );
    await page.waitForTimeout(seconds * 1_000);
    ended.abort();
    await changing;
    return page.evaluate<number>('window.shift');
  });
  await server.close();
  if (shift > MAX_SHIFT) faults.push(`a shift of ${shift}`);
  return {
    name: '11 shift',
    figure: `CLS ${shift.toFixed(4)} in ${seconds} s of live numbers`,
    faults,
  };
}

/** The server goes away and comes back: the page says so, and is live again by itself. */
export async function checkAway(browser: Browser): Promise<CheckResult> {
  const gym = GYMS.demo();
  let server = await serve(gym);
  const port = Number(new URL(server.url).port);
  const faults: string[] = [];
  const figure = await withPage(browser, {}, async ({ page }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await server.close();
    const goneMs = performance.now();
    await untilBadge(page, 'as of', 60_000);
    const greyS = (performance.now() - goneMs) / 1_000;
    server = await serve(gym, { port });
    const backMs = performance.now();
    await untilBadge(page, 'live ·', 60_000);
    const liveS = (performance.now() - backMs) / 1_000;
    if (greyS > 45) faults.push(`grey after ${greyS} s`);
    if (liveS > 45) faults.push(`live again after ${liveS} s`);
    return `grey after ${greyS.toFixed(0)} s, live again ${liveS.toFixed(0)} s after the server`;
  });
  await server.close();
  return { name: '8 away', figure, faults };
}

async function untilBadge(page: Page, text: string, timeout: number): Promise<void> {
  await page.locator('.top .live', { hasText: text }).waitFor({ timeout });
}

export async function checkPrint(browser: Browser): Promise<CheckResult> {
  const server = await serve(GYMS.busy());
  const faults: string[] = [];
  const sheets = await withPage(browser, {}, async ({ page }) => {
    await page.goto(`${server.url}/report/week`, { waitUntil: 'load' });
    await page.emulateMedia({ media: 'print' });
    const cut = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.card, .every li, tr')]
      .filter((one) => getComputedStyle(one).breakInside !== 'avoid' || one.getBoundingClientRect().height > 1000)
      .map((one) => one.textContent.slice(0, 40))`);
    faults.push(...cut.map((text) => `can be cut: ${text}`));
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  });
  await server.close();
  if (sheets === 0 || sheets > MAX_SHEETS) faults.push(`${sheets} sheets`);
  return { name: '15 print', figure: `${sheets} sheets of A4 for 420 classes`, faults };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
