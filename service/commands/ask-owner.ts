/**
 * Performs an operation where the data is: in the process that owns the folder, over its HTTP server and with the token of
 * its lock, or here when no one owns it.
 */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import { ERRORS, type ErrorCode, isTurnoutError, TurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import type { Clock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { openAccess } from '../../store/access/access.ts';
import { lockDataDir, readLock } from '../../store/history/folder/lock.ts';
import { openHistory } from '../../store/history/history.ts';
import { operationOf } from './operation.ts';
import { type ArgsOf, createOperations, type OperationName, type ResultOf } from './operations.ts';

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

/** Where a server takes operations: the name of one follows. */
export const COMMANDS_PATH = '/operator/v1/commands';

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
  if (bytes.length > MAX_SCHEDULE_BYTES) {
    throw new TurnoutError('body_too_large', {
      where: 'file',
      expected: `a file of ${MAX_SCHEDULE_BYTES} bytes at most`,
      got: 'more',
    });
  }
  const owner = await readLock(options.dataDir);
  const answer = owner === null ? performHere(options, bytes) : askThrough(owner, options, bytes);
  // Both ends are of one version, or the owner would not have known the operation.
  return (await answer) as ResultOf<Name>;
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
        const operations = createOperations({
          ...world,
          access,
          status: null,
          notifications: null,
        });
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

/** Sends the arguments as a line of JSON, and the file behind it, so that it need not be quoted and parsed. */
async function askThrough<Name extends OperationName>(
  { url, token }: { readonly url: string | null; readonly token: string | null },
  { operation, args }: AskOptions<Name>,
  bytes: Uint8Array,
): Promise<unknown> {
  if (url === null || token === null) {
    throw unreachable(
      'one that takes no commands',
      'it may just be starting: try again, or stop it',
    );
  }
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(args)}\n`), bytes]);
  const headers = {
    Authorization: `Bearer ${token}`,
    // The server may listen at another address of this computer alone.
    Host: 'localhost',
    'Content-Type': 'application/octet-stream',
    'Content-Length': body.length,
  };
  const asked = request(`${url}${COMMANDS_PATH}/${operation}`, {
    method: 'POST',
    agent: false,
    headers,
    timeout: ANSWER_MS,
  });
  asked.on('timeout', () => asked.destroy());
  try {
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const told: unknown = JSON.parse(await text(answer));
    if (answer.statusCode === 200) return (told as { readonly value: unknown }).value;
    throw faultIn(told as Readonly<Record<string, unknown>>);
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw unreachable('one that went away', 'try again', error);
  } finally {
    asked.destroy();
  }
}

/** The error that the owner tells. */
function faultIn(told: Readonly<Record<string, unknown>>): TurnoutError {
  const { code, where = 'server', expected = 'an answer', got = told['detail'], hint } = told;
  const isKnown = typeof code === 'string' && Object.hasOwn(ERRORS, code);
  return new TurnoutError(isKnown ? (code as ErrorCode) : 'internal_error', {
    where: String(where),
    expected: String(expected),
    got: String(got),
    ...(hint !== undefined && { hint: String(hint) }),
  });
}

function unreachable(got: string, hint: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'server_unreachable',
    { where: 'server', expected: 'the process that owns the data folder', got, hint },
    { cause },
  );
}
