/**
 * Credentials and the audit log, in SQL that SQLite and PostgreSQL read alike: values are `$1`, `$2` in the order in which
 * they first appear. Rows are few: what is asked often is answered from memory (`store/access/credentials.ts`).
 */

import type { Database, Session } from './database.ts';
import { coded } from './faults.ts';

interface Sql {
  query<Row extends object>(
    text: string,
    values?: readonly (string | number | null)[],
  ): Promise<Row[]>;
}

interface SqlDatabase extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** Over SQLite: questions over one connection, changes over the other. */
export function createAccessStore(writing: Database, reading: Database) {
  const transaction: SqlDatabase['transaction'] = (work) =>
    coded(writing.transaction((session) => work(sqlOf(session))));
  return accessStoreOver({ ...sqlOf(reading), transaction }, false);
}

const sqlOf = (session: Session): Sql => ({
  query: (text, values = []) => session.all(text, ...values),
});

/** Adds a line to the audit log, in a transaction with what it tells of. */
export const noteIn = (session: Session, line: AuditRecord) => note(sqlOf(session), line);

/**
 * One table of credentials, and the audit log: of `History.access`, and of the PostgreSQL of a head office. Each call is one
 * transaction. Whatever is changed here rejects with `data_unusable` when the disk fails.
 */
export type AccessStore = ReturnType<typeof accessStoreOver>;
export type CredentialStore = Omit<AccessStore, 'noteLook' | 'audit'>;

/** @param isShared whether other processes change the same database. */
export function accessStoreOver(database: SqlDatabase, isShared: boolean) {
  const { transaction } = database;
  return {
    isShared,
    /** @param most of the kind of the first of them; the oldest go. */
    issue: (rows: readonly Credential[], notes: readonly AuditRecord[] = [], most?: number) =>
      transaction(async (sql) => {
        for (const row of rows) await insert(sql, row);
        for (const line of notes) await note(sql, line);
        const [first] = rows;
        if (most !== undefined && first !== undefined) await sql.query(KEEP, [first.kind, most]);
      }),
    /** Oldest first; those that ended too, until they are swept. */
    find: async ({ hash, family }: WhichCredentials = {}): Promise<Credential[]> => {
      const [column, value] = hash === undefined ? [FAMILY, family] : ['hash', hash];
      const where = value === undefined ? '' : ` WHERE ${column} = $1`;
      const rows = await database.query<Credential>(
        `SELECT ${COLUMNS} FROM credentials${where} ORDER BY number`,
        value === undefined ? [] : [value],
      );
      return rows.map(credentialOf);
    },
    /** @returns each as its use has left it, with a count that may be above `most` for this once; null where there is none. */
    use: (uses: readonly CredentialUse[]) =>
      transaction(async (sql) => {
        const used: (Credential | null)[] = uses.map(() => null);
        for (const [at, one] of inOrder([...uses.entries()], ([, { hash }]) => hash)) {
          used[at] = await use(sql, one);
        }
        return used;
      }),
    revoke: ({ rows = [], family, key }: Revocation) =>
      transaction(async (sql) => {
        for (const row of inOrder(rows, ({ hash }) => hash))
          await noted(sql, await sql.query(END, [row.hash]), row.note);
        if (family !== undefined) await sql.query(END_FAMILY, [family]);
        if (key === undefined) return;
        const { row } = key;
        await sql.query(END_TOKENS, [row.key]);
        await noted(sql, await sql.query(END_KEY, [JSON.stringify(row.data), row.hash]), key.note);
      }),
    /** Removes what has ended by itself; not browsers, whose end is noted. */
    sweep: (nowUtcMs: number): Promise<unknown> =>
      transaction((sql) => sql.query(SWEEP, [nowUtcMs])),
    /** A line for who looked at the figures of a trainer, where there is none of the same since an instant. */
    noteLook: async ({ atUtcMs, by, gymId, subject }: AuditRecord, sinceUtcMs: number) => {
      const values = [atUtcMs, by, gymId, subject, sinceUtcMs];
      await transaction((sql) => sql.query(NOTE_LOOK, values));
    },
    note: (line: AuditRecord) => transaction((sql) => note(sql, line)),
    /** The newest first. */
    audit: ({ gymId, limit }: { readonly gymId?: string; readonly limit: number }) =>
      database.query<AuditRecord>(AUDIT, [gymId ?? null, limit]),
  };
}

/** What is stored as JSON comes as text from SQLite. */
function credentialOf({ data, ...row }: Credential): Credential {
  return { ...row, data: typeof data === 'string' ? JSON.parse(data) : data };
}

const insert = (sql: Sql, { hash, kind, key, expires, used, data }: Credential) =>
  sql.query(INSERT, [hash, kind, key, expires, used, JSON.stringify(data)]);

async function use(sql: Sql, { hash, by, most, becomes, next }: CredentialUse) {
  const [found] = await sql.query<Credential>(COUNT, [by, hash]);
  if (found === undefined) return null;
  const row = credentialOf(found);
  if (most != null && row.used > most) await sql.query(COUNT, [most - row.used, hash]);
  if (becomes !== undefined) {
    await sql.query(CHANGE, [becomes.expires, JSON.stringify(becomes.data), hash]);
  }
  if (next !== undefined && row.used === 1) {
    await sql.query(END_FAMILY, [(row.data as { family?: string }).family ?? '']);
    for (const one of next) await insert(sql, one);
  }
  return row;
}

async function note(sql: Sql, { atUtcMs, by, kind, gymId, subject }: AuditRecord): Promise<void> {
  await sql.query(NOTE, [atUtcMs, by, kind, gymId, subject]);
}

/** Two processes that change the same rows at once must not wait for each other. */
function inOrder<Item>(items: readonly Item[], hashOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
}

/** Where there was something to end. */
async function noted(sql: Sql, ended: readonly object[], line?: AuditRecord): Promise<void> {
  if (ended.length > 0 && line !== undefined) await note(sql, line);
}

const COLUMNS = 'hash, kind, key, expires, used, data';
const FAMILY = "data ->> 'family'";

const INSERT = `INSERT INTO credentials (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`;

const KEEP = `DELETE FROM credentials WHERE kind = $1 AND number <= (
  SELECT number FROM credentials WHERE kind = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)`;

const COUNT = `UPDATE credentials SET used = used + $1 WHERE hash = $2 RETURNING ${COLUMNS}`;

const CHANGE = 'UPDATE credentials SET expires = $1, data = $2 WHERE hash = $3';

const END = 'DELETE FROM credentials WHERE hash = $1 RETURNING hash';

const END_FAMILY = `DELETE FROM credentials WHERE kind IN ('access', 'refresh') AND ${FAMILY} = $1`;

const END_TOKENS = "DELETE FROM credentials WHERE key = $1 AND kind IN ('access', 'refresh')";

const END_KEY =
  "UPDATE credentials SET data = $1 WHERE hash = $2 AND data ->> 'revokedUtcMs' IS NULL RETURNING hash";

const SWEEP = "DELETE FROM credentials WHERE expires <= $1 AND kind <> 'cookie'";

const NOTE =
  'INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject) VALUES ($1, $2, $3, $4, $5)';

/** Also after a start, at which nothing is remembered. */
const NOTE_LOOK = `INSERT INTO audit_log (at_utc_ms, made_by, kind, gym, subject)
SELECT CAST($1 AS bigint), CAST($2 AS text), 'trainer_seen', CAST($3 AS text), CAST($4 AS text) WHERE NOT EXISTS (
  SELECT 1 FROM audit_log WHERE at_utc_ms >= $5
    AND kind = 'trainer_seen' AND made_by = $2 AND gym = $3 AND subject = $4)`;

const AUDIT = `SELECT at_utc_ms AS "atUtcMs", made_by AS by, kind, gym AS "gymId", subject
FROM audit_log WHERE CAST($1 AS text) IS NULL OR gym = $1 ORDER BY number DESC LIMIT $2`;

/** What somebody may show: a key, tokens and codes of a program, a program itself, a browser, a screen, a first owner. A link is an access token. */
export type CredentialKind =
  | 'key'
  | 'access'
  | 'refresh'
  | 'code'
  | 'client'
  | 'cookie'
  | 'pairing'
  | 'set-up';

export interface Credential<Data extends object = object> {
  /** SHA-256 of the secret, 64 lower-case hexadecimal digits. Unique. The secret itself is nowhere. */
  readonly hash: string;
  readonly kind: CredentialKind;
  /** Id of the key that it is bound to, of a key its own; empty for none. */
  readonly key: string;
  /** When it ends by itself, ms UTC; null for never. */
  readonly expires: number | null;
  /** How often it was used: of a key its lookups. */
  readonly used: number;
  /** Must survive JSON. A token and its successors have the same `family`. */
  readonly data: Data;
}

export type AuditKind =
  | 'key_created'
  | 'key_revoked'
  | 'signed_in'
  | 'sign_in_ended'
  | 'sign_in_refused'
  | 'link_made'
  | 'link_withdrawn'
  | 'correction_made'
  | 'correction_withdrawn'
  | 'true_count_noted'
  | 'true_count_withdrawn'
  | 'import_made'
  | 'import_undone'
  | 'trainer_joined'
  | 'trainer_separated'
  | 'trainer_seen'
  | 'config_changed'
  | 'cameras_searched'
  | 'model_installed';

/** One line of the audit log. It stays when the class that it speaks of goes. */
export interface AuditRecord {
  readonly atUtcMs: number;
  /** `command line`, `get-key`, `set-up code`, `a browser`, or the id of a key; of `trainer_seen` in a browser that of its sign-in. */
  readonly by: string;
  readonly kind: AuditKind;
  /** Empty for what is of no gym. */
  readonly gymId: string;
  /**
   * Id of the key, the sign-in, the class or the trainer, `*` for all trainers; of refused tries how many; of the
   * configuration what was changed.
   */
  readonly subject: string;
}

/** Which credentials are meant: one, those of a family, or all. */
export interface WhichCredentials {
  readonly hash?: string;
  readonly family?: string;
}

/** One use of a credential. */
export interface CredentialUse {
  readonly hash: string;
  /** What its count rises by; below zero gives back. */
  readonly by: number;
  /** Its count goes no further. */
  readonly most?: number | null;
  /** What it is from now on. */
  readonly becomes?: Pick<Credential, 'expires' | 'data'>;
  /** What its first use puts in the place of its whole family. */
  readonly next?: readonly Credential[];
}

/** What ends. A line of the audit log is written only where it was there. */
export interface Revocation {
  readonly rows?: readonly { readonly hash: string; readonly note?: AuditRecord }[];
  readonly family?: string;
  /** A key stays, as it is now; tokens that are bound to it go. */
  readonly key?: { readonly row: Credential; readonly note: AuditRecord };
}
