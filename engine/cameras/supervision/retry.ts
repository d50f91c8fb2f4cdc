/** How long a camera is waited for: in silence before it counts as lost, and then until it is tried again. */

import type { ErrorCode } from '../../../errors.ts';

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

/**
 * How far apart a camera's keyframes are, and so how long a silence means that it has stalled. Judged by delivered
 * keyframes, not by packets or by a connection that stands: a camera that sends everything but pictures is as lost as one
 * that is switched off. What was learned outlives a connection, since it is the camera's setting.
 */
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

/** Nominal first wait, ms; the jitter takes up to half of it away, so that the shortest wait is 1 s. */
const FIRST_MS = 2_000;
/** Longest wait for a camera that has worked: it is most likely rebooting, and its class is going on. */
const MAX_WORKED_MS = 15_000;
/** Longest wait for one that has not: more likely a wrong address than one that comes back soon. */
const MAX_NEW_MS = 60_000;

/**
 * A connection that has delivered for this long is a success: the next failure starts again at the shortest wait.
 * Chosen here: longer than the longest GOP a camera is likely to have, so that one keyframe at the start is not enough.
 */
export const STEADY_MS = 30_000;

/**
 * So many connections broken early, within so long, are a crash loop: each attempt succeeds, so back-off alone would go on
 * at its pace for ever, and some cameras reboot under it. Chosen here: a recorder that restarts breaks a handful at most,
 * and with waits of up to 15 s ten are reached in about two minutes.
 */
const CRASH_LOOP = 10;
const CRASH_WINDOW_MS = 10 * 60_000;

/**
 * Wait where trying soon again does no good or does harm: cameras lock an account after a few wrong passwords, and
 * some crash under every connection. Chosen here; up to a tenth more, so that cameras do not fall into step.
 */
const RARELY_MS = 5 * 60_000;

/** Wait before a recording that has played to its end is played again, ms. */
const REPLAY_MS = 1_000;

/** How a connection ended. */
export interface Loss {
  readonly code: ErrorCode;
  /** Whether the source had been opened. */
  readonly wasOpen: boolean;
  /** How long it had been delivering keyframes, ms; null where none came. */
  readonly deliveredForMs: number | null;
  /** Whether it was a recording, which is expected to end. */
  readonly isRecording: boolean;
}

export interface RetryPlan {
  readonly state: 'waiting' | 'unauthorized' | 'failing';
  readonly delayMs: number;
}

/**
 * What a lost connection means: in which state the camera waits, and for how long. One camera's memory of its failures,
 * for as long as its settings stay the same.
 */
export class RetryPolicy {
  readonly #random: () => number;
  #attempt = 0;
  #hasWorked = false;
  #crashesMs: number[] = [];
  /** From the crash that was one too many until a connection proves steady. */
  #isCrashing = false;

  /** @param random gives numbers from 0 to 1, such as `Math.random`. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param atMs monotonic. */
  planAfter({ code, wasOpen, deliveredForMs, isRecording }: Loss, atMs: number): RetryPlan {
    const hasPlayed = isRecording && code === 'camera_ended' && deliveredForMs !== null;
    this.#hasWorked ||= deliveredForMs !== null;
    if ((deliveredForMs ?? 0) >= STEADY_MS) {
      this.#attempt = 0;
      this.#crashesMs = [];
      this.#isCrashing = false;
    } else if (wasOpen && !hasPlayed) {
      this.#crashesMs = [...this.#crashesMs.filter((ms) => ms > atMs - CRASH_WINDOW_MS), atMs];
      this.#isCrashing ||= this.#crashesMs.length >= CRASH_LOOP;
    }
    if (hasPlayed) return { state: 'waiting', delayMs: REPLAY_MS };
    const rarelyMs = RARELY_MS * (1 + this.#random() / 10);
    if (code === 'camera_unauthorized') return { state: 'unauthorized', delayMs: rarelyMs };
    if (code === 'source_unsupported' || (wasOpen && this.#isCrashing)) {
      return { state: 'failing', delayMs: rarelyMs };
    }
    return { state: 'waiting', delayMs: this.#backoffMs() };
  }

  /**
   * Doubling from one failure to the next, with equal jitter (half fixed, half random), so that cameras that were lost
   * together, behind one switch, do not come back together: 1..2 s, 2..4 s, 4..8 s and so on.
   *
   * Source: "equal jitter" of https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
   */
  #backoffMs(): number {
    const longestMs = this.#hasWorked ? MAX_WORKED_MS : MAX_NEW_MS;
    const waitMs = Math.min(longestMs, FIRST_MS * 2 ** this.#attempt);
    this.#attempt += 1;
    return waitMs * (1 - this.#random() / 2);
  }
}
