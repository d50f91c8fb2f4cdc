/**
 * Hand-over of frames from one camera's reader to the sampling dispatcher: room for one, the newest wins.
 *
 * A reader never waits and memory never grows, however slow the workers are. What was replaced is counted, and no frame
 * is ever given out twice. Both ends live on the main thread.
 */

import type { Clock } from '../../runtime/clock.ts';

/** @typeParam Frame what is handed over, unopened. */
export class Mailbox<Frame> {
  readonly #clock: Clock;
  readonly #isGone: (frame: Frame) => boolean;
  #waiting: Frame | null = null;
  #arrivedMs = 0;
  #replaced = 0;
  #wake: (() => void) | null = null;

  /** @param isGone whether a frame that was put cannot be taken any more; the mailbox is empty then. */
  constructor(clock: Clock, isGone: (frame: Frame) => boolean = () => false) {
    this.#clock = clock;
    this.#isGone = isGone;
  }

  /** Frames that a newer one replaced before anybody took them. Never reset. */
  get replaced(): number {
    return this.#replaced;
  }

  get hasFrame(): boolean {
    return this.#waiting !== null && !this.#isGone(this.#waiting);
  }

  /** Puts the newest frame, which belongs to the mailbox from now on, and wakes the listener. */
  put(frame: Frame): void {
    if (this.hasFrame) {
      this.#replaced += 1;
    }
    this.#waiting = frame;
    this.#arrivedMs = this.#clock.monotonicMs();
    this.#wake?.();
  }

  /** The newest frame, which belongs to the caller from now on; null where none came since the last call. */
  take(): Frame | null {
    const frame = this.hasFrame ? this.#waiting : null;
    this.#waiting = null;
    return frame;
  }

  /**
   * How long the frame has been lying here, ms; null where there is none. Measured from its arrival on the clock that
   * never steps: the frame's own time may come from a camera whose clock is wrong.
   */
  ageMs(): number | null {
    return !this.hasFrame ? null : this.#clock.monotonicMs() - this.#arrivedMs;
  }

  /**
   * Calls `wake` after every `put`, in the reader's turn: it must be quick and must not throw. There is one listener.
   *
   * @returns ends the listening.
   */
  listen(wake: () => void): () => void {
    if (this.#wake !== null) {
      throw new Error('a mailbox has one listener');
    }
    this.#wake = wake;
    return () => {
      // A second call must not end the listening of someone who came after.
      this.#wake = this.#wake === wake ? null : this.#wake;
    };
  }
}
