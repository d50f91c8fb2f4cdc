/** What it costs to look at a picture, from the last looks. */

/** One look. */
export interface LookCost {
  /** Time to decode and fit the picture, ms. */
  readonly decodeMs: number;
  /** Time in the detector, ms. */
  readonly detectMs: number;
  /** Pixels of the detector's input. */
  readonly pixels: number;
}

/** Looks kept: a few minutes of some cameras. */
const KEPT = 31;

/** The last looks of one detector, at whatever sizes. */
export class CostWindow {
  readonly #looks: LookCost[] = [];

  add(look: LookCost): void {
    this.#looks.push(look);
    if (this.#looks.length > KEPT) this.#looks.shift();
  }

  /**
   * Expected time for a look at `pixels`, ms: medians, that of the detector in proportion to its pixels, as
   * convolutions cost. Null before the first look.
   */
  lookMs(pixels: number): number | null {
    if (this.#looks.length === 0) return null;
    const perPixel = median(this.#looks.map((look) => look.detectMs / look.pixels));
    return median(this.#looks.map(({ decodeMs }) => decodeMs)) + perPixel * pixels;
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
