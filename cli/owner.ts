/**
 * Makes calls of the owner API in the name of whoever owns the data folder: at the server that owns it, by the token of its
 * lock, or here, by the same table, where none runs.
 */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type OwnerApp, Refusal } from '../api/routes/owner/row.ts';
import { type CallParts, callsOf, type OwnerCall, PREFIX } from '../api/routes/owner/table.ts';
import type { Config } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { openConfig } from '../config/load.ts';
import {
  ERRORS,
  type ErrorCode,
  type ErrorParts,
  isTurnoutError,
  TurnoutError,
} from '../errors.ts';
import { systemClock } from '../runtime/clock.ts';
import { silentLog } from '../runtime/log/log.ts';
import { operatorHere } from '../service/operator/operator.ts';
import { openAccess } from '../store/access/access.ts';
import { HAND } from '../store/access/sign-ins.ts';
import { type LockInfo, lockDataDir, readLock } from '../store/history/folder/lock.ts';
import { openHistory } from '../store/history/history.ts';

/** Longest wait for an answer, ms. Chosen here: ten times what the largest import takes on a slow disk. */
const ANSWER_MS = 600_000;
/** The same for what is only read. Chosen here: three times what a look waits for the picture of a camera. */
const READ_MS = 30_000;

/**
 * The calls of a data folder. They reject with the errors of their rows, with `server_unreachable` where the owner takes none
 * or goes away, and with those of opening the folder. @param config asked only where no server runs.
 */
export function ownerOf(
  dataDir: string,
  config: () => Promise<Config> = () => openConfig(readEnvironment()),
): OwnerCall {
  return async (name, parts = {}) => {
    const owner = await readLock(dataDir);
    if (owner === null) return answeredHere(dataDir, config, (call) => call(name, parts));
    const [method = '', path = ''] = name.split(' ');
    const filled = path.replace(/\{(\w+)\}/g, (_, key) =>
      encodeURIComponent(parts.path?.[key] ?? ''),
    );
    const target = `${PREFIX}${filled}?${new URLSearchParams(parts.query)}`;
    return (await askServer(owner, method, target, parts)) as never;
  };
}

async function answeredHere<Answer>(
  dataDir: string,
  load: () => Promise<Config>,
  work: (call: OwnerCall) => Promise<Answer>,
): Promise<Answer> {
  const clock = systemClock;
  let config = await load();
  const lock = await lockDataDir(dataDir, { clock });
  try {
    const history = await openHistory({ dir: dataDir, clock, log: silentLog });
    try {
      const world = { history, config: () => config, clock };
      const access = await openAccess({ ...world, log: silentLog });
      const { signal } = new AbortController();
      try {
        const app = operatorHere({ ...world, access, stopping: signal }, async () => {
          config = await load();
        });
        return await work(callsOf(app as OwnerApp, HAND, signal));
      } finally {
        await access.close();
      }
    } finally {
      await history.close();
    }
  } catch (error) {
    throw error instanceof Refusal ? faultIn(error.answer.value as ErrorBody) : error;
  } finally {
    await lock.release();
  }
}

/** What the server that owns a data folder answers to its owner. Rejects as {@link ownerOf}. */
export async function askServer(
  { url, token }: Pick<LockInfo, 'url' | 'token'>,
  method: string,
  target: string,
  { body, file }: CallParts = {},
  timeout = method === 'GET' ? READ_MS : ANSWER_MS,
): Promise<unknown> {
  if (url === null || token === null) {
    throw unreachable(
      'one that takes no commands',
      'it may just be starting: try again, or stop it',
    );
  }
  const bytes = Buffer.from(file ?? (body === undefined ? '' : JSON.stringify(body)));
  const headers = {
    Authorization: `Bearer ${token}`,
    // The server may listen at another address of this computer alone.
    Host: 'localhost',
    'Content-Type': file === undefined ? 'application/json' : 'application/octet-stream',
    'Content-Length': bytes.length,
    'If-Match': '*',
  };
  const sent = request(`${url}${target}`, { method, agent: false, headers, timeout });
  let isSilent = false;
  sent.on('timeout', () => {
    isSilent = true;
    sent.destroy();
  });
  try {
    sent.end(bytes);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const parsed = JSON.parse(await text(answer));
    if ((answer.statusCode ?? 0) < 300) return parsed;
    throw faultIn(parsed);
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw isSilent
      ? unreachable(`no answer in ${timeout / 1_000} s`, 'restart it', error)
      : unreachable('one that went away', 'try again', error);
  } finally {
    sent.destroy();
  }
}

interface ErrorBody extends Partial<ErrorParts> {
  readonly code?: string;
  readonly detail: string | readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

/** The error that is told. */
function faultIn({ code = 'usage', detail, where, expected, got, hint }: ErrorBody): TurnoutError {
  const known = Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'internal_error';
  if (where !== undefined && expected !== undefined && got !== undefined) {
    return new TurnoutError(known, { where, expected, got, hint });
  }
  if (typeof detail === 'string') return inWords(known, detail);
  const [{ loc, msg } = { loc: [], msg: 'cannot be met' }] = detail;
  const place = loc.slice(1).join('.') || 'request';
  return inWords(known, `${place}: ${msg.replace(/^(?:Value error,|Input) /, '')}`);
}

/** An error that has its sentence already: of what the API refuses. */
export function inWords(code: ErrorCode, detail: string): TurnoutError {
  const parts = { where: 'request', expected: 'one that can be met', got: detail };
  return Object.assign(new TurnoutError(code, parts), { message: detail.replace(/\.$/, '') });
}

function unreachable(got: string, hint: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'server_unreachable',
    { where: 'server', expected: 'the process that owns the data folder', got, hint },
    { cause },
  );
}
