/** Messages that wait to go out, or have gone, and what their producers remember. Bodies are JSON of their owner. */

import { createHash } from 'node:crypto';
import type { Database, SqlValue } from './database.ts';
import { coded } from './faults.ts';

export interface NewDelivery {
  readonly channel: string;
  /** What it is of: the same a second time is ignored. */
  readonly about: string;
  readonly kind: string;
  readonly body: unknown;
}

export interface Delivery extends NewDelivery {
  /** The same at each try: what a receiver knows a repeat by. */
  readonly id: string;
  readonly gymId: string;
  readonly madeUtcMs: number;
  /** Null once nothing more is to be done. */
  readonly dueUtcMs: number | null;
  readonly tries: number;
  /** Null until it has arrived: with no next try it is a dead letter. */
  readonly sentUtcMs: number | null;
  /** What went wrong at the last try, without addresses. */
  readonly fault: string | null;
}

/** What the producers of a gym find out in one look: stored as a whole or not at all. */
export interface Look {
  readonly add?: readonly NewDelivery[];
  readonly remember?: ReadonlyMap<string, unknown>;
  readonly forget?: readonly string[];
}

export type Outcome = Pick<Delivery, 'dueUtcMs' | 'sentUtcMs' | 'fault'>;

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(writing: Database, reading: Database) {
  const run = (sql: string, ...values: SqlValue[]) => coded(writing.run(sql, ...values));
  const rows = async (sql: string, ...values: SqlValue[]): Promise<readonly Delivery[]> =>
    (await reading.all<Delivery & { readonly body: string }>(sql, ...values)).map((row) => {
      return { ...row, body: JSON.parse(row.body) };
    });
  return {
    /** What the producers of a gym remember, by what it is of. */
    notified: async (gymId: string): Promise<Map<string, unknown>> => {
      const found = await reading.all<{ about: string; value: string }>(NOTIFIED, gymId);
      return new Map(found.map(({ about, value }) => [about, JSON.parse(value)]));
    },
    write: (gymId: string, look: Look, nowUtcMs: number) =>
      coded(
        writing.transaction(async (session) => {
          const { add = [], remember = new Map(), forget = [] } = look;
          for (const about of forget) await session.run(FORGET, gymId, about);
          for (const [about, value] of remember) {
            await session.run(REMEMBER, gymId, about, nowUtcMs, JSON.stringify(value));
          }
          for (const { channel, about, kind, body } of add) {
            const id = idOf(gymId, channel, about);
            const text = JSON.stringify(body);
            await session.run(ADD, id, gymId, channel, about, kind, nowUtcMs, nowUtcMs, text);
          }
        }),
      ),
    /** Those whose time has come, the longest due first; at most a hundred. */
    due: (nowUtcMs: number) => rows(DUE, nowUtcMs),
    /** Ends a try. */
    settle: async (id: string, { dueUtcMs, sentUtcMs, fault }: Outcome) => {
      await run(SETTLE, dueUtcMs, sentUtcMs, fault, id);
    },
    /** Of one gym or all, the newest first. */
    list: (gymId: string | null, limit: number) => rows(LIST, gymId, limit),
    /** Sends a dead letter of this id again, or all where it is null. @returns how many. */
    replay: (gymId: string | null, id: string | null, nowUtcMs: number) =>
      run(REPLAY, nowUtcMs, gymId, id),
    /** Deletes what was done before an instant, and what was remembered of classes. */
    tidy: async (beforeUtcMs: number) => {
      await run(TIDY, beforeUtcMs);
      await run(TIDY_CLASSES, beforeUtcMs);
    },
  };
}

/** Made of what it is of: a queue that is put back from a backup gives the same. */
function idOf(...parts: readonly string[]): string {
  return `msg_${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24)}`;
}

const NOTIFIED = 'SELECT about, value FROM notified WHERE gym = ?';
const FORGET = 'DELETE FROM notified WHERE gym = ? AND about = ?';
const REMEMBER =
  'INSERT OR REPLACE INTO notified (gym, about, at_utc_ms, value) VALUES (?, ?, ?, ?)';
const ADD = `INSERT OR IGNORE INTO deliveries (id, gym, channel, about, kind, made_utc_ms, due_utc_ms, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const ALL = `SELECT id, gym AS gymId, channel, about, kind, made_utc_ms AS madeUtcMs, due_utc_ms AS dueUtcMs, tries,
  sent_utc_ms AS sentUtcMs, fault, body FROM deliveries`;
const DUE = `${ALL} WHERE due_utc_ms <= ? ORDER BY due_utc_ms, rowid LIMIT 100`;
const LIST = `${ALL} WHERE ?1 IS NULL OR gym = ?1 ORDER BY made_utc_ms DESC, rowid DESC LIMIT ?2`;
const SETTLE =
  'UPDATE deliveries SET tries = tries + 1, due_utc_ms = ?, sent_utc_ms = ?, fault = ? WHERE id = ?';
const REPLAY = `UPDATE deliveries SET due_utc_ms = ?1, tries = 0 WHERE due_utc_ms IS NULL AND sent_utc_ms IS NULL
  AND (?2 IS NULL OR gym = ?2) AND (?3 IS NULL OR id = ?3)`;
const TIDY = 'DELETE FROM deliveries WHERE due_utc_ms IS NULL AND made_utc_ms < ?';
const TIDY_CLASSES = "DELETE FROM notified WHERE about LIKE 'class/%' AND at_utc_ms < ?";

/**
 * What goes out of the house. A delivery is one message to one channel of a gym: `due_utc_ms` is null once nothing more is to
 * be done, and where nothing was sent then it is a dead letter. `about` names what it is of, so that no channel hears of the
 * same thing twice. `notified` has what the producers remember, such as alerts that are open.
 */
export const DELIVERIES = `CREATE TABLE deliveries (
  id          TEXT NOT NULL UNIQUE,
  gym         TEXT NOT NULL,
  channel     TEXT NOT NULL,
  about       TEXT NOT NULL,
  kind        TEXT NOT NULL,
  made_utc_ms INTEGER NOT NULL,
  due_utc_ms  INTEGER,
  tries       INTEGER NOT NULL DEFAULT 0,
  sent_utc_ms INTEGER,
  fault       TEXT,
  body        TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (gym, channel, about)
) STRICT;

CREATE INDEX deliveries_due ON deliveries (due_utc_ms) WHERE due_utc_ms IS NOT NULL;

CREATE TABLE notified (
  gym       TEXT NOT NULL,
  about     TEXT NOT NULL,
  at_utc_ms INTEGER NOT NULL,
  value     TEXT NOT NULL CHECK (json_valid(value)),
  PRIMARY KEY (gym, about)
) STRICT, WITHOUT ROWID;`;
