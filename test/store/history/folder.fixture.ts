/** A history in a folder that goes away after each test, with time that is turned by hand, and samples to fill it with. */

import { onTestFinished } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { type History, type HistoryOptions, openHistory } from '../../../store/history/history.ts';
import type { StoredSample } from '../../../store/history/samples/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';

/** A whole minute, in 2025. */
export const NOON = 1_763_726_400_000;

/** A history that is closed after the test. */
export async function openTestHistory(options: Partial<HistoryOptions> = {}) {
  const dir = options.dir ?? testFolder();
  const clock = new FakeClock(NOON);
  const history = await openHistory({ clock, log: silentLog, ...options, dir });
  onTestFinished(() => history.close());
  return { history, dir, clock };
}

/** Stores samples of a camera. @returns whether the disk took them. */
export function stored(
  history: Pick<History, 'append' | 'flush'>,
  samples: readonly StoredSample[],
  cameraId = 'hall',
): Promise<boolean> {
  history.append(cameraId, samples);
  return history.flush();
}

/** So many samples, one after the other; `said` is what is known of each by its place. */
export function samplesFrom(
  fromUtcMs: number,
  everyMs: number,
  length: number,
  said: (at: number) => Partial<StoredSample> = () => ({}),
): StoredSample[] {
  return Array.from({ length }, (_, at) => sampleAt(fromUtcMs + at * everyMs, said(at)));
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
