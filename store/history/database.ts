/**
 * SQLite with promises: the only file that touches the `sqlite3` package. Work runs on libuv threads; only the
 * conversion of rows costs the calling thread, so rows come as one JSON text where there are many.
 */

import sqlite3 from 'sqlite3';
import { messageOf } from '../../errors.ts';
import { createQueue } from '../../runtime/timers.ts';

export type SqlValue = string | number | null;

/** What can be asked of a connection, or inside {@link Database.exclusive}. */
export interface Session {
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /** @returns how many rows were changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Several statements without values. */
  exec(sql: string): Promise<void>;
}

/** Asked by itself, each statement has its turn. */
export interface Database extends Session {
  /** Runs `work` while no one else uses this connection: awaits inside it cannot interleave with another's. */
  exclusive<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** The same in one transaction: all of it is stored, or nothing. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Waits for what is under way, then closes. A second call waits for the first. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `:memory:` for one that goes when it is closed. */
  readonly path: string;
  readonly mode: 'create' | 'read';
  /** How long to wait for a lock of another process, ms. */
  readonly busyMs: number;
  /** What is done first: where it fails, the connection is closed again. */
  readonly prepare?: (database: Database) => Promise<void>;
}

/** Opens a database file. Rejects with SQLite's own error, see {@link sqliteCode}. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const flags =
    sqlite3.OPEN_FULLMUTEX |
    sqlite3.OPEN_URI |
    (options.mode === 'read'
      ? sqlite3.OPEN_READONLY
      : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE);
  const raw = await called<sqlite3.Database>((done) => {
    const opened = new sqlite3.Database(options.path, flags, (error) => done(error, opened));
  });
  raw.configure('busyTimeout', options.busyMs);
  const session = sessionOf(raw);
  const inTurn = createQueue();
  let closing: Promise<void> | undefined;
  const exclusive: Database['exclusive'] = (work) => inTurn(() => work(session));
  const database: Database = {
    ...statementsOf(exclusive),
    exclusive,
    transaction: (work) =>
      inTurn(async () => {
        await session.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(session);
          await session.exec('COMMIT');
          return result;
        } catch (reason) {
          await session.exec('ROLLBACK').catch((error: unknown) => {
            // After some errors, a full disk for one, SQLite has already gone back by itself.
            if (messageOf(error).includes('no transaction is active')) return;
            const words = 'A transaction could neither end nor go back.';
            throw new AggregateError([reason, error], words);
          });
          throw reason;
        }
      }),
    close: () => {
      closing ??= inTurn(() => called((done) => raw.close(done)));
      return closing;
    },
  };
  await options.prepare?.(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

/** Statements one by one, between the work of others. */
export function statementsOf(exclusive: Database['exclusive']): Session {
  return {
    all: (sql, ...values) => exclusive((session) => session.all(sql, ...values)),
    get: (sql, ...values) => exclusive((session) => session.get(sql, ...values)),
    run: (sql, ...values) => exclusive((session) => session.run(sql, ...values)),
    exec: (sql) => exclusive((session) => session.exec(sql)),
  };
}

/** What answers questions: a session, or a connection between the questions of others. */
export type Questions = Pick<Session, 'get'>;

/** @param sql has the one column `page`. */
export async function readJson<Row>(
  questions: Questions,
  sql: string,
  ...values: SqlValue[]
): Promise<Row[]> {
  const found = await questions.get<{ page: string }>(sql, ...values);
  return JSON.parse(found?.page ?? '[]');
}

/** All rows, `size` at a time. @param valuesAfter those of the question for what comes after a row; undefined: for the first. */
export async function* pagesOf<Row>(
  questions: Questions,
  size: number,
  sql: string,
  valuesAfter: (last: Row | undefined) => readonly SqlValue[],
): AsyncGenerator<readonly Row[], void, void> {
  let page: Row[] = [];
  do {
    page = await readJson<Row>(questions, sql, ...valuesAfter(page.at(-1)));
    yield page;
  } while (page.length === size);
}

/** The code of an error of SQLite or the system (`SQLITE_FULL`, `ENOSPC`); null where it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** SQLite's code of an error, or null when it is none of SQLite's. */
export function sqliteCode(error: unknown): string | null {
  const code = codeOf(error);
  return code?.startsWith('SQLITE_') ? code : null;
}

function sessionOf(raw: sqlite3.Database): Session {
  return {
    all: (sql, ...values) => called((done) => void raw.all<never>(sql, values, done)),
    get: (sql, ...values) => called((done) => void raw.get<never>(sql, values, done)),
    run: (sql, ...values) =>
      called((done) => {
        raw.run(sql, values, function ended(error) {
          done(error, this.changes);
        });
      }),
    exec: (sql) => called((done) => void raw.exec(sql, done)),
  };
}

type Done<Result> = (error: Error | null, result?: Result) => void;

/** What a call with a callback comes to. */
function called<Result>(begin: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    begin((error, result) => (error === null ? resolve(result as Result) : reject(error)));
  });
}
