/** What looks at the pictures of an analysis: the detector that was built, at the size that fits the first of them. */

import { isTurnoutError } from '../../errors.ts';
import type { EncodedFrame } from '../frames/encoded-frame.ts';
import { type BuiltDetector, buildBest } from '../pool/build-best.ts';
import type { SampleTask } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';
import { leavesInputOpen, sizedChoice } from '../sizing/choice.ts';
import { inputText, sizeFor } from '../sizing/ladder.ts';
import type { Zone } from '../zones/zone.ts';

export interface LookingOptions {
  readonly pool: Pool;
  /** People that the room holds; null is unknown. */
  readonly capacity: number | null;
  readonly zones: readonly Zone[];
}

export class Looking {
  readonly #options: LookingOptions;
  #built: BuiltDetector;
  #task: Omit<SampleTask, 'frame'>;
  #isFitted: boolean;

  constructor(options: LookingOptions, built: BuiltDetector) {
    this.#options = options;
    this.#built = built;
    this.#task = taskOf(options, built);
    this.#isFitted = !built.facts.takesInput || !leavesInputOpen(built.choice);
  }

  get built(): BuiltDetector {
    return this.#built;
  }

  /** The task for a frame, without the frame. */
  get task(): Omit<SampleTask, 'frame'> {
    return this.#task;
  }

  /** Chooses the size by the form of the first picture that can be decoded; `frame` is left as it is. */
  async fitTo(frame: EncodedFrame): Promise<void> {
    if (this.#isFitted) return;
    try {
      this.#built = await this.#fitted(frame);
      this.#task = taskOf(this.#options, this.#built);
      this.#isFitted = true;
    } catch (error) {
      // What cannot be looked at is counted as a failure by the look itself; the next picture may do.
      if (!isTurnoutError(error)) throw error;
    }
  }

  async #fitted(frame: EncodedFrame): Promise<BuiltDetector> {
    const { pool, capacity } = this.#options;
    const copy = { ...frame, data: frame.data.slice() };
    const { frameSize } = await pool.sample({ ...this.#task, frame: copy });
    const { choice, passedOver, facts } = this.#built;
    const input = sizeFor(frameSize, capacity, facts.mostAutoPixels);
    if (input === null) return this.#built;
    const fitted = await buildBest(pool, sizedChoice(choice, inputText(input)));
    return { ...fitted, passedOver: [...passedOver, ...fitted.passedOver] };
  }
}

function taskOf(
  { zones }: LookingOptions,
  { choice, facts: { stateBytes } }: BuiltDetector,
): Omit<SampleTask, 'frame'> {
  return {
    detector: choice,
    zones,
    state: stateBytes > 0 ? new SharedArrayBuffer(stateBytes) : null,
    flags: 0,
    target: null,
    pictureWidth: null,
  };
}
