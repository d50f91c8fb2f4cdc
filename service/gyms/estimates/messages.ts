/** Exactly what crosses the border between the main thread and the one of the estimates. Plain data both ways. */

import type { ThreadFault } from '../../../runtime/threads.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';
import type { EstimateOrder } from './estimator.ts';

/** What the thread is given at its start. */
export interface EstimatesData {
  /** Data folder, whose history it reads. */
  readonly dir: string;
}

/** What it is told. */
export type EstimatesOrder =
  /** Answered by an {@link EstimatesAnswer} of the same number. */
  | { readonly kind: 'estimate'; readonly number: number; readonly order: EstimateOrder }
  /** Answers what was ordered before, closes the history and ends the thread. */
  | { readonly kind: 'end' };

export type EstimatesAnswer = { readonly number: number } & (
  | { readonly estimate: StoredAttendance }
  | { readonly fault: ThreadFault }
);
