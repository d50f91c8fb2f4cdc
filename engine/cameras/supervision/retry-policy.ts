/** What a lost connection means: in which state the camera waits, and for how long. Knows no timer and no source. */

import type { ErrorCode } from '../../../errors.ts';
import { backoffMs } from './backoff.ts';
import { CrashGuard } from './crash-guard.ts';

/**
 * A connection that has delivered for this long is a success: the next failure starts again at the shortest wait.
 * Chosen here: longer than the longest GOP a camera is likely to have, so that one keyframe at the start is not enough.
 */
export const STEADY_MS = 30_000;

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

/** One camera's memory of its failures, for as long as its settings stay the same. */
export class RetryPolicy {
  readonly #random: () => number;
  readonly #guard = new CrashGuard();
  #attempt = 0;
  #hasWorked = false;

  /** @param random gives numbers from 0 to 1, such as `Math.random`. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param atMs monotonic. */
  planAfter(loss: Loss, atMs: number): RetryPlan {
    this.#hasWorked ||= loss.deliveredForMs !== null;
    if ((loss.deliveredForMs ?? 0) >= STEADY_MS) {
      this.#attempt = 0;
      this.#guard.noteSteady();
    } else if (loss.wasOpen && !hasPlayed(loss)) {
      this.#guard.noteCrash(atMs);
    }
    return this.#plan(loss);
  }

  #plan(loss: Loss): RetryPlan {
    if (hasPlayed(loss)) {
      return { state: 'waiting', delayMs: REPLAY_MS };
    }
    if (loss.code === 'camera_unauthorized') {
      return { state: 'unauthorized', delayMs: this.#rarelyMs() };
    }
    if (loss.code === 'source_unsupported' || (loss.wasOpen && this.#guard.isTripped)) {
      return { state: 'failing', delayMs: this.#rarelyMs() };
    }
    const delayMs = backoffMs(this.#attempt, this.#hasWorked, this.#random());
    this.#attempt += 1;
    return { state: 'waiting', delayMs };
  }

  #rarelyMs(): number {
    return RARELY_MS * (1 + this.#random() / 10);
  }
}

function hasPlayed({ code, isRecording, deliveredForMs }: Loss): boolean {
  return isRecording && code === 'camera_ended' && deliveredForMs !== null;
}
