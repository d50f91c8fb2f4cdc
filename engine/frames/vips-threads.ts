/**
 * Keeps libvips' own threads as nice as the worker that decodes with them. sharp starts them from libuv's threads, which
 * have the priority of the API: left so, every JPEG would take some 8 ms of a core that the API could not win back.
 *
 * They are found by their name in `/proc` (Linux); elsewhere they keep the priority they have. libvips ends a thread that
 * was idle for a while and starts another when needed, so new ones are looked for all the time, at most once a second.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const NAME = 'libvips worker';
const LOOK_EVERY_MS = 1_000;

export class VipsThreads {
  /** Threads seen in the last look, and those seen in the one before too: a new one may not have its name yet. */
  #seen: ReadonlySet<string> = new Set();
  #known: ReadonlySet<string> = new Set();
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** Call it after a picture, when the threads that made it are there. Some 0.1 ms a second. */
  lower(): void {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs < LOOK_EVERY_MS) return;
    this.#lookedMs = nowMs;
    const threads = threadIds();
    for (const id of threads) {
      if (!this.#known.has(id) && nameOf(id) === NAME) lowerThread(Number(id));
    }
    this.#known = this.#seen;
    this.#seen = new Set(threads);
  }
}

function threadIds(): string[] {
  try {
    return readdirSync(THREADS);
  } catch {
    return []; // No Linux.
  }
}

function nameOf(id: string): string {
  try {
    return readFileSync(`${THREADS}/${id}/comm`, 'latin1').trimEnd();
  } catch {
    return ''; // It has ended meanwhile.
  }
}

/** On Linux a priority is that of a thread, and 0 is the calling one. */
function lowerThread(id: number): void {
  try {
    const own = getPriority(0);
    if (getPriority(id) < own) setPriority(id, own);
  } catch {
    // It has ended meanwhile.
  }
}
