/** Which of two states of a row is the newer one. Never by time: a clock may step. */

export interface Revision {
  /** The epoch's place in the order in which the head office has met them, from 1. */
  readonly epoch: number;
  readonly rev: number;
}

/** Whether a row that comes replaces the stored one; equal revisions are the same state and change nothing. */
export function isNewer(coming: Revision, stored: Revision | null): boolean {
  if (stored === null) return true;
  return coming.epoch > stored.epoch || (coming.epoch === stored.epoch && coming.rev > stored.rev);
}

/**
 * The cursor after a batch is applied: forward where the batch follows what is there without a gap, else where it was. A batch
 * after a gap is applied all the same, since it is state, and sent again later.
 */
export function cursorAfter(
  cursor: number,
  { from_seq, to_seq }: { readonly from_seq: number; readonly to_seq: number },
): number {
  return from_seq <= cursor + 1 ? Math.max(cursor, to_seq) : cursor;
}

/** Whether a cursor has come to the end of a new epoch's first sending, so that rows of older epochs are buried. */
export function isWhole(cursor: number, wholeSeq: number): boolean {
  return cursor >= wholeSeq;
}
