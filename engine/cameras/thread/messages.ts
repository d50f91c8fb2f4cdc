/** Exactly what crosses the border between the main thread and the one that reads the cameras. Plain data both ways. */

import type { ThreadFault } from '../../../runtime/thread-fault.ts';
import type { EncodedFrame } from '../../frames/encoded-frame.ts';
import type { SourceOptions, SourceTotals, StreamInfo } from '../source.ts';

/** {@link SourceOptions} without what cannot cross: clocks are each thread's own, and the wish is told anew. */
export interface RemoteOptions extends Omit<SourceOptions, 'clock' | 'wantedPeriodMs' | 'reach'> {
  /** As of now; `want` tells a change. */
  readonly periodMs: number;
}

/** What a source is told to do. `source` is its number, never used twice. */
export type ReaderOrder = { readonly source: number } & (
  | { readonly kind: 'run'; readonly options: RemoteOptions }
  /** Answered by `taken`, in the order of the asking. */
  | { readonly kind: 'take' }
  | { readonly kind: 'want'; readonly periodMs: number }
  /** Answered by `over`. */
  | { readonly kind: 'stop' }
);

/** What the thread is told: of a source, or to stop all and end. */
export type ThreadOrder = ReaderOrder | { readonly kind: 'end' };

/** What is heard of a source. */
export type ReaderNews = { readonly source: number } & (
  | { readonly kind: 'opened'; readonly info: StreamInfo }
  | { readonly kind: 'keyframe'; readonly number: number; readonly totals: SourceTotals }
  /** The newest keyframe, transferred, and its number; null where there is none that was not taken. */
  | { readonly kind: 'taken'; readonly number: number; readonly frame: EncodedFrame | null }
  | { readonly kind: 'totals'; readonly totals: SourceTotals }
  /** The last that is heard of the source. `fault` is null where it ended as it should. */
  | { readonly kind: 'over'; readonly totals: SourceTotals; readonly fault: ThreadFault | null }
);
