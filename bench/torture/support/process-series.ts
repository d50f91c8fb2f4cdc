/** Memory, descriptors and threads of a process over time. Linux only: read from `/proc`. */

import { readdirSync, readFileSync } from 'node:fs';
import { every } from '../../../runtime/timers.ts';
import { median } from '../../support/report.ts';

export interface ProcessLook {
  /** Since the first look. */
  readonly seconds: number;
  /** Resident. */
  readonly megabytes: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** A process as it is now, but for the time; null where it has ended or the system has no `/proc`. */
export function lookAt(pid: number): Omit<ProcessLook, 'seconds'> | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    const megabytes = (number('VmRSS') * 1024) / 1e6;
    return Number.isNaN(megabytes) ? null : { megabytes, descriptors, threads: number('Threads') };
  } catch {
    return null;
  }
}

/** Looks every `periodMs` until the signal aborts or the process ends. */
export async function watchProcess(
  pid: number,
  periodMs: number,
  signal: AbortSignal,
): Promise<readonly ProcessLook[]> {
  const looks: ProcessLook[] = [];
  const beganMs = performance.now();
  const ended = new AbortController();
  const onError = (error: unknown) => ended.abort(error);
  const until = AbortSignal.any([signal, ended.signal]);
  await every({ periodMs, signal: until, onError }, () => {
    const look = lookAt(pid);
    if (look === null) ended.abort();
    else looks.push({ seconds: (performance.now() - beganMs) / 1000, ...look });
  });
  return looks;
}

/** Medians of equal parts of the series, so that no moment before or after a garbage collection decides. */
export function windowMedians(
  looks: readonly ProcessLook[],
  windows: number,
): { readonly seconds: number; readonly megabytes: number }[] {
  const size = Math.max(1, Math.floor(looks.length / windows));
  return Array.from({ length: Math.min(windows, looks.length) }, (_, index) => {
    const part = looks.slice(index * size, (index + 1) * size);
    return {
      seconds: median(part.map(({ seconds }) => seconds)),
      megabytes: median(part.map(({ megabytes }) => megabytes)),
    };
  });
}

/**
 * Growth over the last half of a series, as a ratio of the memory at its middle: the median of the slopes between all
 * pairs of window medians (Theil and Sen), times the time. One step up or down moves it little.
 */
export function growthOfLastHalf(looks: readonly ProcessLook[], windows: number): number {
  const half = looks.slice(Math.floor(looks.length / 2));
  const points = windowMedians(half, windows);
  const slopes = points.flatMap((later, index) =>
    points.slice(0, index).map((earlier) => {
      const seconds = later.seconds - earlier.seconds;
      return (later.megabytes - earlier.megabytes) / seconds;
    }),
  );
  const lasted = (half.at(-1)?.seconds ?? 0) - (half[0]?.seconds ?? 0);
  return (median(slopes) * lasted) / median(half.map(({ megabytes }) => megabytes));
}
