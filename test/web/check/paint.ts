/** Checks 11 and 15: how soon the figures stand, and paper. */

import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { pdfText } from './pdf-text.ts';
import { serve } from './serve.ts';

const SLOWER = 4;
const MAX_RATIO = 2;
const MAX_SHEETS = 6;

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

export async function checkPrint(browser: Browser): Promise<CheckResult> {
  const server = await serve(GYMS.busy());
  const faults: string[] = [];
  let onPaper = 0;
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
    const rows = await page.locator('.every li').allTextContents();
    const paper = bare(pdfText(pdf));
    const missing = rows.filter((row) => !paper.includes(bare(row)));
    faults.push(...missing.map((row) => `not on the paper: ${row}`));
    onPaper = rows.length - missing.length;
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  });
  await server.close();
  if (sheets === 0 || sheets > MAX_SHEETS) faults.push(`${sheets} sheets`);
  return {
    name: '15 print',
    figure: `${sheets} sheets of A4, ${onPaper} classes of the week in the text of the PDF, the last one too`,
    faults,
  };
}

/** Without spaces and signs of direction; letters that are drawn from right to left are left out. */
function bare(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]|\s/gu, '');
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
