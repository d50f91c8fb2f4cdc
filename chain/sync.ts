/**
 * How a box sends: `POST {head office}/v1/sync` with its key and a {@link BATCH} gives 200 and a {@link RECEIPT}. A batch holds
 * every change of a gym in a stretch of the box's own numbering; where nothing has changed it is a sign of life.
 *
 * ```text
 *  box                                            head office
 *  changes (cursor, to_seq] ── batch ──▶ apply what has a higher number, move the cursor, commit
 *  cursor := receipt.cursor ◀─ receipt ─ after the commit
 * ```
 *
 * The head office's cursor is the truth: a box goes on from there, forward or back. So a lost, doubled or late request costs
 * only time, and a head office that was restored from a backup gets again what it has lost. Numbers always rise, also where
 * another box takes the place or old data were put back: no clock has a say in what is newer.
 */

import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { KINDS, type Kind, type KindData, PEOPLE, TEXT, UTC_MS } from './kinds.ts';

/** A changed meaning gets the next one. */
export const VERSION = 1;

export const SYNC_PATH = '/v1/sync';
/** Of a request, compressed: a batch has 32 kB before, one change alone less than ten times that. */
export const MAX_BODY_BYTES = 256 * 1024;
/** A batch that unpacks to more is refused. */
const MAX_BYTES = 4 * 1024 * 1024;

const SEQ = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** How the box is. The one that came last counts. */
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

/** Who is in the rooms now, and in the classes that run. The one that came last counts, for some minutes. */
const ROOMS_NOW = Type.Object({
  /** In the order of the configuration. */
  rooms: Type.Array(
    Type.Object({
      id: TEXT,
      occupancy: PEOPLE,
      updated_utc_ms: Type.Union([UTC_MS, Type.Null()]),
      state: Type.Enum(['live', 'stale', 'offline', 'no_camera']),
    }),
  ),
  /** The sixty whole minutes before now, by the id of the room. */
  minutes_from_utc_ms: UTC_MS,
  minutes: Type.Record(Type.String(), Type.Array(PEOPLE, { maxItems: 60 })),
  /** Who is in the classes that are not over, by their ids: what the box's own reports say of them. */
  running: Type.Record(
    Type.String(),
    Type.Object({
      source: TEXT,
      attended: PEOPLE,
      low: PEOPLE,
      high: PEOPLE,
      quality: TEXT,
      reasons: Type.Array(TEXT),
    }),
  ),
});
export type RoomsNow = Static<typeof ROOMS_NOW>;

/** One row of state. `data` null: the row is gone. `kind` is any text for a reader: a newer box has other kinds. */
export const CHANGE = Type.Object({
  /** Rises with each change of any row of the gym, also when one goes or comes back: the highest is the state of a row. */
  seq: SEQ,
  kind: TEXT,
  key: TEXT,
  data: Type.Unknown(),
});

/** A change of a known kind. */
export type Change = {
  [Name in Kind]: {
    readonly seq: number;
    readonly kind: Name;
    readonly key: string;
    readonly data: KindData[Name] | null;
  };
}[Kind];
/** One that may be of another release. */
export type AnyChange = Static<typeof CHANGE>;

export const BATCH = Type.Object({
  v: Type.Literal(VERSION),
  /** Id of the gym: that of the key. */
  gym: TEXT,
  /**
   * Names one start of the program over these data, random. `runs_before` has the starts before it, the newest last, until the
   * head office has answered this one. Who comes after a start that it does not know is a copy.
   */
  run: TEXT,
  runs_before: Type.Array(TEXT, { maxItems: 100 }),
  /**
   * The batch has every row whose newest change has a number in [`from_seq`, `to_seq`]. Numbers of changes that were
   * replaced by newer ones of the same row are missing. `to_seq` is `from_seq - 1` where there is no change.
   */
  from_seq: SEQ,
  to_seq: SEQ,
  /** All that the box had when it joined, or when its data were put back, has numbers from `base_seq + 1` to `whole_seq`. */
  base_seq: SEQ,
  whole_seq: SEQ,
  sent_utc_ms: UTC_MS,
  /** Clock of the box minus that of the head office; null is unknown. */
  skew_ms: Type.Union([Type.Number(), Type.Null()]),
  /** Version of the program. */
  app: TEXT,
  status: Type.Union([STATUS, Type.Null()]),
  rooms: Type.Union([ROOMS_NOW, Type.Null()]),
  /**
   * Digests of all live rows as of `to_seq`, one for each bucket; null where none is wanted. The head
   * office compares them once its cursor is `to_seq`.
   */
  digests: Type.Union([Type.Array(TEXT, { maxItems: 256 }), Type.Null()]),
  changes: Type.Array(CHANGE, { maxItems: 1_000 }),
});

/** As it is read: changes may be of kinds that this build does not know. */
export type AnyBatch = Static<typeof BATCH>;
/** As this build writes it. */
export type Batch = Omit<AnyBatch, 'changes'> & { readonly changes: readonly Change[] };

export const RECEIPT = Type.Object({
  v: Type.Literal(VERSION),
  /** Highest number up to which the head office has all changes. The box goes on after it. */
  cursor: SEQ,
  /** Highest number that it has of any row of the gym. */
  top_seq: SEQ,
  hq_utc_ms: UTC_MS,
  /** Numbers of changes that break the shape of their kind there: the box holds them back until they change. */
  refused: Type.Array(SEQ),
  /** Buckets whose digests differ from the head office's, 0..255; null where they were not compared. */
  unequal: Type.Union([Type.Array(Type.Integer({ minimum: 0, maximum: 255 })), Type.Null()]),
});
export type Receipt = Static<typeof RECEIPT>;

/** JSON, compressed: for a body with the header `Content-Encoding: gzip`. */
export function packed(batch: object): Buffer {
  return gzipSync(JSON.stringify(batch));
}

/** Why bytes are no batch: `newer` is one of a later version, which a later build can read. */
export type Unpacked =
  | { readonly is: 'batch'; readonly batch: AnyBatch }
  | { readonly is: 'newer'; readonly detail: string }
  | { readonly is: 'unreadable'; readonly detail: string };

/** Never throws. @param encoding of the header `Content-Encoding`. */
export function unpacked(bytes: Uint8Array, encoding: string | undefined): Unpacked {
  let batch: unknown;
  try {
    const plain = encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    batch = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : 'no JSON');
  }
  if (Value.Check(BATCH, batch)) {
    const other = batch.changes.find(({ kind }) => !Object.hasOwn(KINDS, kind));
    return other === undefined ? { is: 'batch', batch } : newer(`the kind "${other.kind}"`);
  }
  const { v } = Object(batch) as { readonly v?: unknown };
  if (typeof v === 'number' && v > VERSION) return newer(`version ${v}`);
  const [fault] = Value.Errors(BATCH, batch);
  return unreadable(`${fault?.instancePath || '/'} ${fault?.message ?? 'is wrong'}`);
}

/** Whether the data of a change have the shape of its kind. */
export function isWhole(change: AnyChange): change is Change {
  const schema: TSchema = KINDS[change.kind as Kind];
  return change.data === null || Value.Check(schema, change.data);
}

function newer(detail: string) {
  return { is: 'newer', detail: detail.slice(0, 100) } as const;
}

function unreadable(detail: string) {
  return { is: 'unreadable', detail: detail.slice(0, 200) } as const;
}

/**
 * Digests that tell whether a box and its head office have the same rows, without sending them.
 *
 * Rows are dealt into 256 buckets by their kind and key: a bucket is the same on both sides whatever its rows hold, and also
 * where a class has moved to another day. Rows that are gone are in no digest.
 */
export const BUCKETS = 256;

export interface NumberedRow {
  readonly kind: string;
  readonly key: string;
  /** Of its newest change. */
  readonly seq: number;
}

/** 0..255. */
export function bucketOf(kind: string, key: string): number {
  return createHash('sha256').update(`${kind} ${key}`).digest()[0] ?? 0;
}

/** Of all live rows of a gym: 16 hexadecimal digits for each bucket, and an empty text for a bucket without rows. */
export function digestsOf(rows: Iterable<NumberedRow>): string[] {
  const buckets = Array.from({ length: BUCKETS }, (): string[] => []);
  for (const { kind, key, seq } of rows) {
    buckets[bucketOf(kind, key)]?.push(`${kind} ${key} ${seq}`);
  }
  return buckets.map((lines) => {
    if (lines.length === 0) return '';
    // By code units, as every JavaScript sorts: not by the order of a database.
    const text = lines.toSorted().join('\n');
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  });
}

/** The buckets in which two lists of digests differ. */
export function unequalBuckets(one: readonly string[], other: readonly string[]): number[] {
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  return buckets.filter((bucket) => (one[bucket] ?? '') !== (other[bucket] ?? ''));
}

/**
 * How a box joins: `POST {head office}/chain/v1/join` with {@link JOIN_REQUEST} gives 201 and {@link JOIN_ANSWER}; a refusal
 * gives `{"code", "detail"}` as every error: 403 `forbidden` for a token that is unknown, used or too old.
 */
export const JOIN_PATH = '/chain/v1/join';

export const JOIN_REQUEST = Type.Object({
  v: Type.Literal(VERSION),
  /** `tj_…`, made at the head office: one use, for one gym. */
  token: Type.String({ minLength: 1, maxLength: 200 }),
  hostname: TEXT,
  app: TEXT,
  /** The gym in the box's own file. */
  gym: Type.Object({ id: TEXT, name: TEXT, timezone: TEXT }),
});
export type JoinRequest = Static<typeof JOIN_REQUEST>;

export const JOIN_ANSWER = Type.Object({
  v: Type.Literal(VERSION),
  box: TEXT,
  gym: TEXT,
  /** For people. */
  gym_name: TEXT,
  /** `tb_…`, of the role `box`: sends for this gym, and can do nothing else. It is shown once. */
  key: Type.String({ minLength: 1, maxLength: 200 }),
  /** The box numbers its changes from the next number on: those up to it are of boxes before. */
  after_seq: SEQ,
});
export type JoinAnswer = Static<typeof JOIN_ANSWER>;
