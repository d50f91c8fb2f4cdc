/** A data folder that goes away after each test, a clock turned by hand, and samples to fill it with. */

import { onTestFinished } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { type HistoryOptions, openHistory } from '../../../store/history/history.ts';
import type { StoredSample } from '../../../store/history/samples/samples.ts';
import { testFolder } from '../../support/folder.ts';

/** A whole minute, in 2025. */
export const NOON = 1_763_726_400_000;

/**
 * Runs `clean` after the test; the last one registered runs first. (Not by a hook of this file: in a process that takes many
 * test files it would be a hook of the first one that reads it, and of no other.)
 */
export function afterTest(clean: () => Promise<void>): void {
  onTestFinished(clean);
}

export const createFolder = async (): Promise<string> => testFolder();

export type HandClock = ReturnType<typeof createHandClock>;

export function createHandClock(startUtcMs: number = NOON) {
  let wall = startUtcMs;
  let steady = 1_000;
  return {
    nowUtcMs: () => wall,
    monotonicMs: () => steady,
    /** Lets both clocks go on. */
    advance: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    /** Sets the wall clock only. */
    step: (ms: number) => {
      wall += ms;
    },
  };
}

/** A history that is closed after the test. */
export async function openTestHistory(options: Partial<HistoryOptions> = {}) {
  const dir = options.dir ?? (await createFolder());
  const clock = createHandClock();
  const history = await openHistory({ clock, log: silentLog, ...options, dir });
  afterTest(() => history.close());
  return { history, dir, clock };
}

export function sampleAt(atUtcMs: number, rest: Partial<StoredSample> = {}): StoredSample {
  return {
    atUtcMs,
    mediaMs: null,
    count: 1,
    staff: 0,
    ignored: 0,
    zones: [],
    confidence: null,
    flags: 0,
    luma: 100,
    ...rest,
  };
}

export const ALWAYS = { fromUtcMs: 0, toUtcMs: Number.MAX_SAFE_INTEGER };
