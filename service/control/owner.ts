/**
 * Performs an operation where the data is: in the process that owns the folder, or here when no one does.
 */

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Config } from '../../config/config.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openAccess } from '../../store/access/open.ts';
import { lockDataDir, readLock } from '../../store/history/folder/lock.ts';
import { openHistory } from '../../store/history/history.ts';
import { operationOf } from './operations/operation.ts';
import {
  type ArgsOf,
  createOperations,
  type OperationName,
  type ResultOf,
} from './operations/operations.ts';
import { readAnswer, requestLine, tooLarge } from './wire.ts';

export interface AskOptions<Name extends OperationName> {
  readonly dataDir: string;
  readonly operation: Name;
  readonly args: ArgsOf<Name>;
  /** A file that goes along; none without it. */
  readonly bytes?: Uint8Array;
  /** Asked only when no one owns the folder: the owner has its own. */
  readonly config: () => Promise<Config>;
  readonly clock: Clock;
}

/** Longest wait for an answer, ms. Chosen here: ten times what the largest import takes on a slow disk. */
const ANSWER_MS = 600_000;

/**
 * What the operation answers. Rejects with its errors, with `server_unreachable` where the owner takes no operations or
 * goes away, and with those of opening the folder.
 */
export async function askOwner<Name extends OperationName>(
  options: AskOptions<Name>,
): Promise<ResultOf<Name>> {
  const bytes = options.bytes ?? new Uint8Array();
  if (bytes.length > MAX_SCHEDULE_BYTES)
    throw tooLarge(`a file of ${MAX_SCHEDULE_BYTES} bytes at most`);
  const answer = await (await whereIs(options))(bytes);
  // Both ends are of one version, or the owner would not have known the operation.
  return answer as ResultOf<Name>;
}

type Perform = (bytes: Uint8Array) => Promise<unknown>;

async function whereIs<Name extends OperationName>(options: AskOptions<Name>): Promise<Perform> {
  const path = await ownerOf(options.dataDir);
  if (path !== null) return (bytes) => askThrough(path, options, bytes);
  return (bytes) => performHere(options, bytes);
}

/** The owner's socket; null when no one owns the folder. */
async function ownerOf(dataDir: string): Promise<string | null> {
  const owner = await readLock(dataDir);
  if (owner === null) return null;
  if (owner.control !== null) return owner.control;
  throw unreachable('one that takes no commands', 'it may just be starting: try again, or stop it');
}

async function performHere<Name extends OperationName>(
  { dataDir, operation, args, config, clock }: AskOptions<Name>,
  bytes: Uint8Array,
): Promise<unknown> {
  const here = await config();
  const lock = await lockDataDir(dataDir, { clock });
  try {
    const history = await openHistory({ dir: dataDir, clock, log: silentLog });
    try {
      const world = { history, config: () => here, clock };
      const access = await openAccess({ ...world, log: silentLog });
      try {
        const operations = createOperations({ ...world, access, status: null });
        return await operationOf(operations, operation).perform(args, bytes);
      } finally {
        await access.close();
      }
    } finally {
      await history.close();
    }
  } finally {
    await lock.release();
  }
}

async function askThrough<Name extends OperationName>(
  path: string,
  { operation, args }: AskOptions<Name>,
  bytes: Uint8Array,
): Promise<unknown> {
  const socket = connect(path);
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  try {
    await once(socket, 'connect');
    socket.write(requestLine({ operation, args, bytes: bytes.length }));
    socket.end(bytes);
    const parts: Buffer[] = [];
    for await (const part of socket) {
      parts.push(part);
    }
    return await readAnswer(Buffer.concat(parts).toString('utf8').trimEnd());
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw unreachable('one that went away', 'try again', error);
  } finally {
    socket.destroy();
  }
}

function unreachable(got: string, hint: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'server_unreachable',
    { where: 'server', expected: 'the process that owns the data folder', got, hint },
    { cause },
  );
}
