/** What the feed reader needs of the store. The class store of `engine/history` fulfils it. */

import type { ParsedSchedule } from '../entry.ts';

/** How the last reads of a feed went. */
export interface FeedState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly lastReadUtcMs: number | null;
  readonly lastSuccessUtcMs: number | null;
  /** Code and sentence of what is wrong now, without addresses; null where nothing is. */
  readonly fault: { readonly code: string; readonly detail: string } | null;
  readonly entries: number;
  readonly faultCount: number;
}

export interface FeedStore {
  import(gymId: string, sourceId: string, parsed: ParsedSchedule): Promise<unknown>;
  feed(gymId: string, sourceId: string): Promise<FeedState | null>;
  noteFeed(gymId: string, sourceId: string, state: FeedState): Promise<void>;
}
