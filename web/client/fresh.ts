/**
 * Keeps a page fresh: reads it again from its own address, and takes the data out of it. Nothing that is old looks live: the
 * page says when the server does not answer, and turns grey.
 */

import type { PageData } from '../data.ts';
import { elapsedS, freshness } from '../state.ts';

/** Chosen here: a room is counted every 5 s. */
const EVERY_MS = 5_000;
/** Seconds without an answer until numbers are grey: an answer may be late twice. */
const OLD_AFTER_S = 20;
/** Longest wait between tries while the server is away. */
const MAX_WAIT_MS = 30_000;

const BLOCK = /<script type="application\/json" id="data">(.*?)<\/script>/s;

export function followPage(take: (page: PageData) => void): void {
  let readAtMs = performance.now();
  let failures = 0;
  let timer = 0;
  const tick = () => {
    elapsedS.value = Math.round((performance.now() - readAtMs) / 1_000);
    if (elapsedS.value >= OLD_AFTER_S) freshness.value = 'old';
  };
  const next = (waitMs: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void read(), waitMs);
  };
  const read = async () => {
    if (document.hidden) return;
    try {
      take(await pageAgain());
      failures = 0;
      readAtMs = performance.now();
      freshness.value = 'live';
      tick();
      next(EVERY_MS);
    } catch {
      failures += 1;
      if (freshness.value === 'live') freshness.value = 'late';
      tick();
      const waitMs = Math.min(MAX_WAIT_MS, 1_000 * 2 ** (failures - 1));
      next(waitMs * (0.75 + Math.random() / 2));
    }
  };
  window.setInterval(tick, 1_000);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) next(0);
  });
  next(EVERY_MS);
}

/** The data of this page as they are now. Rejects where the server is away or answers with something else. */
async function pageAgain(): Promise<PageData> {
  const answer = await fetch(location.href, {
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(10_000),
  });
  const [, json] = BLOCK.exec(await answer.text()) ?? [];
  if (!answer.ok || json === undefined) throw new Error('this was no page with data');
  return JSON.parse(json) as PageData;
}
