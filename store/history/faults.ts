/** What a failure of SQLite or the file system means to a person, and what they can do. */

import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { codeOf, sqliteCode } from './database.ts';
import { DATABASE_FILE, freeBytes, LOCK_FILE } from './folder/replace.ts';

/** A state of the data folder that neither SQLite nor the system reports: it has a code of {@link FAULTS}. */
export class FolderFault extends Error {
  readonly code: string;

  constructor(what: 'FOLDER' | 'FILE', state: 'GONE' | 'REPLACED') {
    super(`${what}_${state}`);
    this.code = this.message;
  }
}

/** What a failure of SQLite or the file system means to a person. */
export const describeFault = (error: unknown): string => faultOf(error).words;

/** The coded error for a data folder that cannot be used because of `cause`. */
export function unusableFolder(cause: unknown, code = codeOf(cause)): TurnoutError {
  const { words, hint } = faultOf(cause, code);
  return unusable(words, `${hint}, or use another one (TURNOUT_DATA)`, cause);
}

/** What SQLite says, and what was found out about the folder, becomes `data_unusable`. */
export function coded<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const isOurs = sqliteCode(error) !== null || error instanceof FolderFault;
    throw isOurs ? unusableFolder(error) : error;
  });
}

/** Runs `work` on `dir`. Rejects with a coded error that says more than SQLite does: who owns what, how much is free. */
export function withReason<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch(async (error: unknown) => {
    if (isTurnoutError(error)) throw error;
    throw (await explained(dir, error)) ?? unusableFolder(error);
  });
}

/** Whether `error` comes from a disk without space: SQLite calls it an error of the disk in some places. */
export async function isDiskFull(dir: string, error: unknown): Promise<boolean> {
  const code = codeOf(error) ?? '';
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code)) return true;
  if (code !== 'SQLITE_IOERR') return false;
  return (await freeBytes(dir)) < MIN_BYTES;
}

/** What opening a database takes: the memory that its connections share, and a page of its log. */
const MIN_BYTES = 40 * 1024;

const SEE_ACCESS = 'see that it is there and this user may write to it';
const PUT_BACK = 'back, or stop Turnout and start it again to begin with an empty one';
const AGAIN = 'stop Turnout and start it again to use what is there now';
const COPY = `go back to a backup (turnout restore FILE), or move ${DATABASE_FILE} and the files of that name with -wal and -shm away to begin again`;

/** Codes of SQLite and the system, and of {@link FolderFault}, in words for a person, and what they can do. */
const FAULTS: readonly (readonly [codes: RegExp, words: string, hint: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'the disk is full', 'free some space'],
  [/^(SQLITE_READONLY|EROFS)$/, 'the data folder is read-only', SEE_ACCESS],
  [/^SQLITE_(BUSY|LOCKED)$/, 'another program holds the database', 'end that program'],
  [/^SQLITE_(CORRUPT|NOTADB|CONSTRAINT|MISMATCH)$/, 'the database file is damaged', COPY],
  [/^(SQLITE_CANTOPEN|ENOENT)$/, 'the database file cannot be opened', SEE_ACCESS],
  [/^(SQLITE_PERM|EACCES|EPERM)$/, 'access to the data folder is denied', SEE_ACCESS],
  [/^(ENOTDIR|EEXIST)$/, 'the data folder is not a folder', SEE_ACCESS],
  [/^(SQLITE_IOERR|EIO)$/, 'the disk reports an error', 'look into the log of the system'],
  [/^FOLDER_GONE$/, 'the data folder was deleted or moved away', `put the same folder ${PUT_BACK}`],
  [/^FILE_GONE$/, 'the database file was deleted or moved away', `put the same file ${PUT_BACK}`],
  [/^FOLDER_REPLACED$/, 'another folder is in the place of the data folder', AGAIN],
  [/^FILE_REPLACED$/, 'another file is in the place of the database file', AGAIN],
];

function faultOf(error: unknown, code = codeOf(error)) {
  const [, words, hint] = FAULTS.find(([codes]) => codes.test(code ?? '')) ?? [];
  return { words: words ?? messageOf(error), hint: hint ?? SEE_ACCESS };
}

/** Null where there is nothing more to say than the error does. */
async function explained(dir: string, error: unknown): Promise<TurnoutError | null> {
  if (await isDiskFull(dir, error).catch(() => false)) return unusableFolder(error, 'ENOSPC');
  const isDenied = /^(SQLITE_(CANTOPEN|PERM|READONLY|IOERR)|EACCES|EPERM)$/;
  if (!isDenied.test(codeOf(error) ?? '')) return null;
  const { R_OK, W_OK, X_OK } = constants;
  for (const name of ['', ...FILES]) {
    const path = join(dir, name);
    const denied = await access(path, name === '' ? R_OK | W_OK | X_OK : R_OK | W_OK).catch(codeOf);
    if (denied !== 'EACCES' && denied !== 'EPERM') continue;
    const owner = (await stat(path).catch(() => null))?.uid;
    const me = process.getuid?.();
    const what = name === '' ? 'a folder' : `a file ${name}`;
    const [got, hint] =
      owner === undefined || owner === me
        ? [`${what} without the right to write`, 'give its owner the right to write']
        : [
            `${what} of user ${owner}, while this is user ${me}`,
            `run Turnout as that user, or give the folder to this one: chown -R ${me} and its path`,
          ];
    return unusable(got, hint, error);
  }
  return null;
}

const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE];

function unusable(got: string, hint: string, cause: unknown): TurnoutError {
  const expected = 'a folder on a local disk that can be read and written';
  const parts = { where: 'data folder', expected, got, hint, data: { reason: codeOf(cause) } };
  return new TurnoutError('data_unusable', parts, { cause });
}
