/** An open page in a real browser: what is live changes where it stands, and what a reader has done to the page stays. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { buildWeb } from '../../../../scripts/build-web.ts';
import { HAS_CHROMIUM, launchChromium } from '../../../support/chromium.ts';
import { classSession } from '../../../support/classes.ts';
import { untilSeen, withPage } from '../../check/browser.ts';
import { GYMS } from '../../check/gyms.ts';
import { type ServedGym, serve } from '../../check/serve.ts';

const title = HAS_CHROMIUM ? 'an open page' : 'an open page: skipped, there is no Chromium here';

describe.skipIf(!HAS_CHROMIUM)(title, () => {
  const gym = GYMS.demo();
  let browser: Browser;
  let server: ServedGym;

  beforeAll(async () => {
    await buildWeb();
    browser = await launchChromium();
    server = await serve(gym);
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await browser.close();
  });

  const opened = (path: string, use: (page: Page) => Promise<void>) =>
    withPage(browser, {}, async ({ page, complaints }) => {
      server.set(gym.view);
      await page.goto(`${server.url}${path}`);
      await untilSeen(page);
      await use(page);
      expect(complaints).toEqual([]);
    });
  const untilLive = (page: Page) => page.locator('[data-state=live]').waitFor();
  const nowUtcMs = gym.view.nowUtcMs + 5_000;
  const later = (said: Partial<GymView>): GymView => ({ ...gym.view, nowUtcMs, ...said });

  it('puts a new class in its place, and leaves the focus with the class that had it', () =>
    opened('/', async (page) => {
      await untilLive(page);
      await page.locator('.earlier > summary').click();
      const focused = page.locator('.earlier .session a').nth(2);
      const href = await focused.getAttribute('href');
      await focused.focus();
      const first = classSession({
        id: 'early-one',
        gymId: 'demo',
        name: 'Early one',
        startsUtcMs: gym.view.nowUtcMs - 13.9 * 3_600_000,
      });
      const sessions = [...gym.view.sessions, first].sort(
        (one, other) => one.startsUtcMs - other.startsUtcMs,
      );
      server.set(later({ sessions }));
      await page.locator('.session', { hasText: 'Early one' }).waitFor();
      expect(await page.locator('.earlier .session').first().textContent()).toContain('Early one');
      expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(href);
    }));

  it('draws the day again when a class ends', () =>
    opened('/', async (page) => {
      await untilLive(page);
      server.set(later({ nowUtcMs: gym.view.nowUtcMs + 3_600_000 }));
      await page.locator('.sentence', { hasText: '11 classes' }).waitFor();
      expect(await page.locator('.session.is-in_progress').count()).toBe(0);
      expect(await page.locator('.session').last().textContent()).toContain('likely');
    }));

  it('tells the minute that the slider stands on, and draws it', async () => {
    const done = gym.view.sessions.findLast(({ attendance }) => attendance !== null);
    await opened(`/sessions/${done?.id}`, async (page) => {
      const slider = page.locator('#minute');
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      const told = await page.locator('output > span').first().textContent();
      expect(told).toMatch(/^minute 1: \d+ (person|people)$/);
      expect(await slider.getAttribute('aria-valuetext')).toBe(told);
      expect(await page.locator('.curve .cursor').getAttribute('x1')).toMatch(/%$/);
    });
  });

  it('goes from week to week with the arrow keys, but not out of the box', () =>
    opened('/week', async (page) => {
      await page.locator('.ask input').focus();
      await page.keyboard.press('ArrowLeft');
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL(/\/week\?of=2026-11-16$/);
      await untilSeen(page);
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/\/week\?of=2026-11-23$/);
    }));

  it('remembers the colours', () =>
    opened('/', async (page) => {
      await page.locator('.theme select').selectOption('dark');
      await page.reload();
      await untilSeen(page);
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      expect(await page.locator('.theme select').inputValue()).toBe('dark');
    }));
});
