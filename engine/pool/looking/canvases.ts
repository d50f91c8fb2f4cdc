/** The inputs of one detector in one worker: one for each look under way, or a row of them for a batch. */

import type { InputSpec } from '../../../detectors/detector.ts';
import { InputCanvas, valuesFor } from '../../../detectors/picture/input-canvas.ts';

export class Canvases {
  readonly #input: InputSpec;
  readonly #free: InputCanvas[] = [];
  #row: readonly InputCanvas[] = [];
  #taken = 0;

  constructor(input: InputSpec) {
    this.#input = input;
  }

  /** One that no look uses; made where there is none. */
  take(): InputCanvas {
    this.#taken += 1;
    return this.#free.pop() ?? new InputCanvas(this.#input);
  }

  give(canvas: InputCanvas): void {
    this.#taken -= 1;
    this.#free.push(canvas);
  }

  /** Whether a look is under way. */
  get areInUse(): boolean {
    return this.#taken > 0;
  }

  /** `length` of them whose values lie one after the other in one block of memory. For one batch at a time. */
  row(length: number): readonly InputCanvas[] {
    if (this.#row.length < length) {
      const all = valuesFor(this.#input, length);
      const each = all.length / length;
      this.#row = Array.from(
        { length },
        (_, at) => new InputCanvas(this.#input, all.subarray(at * each, (at + 1) * each)),
      );
    }
    return this.#row.slice(0, length);
  }
}
