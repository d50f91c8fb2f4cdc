/**
 * A keyframe that waits with its reader, on another thread. Only the offer goes from hand to hand, so that pictures
 * no one wants, most of them, never come to the thread that answers requests; the bytes come when someone takes one.
 */

import type { EncodedFrame } from './encoded-frame.ts';

export interface OfferedFrame {
  /** Whether there is nothing left to take: it was taken, or a newer one in its place, or its connection is closed. */
  readonly isGone: boolean;
  /** The newest keyframe of its camera by now, the caller's own; null where there is nothing left to take. */
  take(): Promise<EncodedFrame | null>;
}
