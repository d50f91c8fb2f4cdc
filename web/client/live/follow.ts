/**
 * Keeps an open page as its gym is now: an event says that something has changed, and the page's own part is read again, at
 * most once a second. Nothing old looks live: in silence the page says so, turns grey, and forgets who is in the rooms.
 */

import { patch } from './patch.ts';
import { SILENT_MS, streamOf } from './stream.ts';

/** At most one reading in this time, with a spread so that pages that are open together do not ask together. */
const READ_MS = 600;
const SPREAD_MS = 400;
const TIMEOUT_MS = 10_000;
/** Silence from which a room's count is not shown any more; on a wall at once, where nobody reads the fine print. */
const FORGET_MS = 300_000;

type Freshness = 'live' | 'late' | 'old' | 'signed_out';

export function followGym(page: HTMLElement): void {
  const { zone = 'UTC', gym } = page.dataset;
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  const frame = page.querySelector<HTMLElement>('[data-state]');
  const isWall = frame?.matches('.wall') === true;
  let heard = clock.format(new Date(page.dataset['at'] ?? ''));
  let state: Freshness | null = null;
  let build: string | null = null;
  let timer = 0;

  const show = (is: Freshness | null = state) => {
    state = is;
    if (is === null) return;
    if (frame !== null) frame.dataset['state'] = is;
    const badge = page.querySelector<HTMLElement>('.live');
    if (badge === null) return;
    badge.dataset['is'] = is;
    const text = {
      live: `live · ${heard}`,
      late: 'reconnecting',
      old: `as of ${heard} · reconnecting`,
      signed_out: `signed out · as of ${heard}`,
    }[is];
    if (badge.textContent !== text) badge.textContent = text;
  };
  const read = async () => {
    if (document.hidden) return;
    const { status, page: next } = await ask();
    if (status === 401 || status === 403) return show('signed_out');
    const [is, will] = [document.querySelector('main'), next?.querySelector('main')];
    if (status !== 200 || is === null || will == null) return;
    patch(is, will);
    // The server draws the curve as it opens: the slider says again where the reader has moved it.
    is.querySelector('#minute')?.dispatchEvent(new Event('input', { bubbles: true }));
    show();
    if (next !== null && document.title !== next.title) document.title = next.title;
  };
  const readSoon = () => {
    if (timer !== 0) return;
    const inMs = READ_MS + Math.random() * SPREAD_MS;
    timer = window.setTimeout(() => {
      timer = 0;
      void read();
    }, inMs);
  };

  const stream = streamOf(
    gym === undefined ? '/v1/live' : `/v1/live?gym_id=${encodeURIComponent(gym)}`,
    (event) => {
      if (event.server_time !== undefined) heard = clock.format(new Date(event.server_time));
      // A new version of the pages takes their place, unless someone is writing.
      const isNew = event.build !== undefined && build !== null && build !== event.build;
      build = event.build ?? build;
      const isWriting = document.activeElement?.matches('input, textarea') === true;
      if (isNew && !isWriting) location.reload();
      show('live');
      readSoon();
    },
    (isRefused) => {
      if (state === 'live') show('late');
      if (isRefused) void read();
    },
  );
  window.setInterval(() => {
    const silentMs = stream.silentMs();
    if (silentMs < SILENT_MS || document.hidden) return;
    if (state !== 'signed_out') show('old');
    if (silentMs >= (isWall ? SILENT_MS : FORGET_MS)) forgetRooms(page);
    stream.open();
  }, 1_000);
  if (isWall) {
    startShift(document.body);
    keepAwake();
  }
}

function forgetRooms(page: HTMLElement): void {
  for (const count of page.querySelectorAll('.count')) {
    const [shown, name] = count.children;
    if (shown === undefined || shown.textContent === '–') continue;
    shown.textContent = '–';
    if (name !== undefined) name.textContent = 'not known';
  }
}

/** By XMLHttpRequest: it reads a page without making markup of a text, which the policy forbids. */
function ask(): Promise<{ readonly status: number; readonly page: Document | null }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${location.pathname}${location.search}`);
    request.setRequestHeader('Accept', 'text/html');
    request.responseType = 'document';
    request.timeout = TIMEOUT_MS;
    request.onloadend = () => resolve({ status: request.status, page: request.responseXML });
    request.send();
  });
}

/** Source: the wall's design: some pixels every five minutes, inside the margin of the page. */
const EVERY_MS = 300_000;
const SHIFT_PX = 6;

function startShift(body: HTMLElement): void {
  let at = 0;
  window.setInterval(() => {
    at += 1;
    const [x, y] = [Math.sin(at), Math.cos(at)].map((part) => Math.round(SHIFT_PX * part));
    body.style.translate = `${x}px ${y}px`;
  }, EVERY_MS);
}

/** Where the browser lets a page do so: over https, and on the computer itself. */
function keepAwake(): void {
  const ask = () => {
    if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
