/** Resident memory of another process over time, and how fast it grows. Linux only: read from `/proc`. */

import { readFileSync } from 'node:fs';
import { median } from './report.ts';

export interface MemoryLook {
  /** Since the first look. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** Resident memory of a process, MB; null where it has ended or the system has no `/proc`. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return null;
  }
}

/** Medians of equal parts of the series, so that no moment before or after a garbage collection decides. */
export function windowMedians(looks: readonly MemoryLook[], windows: number): MemoryLook[] {
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
export function growthOfLastHalf(looks: readonly MemoryLook[], windows: number): number {
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
