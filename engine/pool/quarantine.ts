/**
 * Keeps a detector that fails again and again from being asked, without touching its neighbours.
 *
 * ```text
 *  trusted ──(5 faults in a row)──▶ out for 30 s ──▶ one trial ──(good)──▶ trusted
 *                                       ▲                │
 *                                       └──(fault)───────┘  twice as long each time, 15 min at most
 * ```
 * Limits chosen here: five faults in a row are no accident at one sample every 5 s, and 30 s is six samples.
 */

import type { ErrorCode } from '../../errors.ts';

const FAULTS_IN_A_ROW = 5;
const FIRST_MS = 30_000;
const MAX_MS = 15 * 60_000;

/** Faults of the detector itself; an undecodable frame is the camera's. */
const DETECTOR_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'detector_failed',
  'detector_output_invalid',
  'detector_timeout',
  'detector_out_of_memory',
  'detector_exited',
  'detector_crashed',
]);

export class Quarantine {
  #faultsInARow = 0;
  #turns = 0;
  #untilMs = Number.NEGATIVE_INFINITY;

  /** Whether the detector must not be asked at `nowMs` (monotonic). */
  isOut(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** Ms until it may be tried again; 0 when it may be asked now. */
  remainingMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  noteSuccess(): void {
    this.#faultsInARow = 0;
    this.#turns = 0;
  }

  /** Takes note of a failed sample. Returns whether the detector has just been put out. */
  noteFault(code: ErrorCode, nowMs: number): boolean {
    if (!DETECTOR_FAULTS.has(code)) return false;
    this.#faultsInARow += 1;
    // After a turn outside, the first fault is enough.
    const allowed = this.#turns === 0 ? FAULTS_IN_A_ROW : 1;
    if (this.#faultsInARow < allowed || this.isOut(nowMs)) return false;
    this.putOut(nowMs);
    return true;
  }

  /** Puts it out at once: for a detector that cannot even be built. */
  putOut(nowMs: number): void {
    this.#untilMs = nowMs + Math.min(MAX_MS, FIRST_MS * 2 ** this.#turns);
    this.#turns += 1;
    this.#faultsInARow = 0;
  }
}
