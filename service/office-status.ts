/** The condition of a head office, in counts: of its gyms, its database and what is in memory. No names, no people. */

export interface OfficeStatus {
  readonly isDatabaseUp: boolean;
  /** Null while the database cannot be asked. */
  readonly chain: ChainCounts | null;
  /** Since the start of this node. */
  readonly sync: {
    readonly batches: number;
    readonly changes: number;
  };
  /** Connections of this node, and how often a statement had to wait for one since the start. */
  readonly connections: {
    readonly busy: number;
    readonly idle: number;
    readonly waiting: number;
    readonly waits: number;
  };
  /** Gyms in memory, how large they are about, and how often one was there or had to be read since the start. */
  readonly views: {
    readonly gyms: number;
    readonly bytes: number;
    readonly hits: number;
    readonly reads: number;
  };
}

export interface ChainCounts {
  /** `silent`: nothing came for 15 minutes. `never`: nothing ever came. `shut_out`: its box was revoked, and none is there. */
  readonly gyms: Readonly<Record<(typeof GYM_STATES)[number], number>>;
  /** Of the gyms that have a box: when the one that was silent for longest last got a receipt; null where none has. */
  readonly oldestReceiptUtcMs: number | null;
  /** When the newest batch of any of them came. */
  readonly newestReceiptUtcMs: number | null;
}

export const GYM_STATES = ['sending', 'silent', 'never', 'shut_out'] as const;
