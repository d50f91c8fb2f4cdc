/** Exactly what crosses the border between the main thread and the one that reads the cameras. Plain data both ways. */

import type { ThreadFault } from '../../../runtime/threads.ts';
import type { PostedFrame } from '../../frames/encoded-frame.ts';
import type { SourceOptions, SourceTotals, StreamInfo } from '../source.ts';

/** How often a frame is wanted for a sample, and for someone who looks, ms; Infinity for never. */
export interface Wish {
  readonly periodMs: number;
  readonly lookedPeriodMs: number;
}

/** {@link SourceOptions} without what cannot cross: clocks are each thread's own, and the wish is told anew. */
export type RemoteOptions = Omit<
  SourceOptions,
  'clock' | 'wantedPeriodMs' | 'lookedPeriodMs' | 'reach'
>;

/** What a source is told to do. `source` is its number, never used twice. */
export type ReaderOrder = { readonly source: number } & (
  | { readonly kind: 'run'; readonly options: RemoteOptions; readonly wish: Wish }
  | { readonly kind: 'want'; readonly wish: Wish }
  /** Answered by `over`. */
  | { readonly kind: 'stop' }
);

/** What the thread is told: of a source, or to stop all and end. */
export type ThreadOrder = ReaderOrder | { readonly kind: 'end' };

/** What is heard of a source. */
export type ReaderNews = { readonly source: number } & (
  | { readonly kind: 'opened'; readonly info: StreamInfo }
  /** A keyframe that is due, transferred. */
  | { readonly kind: 'frame'; readonly frame: PostedFrame; readonly totals: SourceTotals }
  | { readonly kind: 'totals'; readonly totals: SourceTotals }
  /** The last that is heard of the source. `fault` is null where it ended as it should. */
  | { readonly kind: 'over'; readonly totals: SourceTotals; readonly fault: ThreadFault | null }
);
