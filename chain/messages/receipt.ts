/** A receipt: what the head office answers once the changes of a batch are committed to its database. Never before. */

import { type Static, Type } from 'typebox';
import { VERSION } from './batch.ts';
import { TEXT, UTC_MS } from './kinds.ts';

export const RECEIPT = Type.Object({
  v: Type.Literal(VERSION),
  /** The batch that it answers. */
  batch: TEXT,
  gym: TEXT,
  /** The epoch in force at the head office. Another than that of the batch: a newer box has taken its place. */
  epoch: TEXT,
  /**
   * When a batch of that epoch last came. One that has been silent for long has no box any more, and another may begin an
   * epoch of its own. Left out: unknown.
   */
  epoch_heard_utc_ms: Type.Optional(UTC_MS),
  /** Highest number up to which the head office has all changes of that epoch. The box goes on after it. */
  cursor: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  hq_utc_ms: UTC_MS,
  /** Changes of this batch that the head office could not read and has put aside until it is upgraded. */
  parked: Type.Integer({ minimum: 0 }),
  /** Buckets whose digests differ from the head office's, 0..255; null where they were not compared. */
  unequal: Type.Union([Type.Array(Type.Integer({ minimum: 0, maximum: 255 })), Type.Null()]),
});

export type Receipt = Static<typeof RECEIPT>;
