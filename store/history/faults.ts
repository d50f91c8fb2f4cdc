/** What a failure of SQLite or the file system means to a person, and what they can do. */

import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { sqliteCode } from './database.ts';
import { DATABASE_FILE, LOCK_FILE } from './folder/replace.ts';

/** A state of the data folder that neither SQLite nor the system reports: it has a code of {@link FAULTS}. */
export class FolderFault extends Error {
  readonly code: string;

  constructor(code: 'FOLDER_GONE' | 'FOLDER_REPLACED' | 'DATABASE_GONE' | 'DATABASE_REPLACED') {
    super(code);
    this.code = code;
  }
}

/** What a failure of SQLite or the file system means to a person. */
export function describeFault(error: unknown): string {
  return faultOf(error)?.words ?? messageOf(error);
}

/** The coded error for a data folder that cannot be used because of `cause`. */
export function unusableFolder(cause: unknown): TurnoutError {
  const hint = faultOf(cause)?.hint ?? SEE_ACCESS;
  return unusable(describeFault(cause), `${hint}, or use another one (TURNOUT_DATA)`, cause);
}

/** What SQLite says, and what was found out about the folder, becomes `data_unusable`. */
export async function coded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isOurs = sqliteCode(error) !== null || error instanceof FolderFault;
    throw isOurs ? unusableFolder(error) : error;
  }
}

/** Runs `work` on `dir`. Rejects with a coded error that says more than SQLite does: who owns what, how much is free. */
export async function withReason<Result>(
  dir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw (await explained(dir, error)) ?? unusableFolder(error);
  }
}

/** Whether `error` comes from a disk without space: SQLite calls it an error of the disk in some places. */
export async function isDiskFull(dir: string, error: unknown): Promise<boolean> {
  const code = codeOf(error) ?? '';
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code)) return true;
  if (code !== 'SQLITE_IOERR') return false;
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize < MIN_BYTES;
}

/** What opening a database takes: the memory that its connections share, and a page of its log. */
const MIN_BYTES = 40 * 1024;

const SEE_ACCESS = 'see that it is there and this user may write to it';
const AGAIN = 'stop Turnout and start it again to use what is there now';

const FAULTS = [
  { codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/, words: 'the disk is full', hint: 'free some space' },
  { codes: /^(SQLITE_READONLY|EROFS)$/, words: 'the data folder is read-only', hint: SEE_ACCESS },
  {
    codes: /^(SQLITE_BUSY|SQLITE_LOCKED)$/,
    words: 'another program holds the database',
    hint: 'end that program',
  },
  {
    codes: /^(SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_CONSTRAINT|SQLITE_MISMATCH)$/,
    words: 'the database file is damaged',
    hint: `put a copy of the whole folder in its place, or move ${DATABASE_FILE} and the files of that name with -wal and -shm away to begin again`,
  },
  {
    codes: /^(SQLITE_CANTOPEN|ENOENT)$/,
    words: 'the database file cannot be opened',
    hint: SEE_ACCESS,
  },
  {
    codes: /^(SQLITE_PERM|EACCES|EPERM)$/,
    words: 'access to the data folder is denied',
    hint: SEE_ACCESS,
  },
  { codes: /^(ENOTDIR|EEXIST)$/, words: 'the data folder is not a folder', hint: SEE_ACCESS },
  {
    codes: /^(SQLITE_IOERR|EIO)$/,
    words: 'the disk reports an error',
    hint: 'look into the log of the system',
  },
  {
    codes: /^FOLDER_GONE$/,
    words: 'the data folder was deleted or moved away',
    hint: 'put the same folder back, or stop Turnout and start it again to begin with an empty one',
  },
  {
    codes: /^DATABASE_GONE$/,
    words: 'the database file was deleted or moved away',
    hint: 'put the same file back, or stop Turnout and start it again to begin with an empty one',
  },
  {
    codes: /^FOLDER_REPLACED$/,
    words: 'another folder is in the place of the data folder',
    hint: AGAIN,
  },
  {
    codes: /^DATABASE_REPLACED$/,
    words: 'another file is in the place of the database file',
    hint: AGAIN,
  },
] as const;

function faultOf(error: unknown): (typeof FAULTS)[number] | undefined {
  const code = codeOf(error) ?? '';
  return FAULTS.find(({ codes }) => codes.test(code));
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Null where there is nothing more to say than the error does. */
async function explained(dir: string, error: unknown): Promise<TurnoutError | null> {
  const code = codeOf(error) ?? '';
  if (await isDiskFull(dir, error).catch(() => false)) {
    return unusable(
      'the disk is full',
      'free some space, or use another one (TURNOUT_DATA)',
      error,
    );
  }
  if (!/^(SQLITE_(CANTOPEN|PERM|READONLY|IOERR)|EACCES|EPERM)$/.test(code)) return null;
  for (const path of [dir, ...FILES.map((file) => join(dir, file))]) {
    const { R_OK, W_OK, X_OK } = constants;
    const denied = await access(path, path === dir ? R_OK | W_OK | X_OK : R_OK | W_OK).then(
      () => false,
      (cause: unknown) => codeOf(cause) === 'EACCES' || codeOf(cause) === 'EPERM',
    );
    if (!denied) continue;
    const owner = await stat(path)
      .then(({ uid }) => uid)
      .catch(() => null);
    const me = process.getuid?.() ?? null;
    const what = path === dir ? 'a folder' : `a file ${path.slice(dir.length + 1)}`;
    return owner === null || owner === me
      ? unusable(`${what} without the right to write`, 'give its owner the right to write', error)
      : unusable(
          `${what} of user ${owner}, while this is user ${me}`,
          `run Turnout as that user, or give the folder to this one: chown -R ${me} and its path`,
          error,
        );
  }
  return null;
}

const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE];

function unusable(got: string, hint: string, cause: unknown): TurnoutError {
  return new TurnoutError(
    'data_unusable',
    {
      where: 'data folder',
      expected: 'a folder on a local disk that can be read and written',
      got,
      hint,
      data: { reason: codeOf(cause) },
    },
    { cause },
  );
}
