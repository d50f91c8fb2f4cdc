/** Running totals of one source. Counting is two additions a packet: it runs for every packet of every camera. */

import type { SourceTotals } from './source.ts';

export class SourceTally {
  #packets = 0;
  #bytes = 0;
  #keyframes = 0;
  #lastMediaMs: number | null = null;
  #gopMs: number | null = null;

  packet(bytes: number): void {
    this.#packets += 1;
    this.#bytes += bytes;
  }

  /** @param mediaMs null where the stream has no time; the interval is then unknown. */
  keyframe(mediaMs: number | null): void {
    this.#keyframes += 1;
    const hasBoth = mediaMs !== null && this.#lastMediaMs !== null;
    this.#gopMs = hasBoth ? mediaMs - (this.#lastMediaMs ?? 0) : null;
    this.#lastMediaMs = mediaMs;
  }

  totals(): SourceTotals {
    return {
      packets: this.#packets,
      bytes: this.#bytes,
      keyframes: this.#keyframes,
      gopMs: this.#gopMs,
    };
  }
}
