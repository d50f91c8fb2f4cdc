/** Messages that wait to go out, or have gone, and what their producers remember. Bodies are JSON of their owner. */

import { createHash } from 'node:crypto';
import { columnsOf, declared, type RowOf } from './classes/rows.ts';
import type { Database, SqlValue } from './database.ts';
import { coded } from './faults.ts';

/**
 * One message to one channel of a gym. `about` names what it is of: no channel hears of the same thing twice. Where nothing
 * was sent and no try is due it is a dead letter.
 */
const DELIVERY = {
  /** The same at each try: what a receiver knows a repeat by. */
  id: 'id TEXT NOT NULL UNIQUE',
  gymId: 'gym TEXT NOT NULL',
  channel: 'channel TEXT NOT NULL',
  about: 'about TEXT NOT NULL',
  kind: 'kind TEXT NOT NULL',
  madeUtcMs: 'made_utc_ms INTEGER NOT NULL',
  /** Null once nothing more is to be done. */
  dueUtcMs: 'due_utc_ms INTEGER',
  tries: 'tries INTEGER NOT NULL DEFAULT 0',
  /** Null until it has arrived. */
  sentUtcMs: 'sent_utc_ms INTEGER',
  /** What went wrong at the last try, without addresses. */
  fault: 'fault TEXT',
  body: 'body TEXT NOT NULL CHECK (json_valid(body))',
} as const;

export type Delivery = Omit<RowOf<typeof DELIVERY>, 'body'> & { readonly body: unknown };
export type NewDelivery = Pick<Delivery, 'channel' | 'about' | 'kind' | 'body'>;

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
    (await reading.all<RowOf<typeof DELIVERY>>(sql, ...values)).map((row) => {
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
    conclude: (id: string, { dueUtcMs, sentUtcMs, fault }: Outcome) =>
      run(CONCLUDE, dueUtcMs, sentUtcMs, fault, id),
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
const ALL = `SELECT ${columnsOf(DELIVERY).selected} FROM deliveries`;
const DUE = `${ALL} WHERE due_utc_ms <= ? ORDER BY due_utc_ms, rowid LIMIT 100`;
const LIST = `${ALL} WHERE ?1 IS NULL OR gym = ?1 ORDER BY made_utc_ms DESC, rowid DESC LIMIT ?2`;
const CONCLUDE =
  'UPDATE deliveries SET tries = tries + 1, due_utc_ms = ?, sent_utc_ms = ?, fault = ? WHERE id = ?';
const REPLAY = `UPDATE deliveries SET due_utc_ms = ?1, tries = 0 WHERE due_utc_ms IS NULL AND sent_utc_ms IS NULL
  AND (?2 IS NULL OR gym = ?2) AND (?3 IS NULL OR id = ?3)`;
const TIDY = 'DELETE FROM deliveries WHERE due_utc_ms IS NULL AND made_utc_ms < ?';
const TIDY_CLASSES = "DELETE FROM notified WHERE about LIKE 'class/%' AND at_utc_ms < ?";

/** What goes out of the house; `notified` has what the producers remember, such as alerts that are open. */
export const DELIVERIES = `CREATE TABLE deliveries (
  ${declared(DELIVERY)},
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
