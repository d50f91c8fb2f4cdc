/** Checks 8 and 11: numbers change where they stand, nothing jumps, and a server that goes away and comes back is told as such. */

import type { Browser, Page } from 'playwright-core';
import type { GymView } from '../../../gym/sessions/view.ts';
import { every } from '../../../runtime/timers.ts';
import { counted } from '../../support/classes.ts';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym, serve } from './serve.ts';

const MAX_SHIFT = 0.02;
const MAX_IN_PLACE_S = 2;
const MAX_GREY_S = 45;
const MAX_AGAIN_S = 10;

/** Live numbers change for a while: nothing jumps, and no task holds the page up. */
export async function checkShift(browser: Browser, seconds: number): Promise<CheckResult> {
  const faults: string[] = [];
  const gym = GYMS.demo();
  const { shift, longestMs } = await onGym(browser, gym, async ({ page, server }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await page.evaluate(`window.shift = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true })`);
    await untilLive(page);
    await page.evaluate(`window.longestMs = 0; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestMs = Math.max(window.longestMs, duration);
    }).observe({ type: 'longtask' })`);
    const ended = new AbortController();
    const changing = every(
      { periodMs: 1_000, signal: ended.signal, onError: (error) => faults.push(String(error)) },
      () => server.set(withPeople(gym.view, () => Math.floor(Math.random() * 30))),
    );
    await page.waitForTimeout(seconds * 1_000);
    ended.abort();
    await changing;
    return page.evaluate<{ shift: number; longestMs: number }>('({ shift, longestMs })');
  });
  if (shift > MAX_SHIFT) faults.push(`a shift of ${shift}`);
  return {
    name: '11 shift',
    figure: `CLS ${shift.toFixed(4)} in ${seconds} s of live numbers, longest task ${Math.round(longestMs)} ms`,
    faults,
  };
}

/** A count changes: the page has it without a reload. */
export async function checkLive(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  const gym = GYMS.demo();
  const inPlaceS = await onGym(browser, gym, async ({ page, server }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await page.evaluate('window.isSame = true');
    await untilLive(page);
    const setAtMs = performance.now();
    server.set(withPeople(gym.view, (at) => 20 + at));
    await countOf(page, 0, '20').waitFor({ timeout: 10_000 });
    const seconds = (performance.now() - setAtMs) / 1_000;
    const ages = await page.locator('.room .ago').allTextContents();
    if (!ages.every((age) => /^\d+ (s|min) ago$/.test(age))) faults.push(`ages are ${ages}`);
    if ((await page.evaluate('window.isSame')) !== true) faults.push('the page was loaded again');
    return seconds;
  });
  if (inPlaceS > MAX_IN_PLACE_S) faults.push(`a count is there after ${inPlaceS} s`);
  return { name: '8 live', figure: `a count is there after ${inPlaceS.toFixed(1)} s`, faults };
}

/** The server goes away and comes back: the page says so, and is live again by itself. */
export async function checkAway(browser: Browser): Promise<CheckResult> {
  const gym = GYMS.demo();
  let server = await serve(gym);
  const port = Number(new URL(server.url).port);
  const faults: string[] = [];
  const figure = await withPage(browser, {}, async ({ page }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await untilLive(page);
    await server.close();
    const goneMs = performance.now();
    await page.locator('[data-state=old]').waitFor({ timeout: 60_000 });
    await page.locator('.top .live', { hasText: 'as of' }).waitFor();
    const greyS = (performance.now() - goneMs) / 1_000;
    const { view, ids } = withCorrections(gym.view);
    server = await serve({ ...gym, view }, { port });
    const backMs = performance.now();
    await untilLive(page);
    const liveS = (performance.now() - backMs) / 1_000;
    faults.push(...(await lostOf(page, ids)).map((id) => `${id} was lost`));
    if (greyS > MAX_GREY_S) faults.push(`grey after ${greyS} s`);
    if (liveS > MAX_AGAIN_S) faults.push(`live again after ${liveS} s`);
    return `grey ${greyS.toFixed(0)} s after the server was gone, live again ${liveS.toFixed(0)} s after it was back, ${ids.length} classes that changed meanwhile are there`;
  });
  await server.close();
  return { name: '8 away', figure, faults };
}

/** Of the classes that got a count by hand, those of which the page does not say so. */
async function lostOf(page: Page, ids: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const id of ids) {
    const row = page.locator(`.session[data-key="${id}"]`, { hasText: 'counted by hand' });
    // Earlier classes may be folded away: they are on the page all the same.
    await row.waitFor({ timeout: 20_000, state: 'attached' }).catch(() => lost.push(id));
  }
  return lost;
}

function untilLive(page: Page): Promise<void> {
  return page.locator('[data-state=live]').waitFor({ timeout: 60_000 });
}

function countOf(page: Page, at: number, text: string) {
  return page.locator('.room').nth(at).locator('.count > [aria-hidden]', { hasText: text });
}

function withPeople(view: GymView, people: (room: number) => number): GymView {
  const nowUtcMs = view.nowUtcMs + Math.round(performance.now());
  const rooms = view.rooms.map((room, at) => ({
    ...room,
    occupancy: people(at),
    updatedUtcMs: nowUtcMs,
  }));
  return { ...view, nowUtcMs, rooms };
}

/** The classes of today that have ended get a count by hand. */
function withCorrections(view: GymView): { readonly view: GymView; readonly ids: string[] } {
  const ids: string[] = [];
  const sessions = view.sessions.map((session) => {
    const isToday = view.nowUtcMs - session.startsUtcMs < 14 * 3_600_000;
    const isOver = session.endsUtcMs < view.nowUtcMs && !session.isCancelled;
    if (!isToday || !isOver) return session;
    ids.push(session.id);
    return { ...session, attendance: counted(3, { source: 'manual', low: 3, high: 3 }) };
  });
  return { view: { ...view, nowUtcMs: view.nowUtcMs + 60_000, sessions }, ids };
}
