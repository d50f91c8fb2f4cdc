/**
 * Faults of one camera that may come many times a second (frames that do not decode): every one is counted, and at most
 * one line a second is logged, with the last cause and how many it stands for.
 */

import type { ErrorCode } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Timers } from '../../../runtime/timers.ts';

const QUIET_MS = 1_000;

export interface Fault {
  readonly code: ErrorCode;
  /** One sentence, without address or credential. */
  readonly detail: string;
}

export class FaultLog {
  readonly #cameraId: string;
  readonly #log: Log;
  readonly #timers: Timers;
  #unsaid = 0;
  #last: Fault | null = null;
  #cancelQuiet: (() => void) | null = null;

  constructor(cameraId: string, log: Log, timers: Timers) {
    this.#cameraId = cameraId;
    this.#log = log;
    this.#timers = timers;
  }

  note(fault: Fault): void {
    this.#unsaid += 1;
    this.#last = fault;
    if (this.#cancelQuiet === null) {
      this.#say();
    }
  }

  /** Says what is still unsaid and leaves no timer behind. */
  stop(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = null;
    this.#sayUnsaid();
  }

  #say(): void {
    this.#sayUnsaid();
    this.#cancelQuiet = this.#timers.after(QUIET_MS, () => {
      this.#cancelQuiet = null;
      if (this.#unsaid > 0) {
        this.#say();
      }
    });
  }

  #sayUnsaid(): void {
    if (this.#last !== null && this.#unsaid > 0) {
      const { code, detail } = this.#last;
      this.#log.warn('camera_fault', { camera: this.#cameraId, code, detail, times: this.#unsaid });
      this.#unsaid = 0;
    }
  }
}
