/**
 * A batch: what a box sends. It holds every change of a gym in a stretch of the box's own numbering, and where nothing has
 * changed it is a sign of life.
 *
 * ```text
 *  box                                            head office
 *  changes (cursor, to_seq] ── batch ──▶ apply what is newer, move the cursor, commit
 *  cursor := receipt.cursor ◀─ receipt ─ after the commit
 * ```
 *
 * The head office's cursor is the truth: a box goes on from there, forward or back. So a lost, doubled or late message costs
 * only time, and a head office that was restored from a backup gets again what it has lost.
 */

import { type Static, Type } from 'typebox';
import type { Kind, KindData } from './kinds.ts';
import { TEXT, UTC_MS } from './kinds.ts';

/** Version of the envelope. A changed meaning gets the next one, and subjects of its own. */
export const VERSION = 1;

const SEQ = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** How the box is. The one that came last counts; it is no state with a revision. */
export const STATUS = Type.Object({
  /** How many cameras are in each state. */
  cameras: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  /** `ok` or `failing`. */
  storage: TEXT,
  /** Sources of classes, without their addresses. */
  feeds: Type.Array(Type.Object({ id: TEXT, ok: Type.Boolean() })),
  /** Whether the newest configuration file could not be taken. */
  has_configuration_faults: Type.Boolean(),
  /** Changes that wait, this batch included. */
  pending: Type.Integer({ minimum: 0 }),
  /** Changes that are held back because they break the shape of their kind. */
  held_back: Type.Integer({ minimum: 0 }),
});
export type BoxStatus = Static<typeof STATUS>;

/** One row of state. `data` null: the row is gone. `kind` is any text for a reader: an older one parks what it does not know. */
export const CHANGE = Type.Object({
  seq: SEQ,
  kind: TEXT,
  key: TEXT,
  /**
   * Rises with each change of this row, also when it goes or comes back. A box writes the time of the change, and at least
   * one more than before: so no two states of a row have the same, even where a database was put back.
   */
  rev: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** When it changed, by the box's clock: never used for order. */
  at_utc_ms: UTC_MS,
  data: Type.Unknown(),
});

/** A change of a known kind. */
export type Change = {
  [Name in Kind]: {
    readonly seq: number;
    readonly kind: Name;
    readonly key: string;
    readonly rev: number;
    readonly at_utc_ms: number;
    readonly data: KindData[Name] | null;
  };
}[Kind];
/** One that may be of another release. */
export type AnyChange = Static<typeof CHANGE>;

export const BATCH = Type.Object({
  v: Type.Literal(VERSION),
  /** Random, one for each try: the receipt names it. */
  id: TEXT,
  box: TEXT,
  /** The gym's id at the head office. */
  gym: TEXT,
  /**
   * Names one history of the box's data, random. A box whose data were put back, or copied, begins another: its revisions
   * may have begun again, so that rows of a newer epoch override all of an older one.
   */
  epoch: TEXT,
  /**
   * The batch has every row whose newest change has a number in [`from_seq`, `to_seq`]. Numbers of changes that were
   * replaced by newer ones of the same row are missing. `to_seq` is `from_seq - 1` where there is no change.
   */
  from_seq: SEQ,
  to_seq: SEQ,
  /** Once the cursor of this epoch reaches it, the head office has all: rows of older epochs are gone then. */
  whole_seq: SEQ,
  sent_utc_ms: UTC_MS,
  /** `unsure`: off by more than 30 s from the head office, or stepped lately. `skew_ms`: box minus head office. */
  clock: Type.Object({
    source: Type.Enum(['system', 'unsure']),
    skew_ms: Type.Union([Type.Number(), Type.Null()]),
  }),
  /** Version of the program. */
  app: TEXT,
  status: Type.Union([STATUS, Type.Null()]),
  /**
   * Digests of all live rows as of `to_seq`, one for each bucket (`chain/digest.ts`); null where none is wanted. The head
   * office compares them once its cursor is `to_seq`.
   */
  digests: Type.Union([Type.Array(TEXT, { maxItems: 256 }), Type.Null()]),
  changes: Type.Array(CHANGE, { maxItems: 1_000 }),
});

/** As it is read: changes may be of kinds that this build does not know. */
export type AnyBatch = Static<typeof BATCH>;
/** As this build writes it. */
export type Batch = Omit<AnyBatch, 'changes'> & { readonly changes: readonly Change[] };
