/** Finds the running server and asks it. */

import { TurnoutError } from '../errors.ts';
import { readLock } from '../store/history/folder/lock.ts';

/** Longest wait for an answer, ms; chosen here: status is answered from memory. */
const ANSWER_MS = 5_000;

/** Address of the server that owns `dataDir`; null where none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  return (await readLock(dataDir))?.url ?? null;
}

/**
 * The JSON that the server at `url` answers for `path`.
 *
 * @throws `server_unreachable`.
 */
export async function askServer(url: string, path: string): Promise<unknown> {
  const base = url.replace(/\/+$/, '');
  try {
    const answer = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.ok) {
      return await answer.json();
    }
    throw unreachable(`status ${answer.status}`);
  } catch (error) {
    if (error instanceof TurnoutError) {
      throw error;
    }
    throw unreachable('no answer', error);
  }
}

function unreachable(got: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'server_unreachable',
    {
      where: 'server',
      expected: 'a running Turnout server',
      got,
      hint: 'start it with: turnout serve, or give its address with --url',
    },
    { cause },
  );
}

/** The fault of a data folder that no one serves. */
export function noServer(): TurnoutError {
  return unreachable('none that owns this data folder (TURNOUT_DATA)');
}
