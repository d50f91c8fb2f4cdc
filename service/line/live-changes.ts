/** Which changes go ahead of their turn while much waits: those that were made after it had begun to wait. */

import type { Batch } from '../../chain/sync.ts';
import type { Waiting } from '../../store/history/outbox.ts';

export class LiveChanges {
  /** What has a higher number is live, and not at the head office yet; null while all fits into one batch. */
  #afterSeq: number | null = null;
  #isTurn = false;

  /** The number after which the next batch begins where it goes ahead; null where it takes its turn. */
  nextAfter({ link, hasMore }: Waiting): number | null {
    if (!hasMore) {
      this.forget();
      return null;
    }
    this.#afterSeq = Math.max(this.#afterSeq ?? link.lastSeq, link.cursorSeq);
    return this.#isTurn && link.lastSeq > this.#afterSeq ? this.#afterSeq : null;
  }

  /** After each receipt. One that went ahead is followed by one that takes its turn. */
  sent({ from_seq, to_seq }: Pick<Batch, 'from_seq' | 'to_seq'>): void {
    const isAhead = this.#isTurn && this.#afterSeq !== null && from_seq === this.#afterSeq + 1;
    this.#isTurn = this.#afterSeq !== null && !isAhead;
    if (isAhead) this.#afterSeq = to_seq;
  }

  forget(): void {
    this.#afterSeq = null;
    this.#isTurn = false;
  }
}
