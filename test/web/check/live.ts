/** Checks 8 and 11: nothing jumps where numbers change, and a server that goes away and comes back is told as such. */

import type { Page } from 'playwright-core';
import type { GymView } from '../../../gym/sessions/view.ts';
import { every } from '../../../runtime/timers.ts';
import { counted } from '../../support/classes.ts';
import { withPage } from './browser.ts';
import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym, serve } from './serve.ts';

const MAX_SHIFT = 0.02;
/** Live numbers change for so long. */
const SHIFT_S = 60;
const MAX_GREY_S = 45;
const MAX_AGAIN_S = 10;

/** Live numbers change: nothing jumps, and no task holds the page up. */
export async function checkShift({ browser, faults }: Run): Promise<string> {
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
    await page.waitForTimeout(SHIFT_S * 1_000);
    ended.abort();
    await changing;
    return page.evaluate<{ shift: number; longestMs: number }>('({ shift, longestMs })');
  });
  if (shift > MAX_SHIFT) faults.push(`a shift of ${shift}`);
  return `CLS ${shift.toFixed(4)} in ${SHIFT_S} s of live numbers, longest task ${Math.round(longestMs)} ms`;
}

/** The server goes away and comes back: the page says so, and is live again by itself. */
export async function checkAway({ browser, faults }: Run): Promise<string> {
  const gym = GYMS.demo();
  let server = await serve(gym);
  const port = Number(new URL(server.url).port);
  const figure = await withPage(browser, {}, async ({ page }) => {
    await page.goto(server.url, { waitUntil: 'load' });
    await untilLive(page);
    await server.close();
    const goneMs = performance.now();
    await page.locator('[data-state=old]').waitFor({ timeout: 60_000 });
    await page.locator('.top .live', { hasText: 'as of' }).waitFor();
    const greyS = (performance.now() - goneMs) / 1_000;
    server = await serve({ ...gym, view: withCorrections(gym.view) }, { port });
    const backMs = performance.now();
    await untilLive(page);
    const liveS = (performance.now() - backMs) / 1_000;
    // Earlier classes may be folded away: they are on the page all the same.
    const completed = page.locator('.session.is-completed');
    const old = completed.filter({ hasNotText: 'counted by hand' });
    await old.first().waitFor({ state: 'detached' });
    if ((await completed.count()) < 3) faults.push('classes were lost');
    if (greyS > MAX_GREY_S) faults.push(`grey after ${greyS} s`);
    if (liveS > MAX_AGAIN_S) faults.push(`live again after ${liveS} s`);
    return `grey ${greyS.toFixed(0)} s after the server was gone, live with changed classes ${liveS.toFixed(0)} s after it was back`;
  });
  await server.close();
  return figure;
}

function untilLive(page: Page): Promise<void> {
  return page.locator('[data-state=live]').waitFor({ timeout: 60_000 });
}

function withPeople(view: GymView, people: (room: number) => number): GymView {
  const nowUtcMs = view.nowUtcMs + Math.round(performance.now());
  const now = (at: number) => ({ occupancy: people(at), updatedUtcMs: nowUtcMs });
  return { ...view, nowUtcMs, rooms: view.rooms.map((room, at) => ({ ...room, ...now(at) })) };
}

/** All classes that were counted get a count by hand. */
function withCorrections(view: GymView): GymView {
  const attendance = counted(3, { source: 'manual', low: 3, high: 3 });
  const sessions = view.sessions.map((session) =>
    session.attendance === null ? session : { ...session, attendance },
  );
  return { ...view, nowUtcMs: view.nowUtcMs + 60_000, sessions };
}
