/** The way out of a live source: one keyframe at a time, and what comes while it is taken is dropped. */

import type { EncodedFrame } from '../frames/encoded-frame.ts';
import type { DeliverFrame } from './source.ts';

export class FrameGate {
  readonly #deliver: DeliverFrame;
  #isBusy = false;

  constructor(deliver: DeliverFrame) {
    this.#deliver = deliver;
  }

  /** Whether a frame would be dropped now: it need not be made then. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Hands `frame` over, unless the one before it is still being taken. */
  offer(frame: EncodedFrame): void {
    if (this.#isBusy) {
      return;
    }
    const taking = this.#deliver(frame);
    if (taking !== undefined) {
      this.#isBusy = true;
      void taking.finally(() => {
        this.#isBusy = false;
      });
    }
  }
}
