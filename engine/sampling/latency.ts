/** How long the last samples took: a window of fixed size, whose percentiles are worked out when asked for. */

export class LatencyWindow {
  readonly #values: Float64Array;
  #count = 0;

  /** @param size how many of the newest values are stored. */
  constructor(size = 512) {
    this.#values = new Float64Array(size);
  }

  add(ms: number): void {
    this.#values[this.#count % this.#values.length] = ms;
    this.#count += 1;
  }

  /** Nearest-rank percentiles of the values in the window, ms; null before the first. O(n log n). */
  percentiles(): { readonly p50: number; readonly p99: number } | null {
    const sorted = this.#values.slice(0, this.#count).sort();
    const rank = (ratio: number) => sorted[Math.ceil(ratio * sorted.length) - 1];
    const p50 = rank(0.5);
    const p99 = rank(0.99);
    return p50 === undefined || p99 === undefined ? null : { p50, p99 };
  }
}
