/** Memory, descriptors and threads of a process over time. Linux only: read from `/proc`. */

import { readdirSync, readFileSync } from 'node:fs';
import { every } from '../../../runtime/timers.ts';
import { residentMegabytes } from '../../support/rss-series.ts';

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
    const megabytes = residentMegabytes(pid);
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    const threads = /^Threads:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (megabytes === null || threads === undefined) return null;
    return { megabytes, descriptors, threads: Number(threads) };
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
