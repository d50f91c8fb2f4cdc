/** Who is asked how many people were, or are, in a class, and what has to be said for the answer. */

import type { CameraCounts, EstimateInput } from '../../../gym/attendance/sample.ts';
import type { InstantRange } from '../../../gym/calendar/zone.ts';
import type { StoredAttendance } from '../../../store/history/classes/class-store.ts';

/** A camera of the room, without what it counted. */
export interface OrderedCamera extends Omit<CameraCounts, 'samples' | 'overlaps'> {
  readonly id: string;
  /** How many zones it has, and which of them are overlap zones; none without it. */
  readonly zones?: {
    readonly length: number;
    readonly overlaps: readonly { readonly name: string; readonly at: number }[];
  };
}

/** All that an estimate of one class depends on but the counts. Plain data, which can cross between threads. */
export interface EstimateOrder extends Omit<EstimateInput, 'cameras' | 'emptyRoomBaseline'> {
  /** Those that are switched on, in the order of the configuration: the first is the primary one. */
  readonly cameras: readonly OrderedCamera[];
  /** Classes of the room in the days before `nowUtcMs`, see `heldAround`: when it is not empty. */
  readonly held: readonly InstantRange[];
  /** Whether the answer says what each camera alone counts; not without it. */
  readonly isEachJudged?: boolean;
  /** What the answer carries as its method. */
  readonly method: string;
}

export interface Estimator {
  /**
   * The estimate as of `order.nowUtcMs`: of a class that runs over what has passed of it. Rejects where the counts cannot
   * be read, with SQLite's message.
   */
  estimate(order: EstimateOrder): Promise<StoredAttendance>;
  /** Resolves once all that was ordered before is answered and nothing is read any more. Later orders are rejected. */
  stop(): Promise<void>;
}
