/** What a gym that has joined a head office has to send: the contract of `History.outbox`. */

import type { Change } from '../../../chain/messages/batch.ts';
import type { QuartersData, SettingsData } from '../../../chain/messages/kinds.ts';

/** Where a gym is with its head office. */
export interface LinkState {
  readonly gymId: string;
  /** Names one history of the data, see `chain/messages/batch.ts`. */
  readonly epoch: string;
  /** Written at each start into the database and into the link's own file: where they differ, the data were put back. */
  readonly run: string;
  /** Number of the newest change. */
  readonly lastSeq: number;
  /** Number of the newest change when the epoch began. */
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

/** A row of state at one revision. */
export interface OutboxRow {
  readonly kind: string;
  readonly key: string;
  readonly rev: number;
}

export interface OutboxReads {
  links(): Promise<readonly LinkState[]>;
  /** Changes after the cursor that are not held back. */
  pending(gymId: string): Promise<{ readonly waiting: number; readonly held: number }>;
}

/** Changes reject with `data_unusable` where the disk fails, and nothing of them is stored. */
export interface OutboxStore extends OutboxReads {
  /**
   * Null where the gym has no link. Bodies are read now.
   *
   * @param afterSeq Only changes with higher numbers; left out or lower than the cursor: those after the cursor.
   */
  waiting(gymId: string, limit: number, afterSeq?: number): Promise<Waiting | null>;
  /** All live rows that are not held back, in pages: each sees one state of the data. */
  rows(gymId: string): AsyncIterable<readonly OutboxRow[]>;
  /** Begins a link with all that the gym has, the newest classes first. One that is there stays as it is. */
  link(gymId: string, begun: Pick<LinkState, 'epoch' | 'run'>): Promise<void>;
  /** Ends it, and forgets what was to be sent. */
  unlink(gymId: string): Promise<void>;
  /** Calls `listener` after a link began or ended. @returns how to stop listening. */
  onLinks(listener: () => void): () => void;
  noteRun(gymId: string, run: string): Promise<void>;
  /** Begins another epoch: all rows wait again. */
  renew(gymId: string, epoch: string): Promise<void>;
  /** Takes the head office's word; of another epoch, or beyond what was ever sent, it is ignored. */
  moveCursor(gymId: string, epoch: string, cursorSeq: number): Promise<void>;
  /** Keeps rows that break the shape of their kind from being sent, until they change. */
  hold(gymId: string, rows: readonly OutboxRow[]): Promise<void>;
  /** Sends rows again, at the revision that they have. */
  sendAgain(gymId: string, rows: readonly Pick<OutboxRow, 'kind' | 'key'>[]): Promise<void>;
  /** Stores state that comes from elsewhere than the database. The same a second time changes nothing. */
  share<Kind extends keyof SharedData>(
    gymId: string,
    kind: Kind,
    states: readonly { readonly key: string; readonly data: SharedData[Kind] }[],
  ): Promise<void>;
}

export interface SharedData {
  readonly settings: SettingsData;
  readonly quarters: QuartersData;
}
