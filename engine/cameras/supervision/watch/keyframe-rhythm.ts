/**
 * How far apart a camera's keyframes are, and so how long a silence means that it has stalled.
 *
 * Judged by delivered keyframes, not by packets or by a connection that stands: a camera that sends everything but
 * pictures is as lost as one that is switched off. What was learned outlives a connection, since it is the camera's
 * setting.
 */

/** Shortest silence that is a stall, and how many expected periods it takes: docs/method.md#sampling. */
const MIN_STALL_MS = 20_000;
const STALL_PERIODS = 3;

/**
 * Silence allowed while packets come but the distance of keyframes is not known yet: three times 30 s, the longest GOP
 * that a camera must be served with.
 */
const UNKNOWN_STALL_MS = 90_000;

/** Distances that are remembered: smart codecs stretch and shrink a GOP, and the longest of the last ones counts. */
const REMEMBERED = 8;
/** Longest distance that is believed, ms; chosen here, so that no camera is waited for longer than five minutes. */
const MAX_GAP_MS = 100_000;

/** A GOP is too long when it exceeds the wanted period by this factor; the rest is jitter. Chosen here. */
const GOP_TOLERANCE = 1.1;

export class KeyframeRhythm {
  #gapsMs: number[] = [];

  /** Longest distance between the last keyframes, ms; null before it is known. */
  get longestGapMs(): number | null {
    return this.#gapsMs.length === 0 ? null : Math.max(...this.#gapsMs);
  }

  /** A keyframe came, so long after the one before it. */
  noteGap(gapMs: number): void {
    this.#gapsMs = [...this.#gapsMs, Math.min(gapMs, MAX_GAP_MS)].slice(-REMEMBERED);
  }

  /**
   * How long a silence is a stall, ms.
   *
   * @param madeEveryMs for a source that makes or fetches its frames on demand: how often it was asked to; else 0.
   * @param isAlive whether packets still come.
   */
  stallAfterMs(madeEveryMs: number, isAlive: boolean): number {
    const gapMs = this.longestGapMs;
    const expectedMs = Math.max(gapMs ?? 0, madeEveryMs);
    const limitMs = Math.max(MIN_STALL_MS, STALL_PERIODS * expectedMs);
    return gapMs === null && isAlive ? Math.max(limitMs, UNKNOWN_STALL_MS) : limitMs;
  }
}

/** Whether keyframes are too far apart for the samples that are wanted. */
export function isLongGop(gopMs: number, wantedPeriodMs: number): boolean {
  return gopMs > wantedPeriodMs * GOP_TOLERANCE;
}
