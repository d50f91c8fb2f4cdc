/**
 * Keeps an open page as its gym is now. Numbers of rooms change where they stand. When a class changes, after a gap, and each
 * minute while someone looks, the page is read again, and what differs is put in its place. Nothing old looks live: in silence
 * the page says so, and turns grey.
 */

import { type Freshness, freshness, silentS } from '../../state.ts';
import { mountIslands, unmountIslands } from './islands.tsx';
import { Now } from './now.ts';
import { readPageAgain } from './page-again.ts';
import { SILENT_MS, Stream } from './stream.ts';
import { keepAwake, startShift } from './wall.ts';

/** Changes that come together are read together. Chosen here. */
const TOGETHER_MS = 400;
/** After the turn of a minute, until its counts are there. Chosen here; pages that are open together do not ask together. */
const MINUTE_IS_THERE_MS = 2_000;
const SPREAD_MS = 6_000;
const MINUTE_MS = 60_000;

export function followGym(page: HTMLElement): void {
  const { at = '', zone = 'UTC', gym } = page.dataset;
  const now = new Now(at, zone);
  const frame = document.querySelector<HTMLElement>('[data-state]');
  const isWall = frame?.matches('.wall') === true;
  let build: string | null = null;
  let timer = 0;

  const set = (is: Freshness) => {
    freshness.value = is;
    if (frame !== null) frame.dataset['state'] = is;
  };
  const heard = () => {
    silentS.value = 0;
    if (freshness.value !== 'live') set('live');
    now.heard();
  };
  const readAgain = async () => {
    if (document.hidden) return;
    const reading = await readPageAgain({ leave: unmountIslands });
    if (reading === 'read') mountIslands(document, now);
    if (reading === 'signed_out') set('signed_out');
  };
  const readSoon = (inMs = TOGETHER_MS) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void readAgain().then(readNextMinute), inMs);
  };
  const readNextMinute = () => {
    const toMinuteMs = MINUTE_MS - (now.ms.value % MINUTE_MS);
    readSoon(toMinuteMs + MINUTE_IS_THERE_MS + Math.random() * SPREAD_MS);
  };

  const stream = new Stream(
    {
      hello: (hello) => {
        if (build !== null && build !== hello.build && isUnused()) location.reload();
        build = hello.build;
        now.setAll(hello);
        heard();
        mountIslands(document, now);
        // What came between the page and the stream, and what a gap has swallowed.
        if (!hello.resumed && hello.server_time !== at) readSoon();
      },
      rooms: ({ changed }) => {
        now.setRooms(changed);
        heard();
      },
      class: (row) => {
        now.setClass(row);
        heard();
        readSoon();
      },
      tick: ({ server_time }) => {
        now.setTime(server_time);
        heard();
      },
      lost: (isRefused) => {
        if (freshness.value === 'live') set('late');
        if (isRefused) void readAgain();
      },
    },
    gym,
  );

  window.setInterval(() => {
    const silentMs = stream.silentMs();
    silentS.value = Math.floor(silentMs / 1_000);
    now.turn();
    if (silentMs < SILENT_MS || document.hidden) return;
    if (freshness.value === 'live' || freshness.value === 'late') set('old');
    stream.open();
  }, 1_000);
  stream.open();
  readNextMinute();
  if (isWall) {
    startShift(document.body);
    keepAwake();
  }
}

/** Whether a new version of the page may take its place: nobody is writing. */
function isUnused(): boolean {
  return document.activeElement?.matches('input, textarea') !== true;
}
