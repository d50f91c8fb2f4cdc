/** What a gym that has joined a head office has to send: the contract of `History.outbox`. */

import type { SettingsData } from '../../../chain/kinds.ts';
import type { Change, NumberedRow } from '../../../chain/sync.ts';

/** Where a gym is with its head office. */
export interface LinkState {
  readonly gymId: string;
  /** Written at each start into the database and into the link's own file: where they differ, the data were put back. */
  readonly run: string;
  /** Number of the newest change. */
  readonly lastSeq: number;
  /** All that there was when the link began, or old data were put back, has numbers from `baseSeq + 1` to `wholeSeq`. */
  readonly baseSeq: number;
  readonly wholeSeq: number;
  /** All changes up to it are at the head office. */
  readonly cursorSeq: number;
}

export interface Waiting {
  /** Of the same instant as the changes. */
  readonly link: LinkState;
  /** By number, with the newest state of their rows. At most as many as were wanted. */
  readonly changes: readonly Change[];
  /** Whether more wait behind them. */
  readonly hasMore: boolean;
}

/** Changes reject with `data_unusable` where the disk fails, and nothing of them is stored. */
export interface OutboxStore {
  links(): Promise<readonly LinkState[]>;
  /** Changes after the cursor that are not held back. */
  pending(gymId: string): Promise<{ readonly waiting: number; readonly held: number }>;
  /**
   * Null where the gym has no link. Bodies are read now.
   *
   * @param afterSeq Only changes with higher numbers; left out or lower than the cursor: those after the cursor.
   */
  waiting(gymId: string, limit: number, afterSeq?: number): Promise<Waiting | null>;
  /** All live rows that are not held back, in pages: each sees one state of the data. */
  rows(gymId: string): AsyncIterable<readonly NumberedRow[]>;
  /**
   * Begins a link with all that the gym has, the newest classes first, numbered after `afterSeq`. One that was there before is
   * forgotten.
   */
  link(gymId: string, begun: Begun): Promise<void>;
  /** Ends it, and forgets what was to be sent. */
  unlink(gymId: string): Promise<void>;
  /** Calls `listener` after a link began or ended. @returns how to stop listening. */
  onLinks(listener: () => void): () => void;
  noteRun(gymId: string, run: string): Promise<void>;
  /** All rows wait again, with new numbers after `afterSeq`, which is no lower than the newest one. */
  renew(gymId: string, begun: Begun): Promise<void>;
  /** Takes the head office's word; beyond what was ever sent it is ignored. */
  moveCursor(gymId: string, cursorSeq: number): Promise<void>;
  /** Keeps rows that break the shape of their kind from being sent, until they change. */
  hold(gymId: string, seqs: readonly number[]): Promise<void>;
  /** Sends rows again, with new numbers. */
  sendAgain(gymId: string, rows: readonly NumberedRow[]): Promise<void>;
  /** Stores what comes from elsewhere than the database. The same a second time changes nothing. */
  share(gymId: string, settings: SettingsData): Promise<void>;
}

export interface Begun {
  readonly run: string;
  readonly afterSeq: number;
}
