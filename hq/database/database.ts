/**
 * The head office's PostgreSQL: a pool of connections, transactions, and notices of what changed. The only home of `pg`.
 *
 * Whole numbers of 64 bits come as numbers: revisions, instants and amounts stay far below 2^53. Dates come as texts.
 */

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { messageOf, TurnoutError } from '../../errors.ts';
import { schema } from './schema.ts';

/** What a statement takes: lists become arrays of PostgreSQL. */
export type Value = string | number | boolean | null | readonly Value[] | object;

export interface Session {
  query<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]>;
}

export interface Database extends Session {
  /** Runs `work` in one transaction. Rejects with what it rejects with, and nothing of it is stored. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * Calls `onNotice` with the text of each notice of a channel, and `onGap` each time after notices may have been missed:
   * the connection was lost and is there again. Never rejects later on: it connects again by itself.
   *
   * @returns stops it.
   */
  listen(
    channel: string,
    onNotice: (text: string) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>;
  /** Connections now, and how often a statement found none free since the start. */
  figures(): Readonly<Record<'busy' | 'idle' | 'waiting' | 'waits', number>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`: holds a password, so it is never shown or logged. */
  readonly url: string;
  readonly maxConnections?: number;
}

/** Chosen here: the ingester needs one, a node that loads views a few; PostgreSQL's own limit is 100 for all. */
const MAX_CONNECTIONS = 10;
/** How long a connection may take, ms. Chosen here: a request that needs it answers 503 after it. */
const CONNECT_MS = 5_000;
/** Between two tries to listen again, ms. */
const RELISTEN_MS = 1_000;

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === INT8 || id === NUMERIC) return (text: string) => Number(text);
    if (id === DATE) return (text: string) => text;
    if (id === INT8_ARRAY) return (text: string) => text.slice(1, -1).split(',').map(Number);
    return pg.types.getTypeParser(id, format as 'text');
  },
};

/** Connects lazily: the first statement rejects with `database_unusable` where no PostgreSQL answers. */
export function openDatabase({ url, maxConnections = MAX_CONNECTIONS }: DatabaseOptions): Database {
  const settings = { connectionString: url, types, connectionTimeoutMillis: CONNECT_MS };
  const pool = new pg.Pool({ ...settings, max: maxConnections, application_name: 'turnout hq' });
  // A connection that rests and is lost: the pool makes another.
  pool.on('error', () => undefined);
  let waits = 0;
  const noteWait = () => {
    if (pool.idleCount === 0 && pool.totalCount >= maxConnections) waits += 1;
  };
  const run = <Row extends object>(text: string, values: readonly Value[] = []) => {
    noteWait();
    return coded(pool.query<Row>(text, [...values]).then(({ rows }) => rows));
  };
  return {
    query: run,
    transaction: (work) => {
      noteWait();
      return coded(inTransaction(pool, work));
    },
    figures: () => {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      return { busy: totalCount - idle, idle, waiting, waits };
    },
    listen: (...wanted) => listen(() => new pg.Client(settings), ...wanted),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A server that dies in between: the statement under way rejects, and this is told again.
  const onError = () => undefined;
  client.on('error', onError);
  let fault: unknown;
  try {
    await client.query('BEGIN');
    const result = await work({
      query: async (text, values = []) => (await client.query(text, [...values])).rows,
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    fault = error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.off('error', onError);
    // What the connection is in after a failure is not known.
    client.release(fault !== undefined && !isStatementFault(fault));
  }
}

async function listen(
  create: () => pg.Client,
  ...[channel, onNotice, onGap]: Parameters<Database['listen']>
): Promise<() => Promise<void>> {
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const connect = async () => {
    const client = create();
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => onNotice(payload ?? ''));
    client.on('end', () => {
      if (current === client) current = null;
      if (!isStopped) again();
    });
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    current = client;
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(onGap, again), RELISTEN_MS);
  };
  await coded(connect());
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await current?.end();
  };
}

/** Whether PostgreSQL refused one statement: the connection is as good as before. */
function isStatementFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|08|53)/.test(error.code ?? '');
}

/** What the connection says becomes `database_unusable`, without the address; a faulty statement stays what it is. */
async function coded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TurnoutError || isStatementFault(error)) throw error;
    throw unusable(error);
  }
}

function unusable(cause: unknown): TurnoutError {
  const where = 'database of the head office';
  const expected = 'a PostgreSQL that answers';
  const hint = 'check that it runs and that TURNOUT_HQ_DATABASE names it';
  const parts = { where, expected, got: reasonOf(cause), hint };
  return new TurnoutError('database_unusable', parts, { cause });
}

/** The message of a network fault has the address, which may be inside a company: only its code is told. */
function reasonOf(cause: unknown): string {
  const { code } = cause as { code?: unknown };
  if (cause instanceof pg.DatabaseError) return messageOf(cause);
  return typeof code === 'string' ? code : 'no connection';
}

/** The version that {@link schema} makes of an empty database. */
const FIRST = 9;
/** What makes version {@link FIRST}, and behind it what takes each version to the next. */
const STEPS: readonly string[] = [schema];

/** Two nodes that start together: one of them waits. Any number that no one else uses. */
const LOCK = 0x54524e54;

/**
 * Takes the missing steps in one transaction.
 *
 * @returns how many were taken. Rejects with `data_newer` for a database of a later build, with `database_unusable` for one
 * of before {@link FIRST}.
 */
export function migrate(database: Database, steps: readonly string[] = STEPS): Promise<number> {
  const wanted = FIRST + steps.length - 1;
  return database.transaction(async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await session.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [row] = await session.query<{ version: number }>('SELECT version FROM schema_version');
    const version = row?.version ?? FIRST - 1;
    const about = { where: 'database of the head office', got: `version ${version}` };
    if (version > wanted) {
      const hint = 'run the newer Turnout that wrote it';
      const expected = `schema version ${wanted} or older`;
      throw new TurnoutError('data_newer', { ...about, expected, hint });
    }
    if (row !== undefined && version < FIRST) {
      const hint =
        'name an empty database, add its gyms and keys again, and let each box join with a token';
      const expected = `schema version ${FIRST} or newer`;
      throw new TurnoutError('database_unusable', { ...about, expected, hint });
    }
    const missing = steps.slice(version - FIRST + 1);
    for (const step of missing) await session.query(step);
    await session.query('DELETE FROM schema_version');
    await session.query('INSERT INTO schema_version (version) VALUES ($1)', [wanted]);
    return missing.length;
  });
}

const BYTES = 32;

/** Rejects with `database_unusable`. */
export async function sharedSecret(database: Database, name: string): Promise<Buffer> {
  await database.query(OFFER, [name, randomBytes(BYTES).toString('base64url')]);
  const [row] = await database.query<{ value: string }>(READ, [name]);
  return Buffer.from(row?.value ?? '', 'base64url');
}

const OFFER = 'INSERT INTO shared_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const READ = 'SELECT value FROM shared_secret WHERE name = $1';
