/** How a feed is doing, and what the reader needs of the store, which the class store of `store/history` fulfils. */

import type { ParsedSchedule } from './entry.ts';
import type { RoomIdOf } from './rooms.ts';

/** How the last reads of a feed went. */
export interface FeedState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly lastReadUtcMs: number | null;
  readonly lastSuccessUtcMs: number | null;
  /** Code and sentence of what is wrong now, without addresses; null where nothing is. */
  readonly fault: { readonly code: string; readonly detail: string } | null;
  /** Classes of the newest good read. */
  readonly entries: number;
  /** Places of it that could not be read. */
  readonly faultCount: number;
}

/** A feed as it is now, for people: without its address. */
export interface FeedStatus
  extends Pick<
    FeedState,
    'lastReadUtcMs' | 'lastSuccessUtcMs' | 'entries' | 'faultCount' | 'fault'
  > {
  readonly gymId: string;
  readonly sourceId: string;
}

export interface FeedStore {
  import(
    gymId: string,
    sourceId: string,
    parsed: ParsedSchedule,
    options: { readonly roomIdOf: RoomIdOf; readonly signal: AbortSignal },
  ): Promise<unknown>;
  feed(gymId: string, sourceId: string): Promise<FeedState | null>;
  noteFeed(gymId: string, sourceId: string, state: FeedState): Promise<void>;
}
