/** `turnout status`: how the running server is, and what its cameras count. */

import { Check } from 'typebox/schema';
import { STATUS, type Status } from '../../api/schemas/status.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { readLock } from '../../store/history/folder/lock.ts';
import { command, flag } from '../command.ts';
import { askServer } from '../owner.ts';
import { layoutOf, WIDE_FLAG } from '../terminal/table.ts';
import { readCounts } from './recent-counts.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

export const STATUS_ROW = command({
  words: 'status',
  about: 'Show the running server: cameras, counts, pipeline, detectors, storage',
  flags: [
    flag(
      '--url <url>',
      'the server to ask; default: the one that owns the data folder, which shows each camera',
    ),
    WIDE_FLAG,
  ],
  examples: ['turnout status --json'],
  answer: async (world, { url: named, ...shown }) => {
    const dataDir = world.dataDir();
    const owner = named === undefined ? await readLock(dataDir) : null;
    const url = named ?? owner?.url;
    if (!url) throw unreachable('none that owns this data folder (TURNOUT_DATA)');
    // By the token of its lock the owner of the folder sees all; a server that is named tells a stranger states.
    const status = await (owner === null ? askStranger(url) : askServer(owner, 'GET', STATUS_PATH));
    if (!Check(STATUS, status)) {
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'the status of Turnout',
        got: 'something else',
        hint: 'check the address, and that server and command are of the same version',
      });
    }
    const counts = owner === null ? NO_COUNTS : await countsOrFault(dataDir, status.cameras.list);
    const answer: StatusAnswer = { url, status, ...counts };
    return [answer, statusText(answer, layoutOf(world, shown))];
  },
});

const STATUS_PATH = '/v1/status';
const NO_COUNTS = { counts: null, counts_fault: null };

/** The condition is worth showing even where the history cannot be read. */
async function countsOrFault(dataDir: string, cameras: Status['cameras']['list']) {
  try {
    // The folder is on this computer, so its clock is the one of the samples.
    return { counts: await readCounts(dataDir, cameras, Date.now()), counts_fault: null };
  } catch (error) {
    return { counts: null, counts_fault: messageOf(error) };
  }
}

/** Longest wait for an answer, ms; chosen here: status is answered from memory. */
const ANSWER_MS = 5_000;

/** Address of the server that owns `dataDir`; null where none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  return (await readLock(dataDir))?.url ?? null;
}

/** The status that the server at `url` tells everyone. @throws `server_unreachable`. */
export async function askStranger(url: string): Promise<unknown> {
  const target = `${url.replace(/\/+$/, '')}${STATUS_PATH}`;
  try {
    const answer = await fetch(target, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.ok) return await answer.json();
    throw unreachable(`status ${answer.status}`);
  } catch (error) {
    throw error instanceof TurnoutError ? error : unreachable('no answer', error);
  }
}

function unreachable(got: string, cause?: unknown): TurnoutError {
  const hint = 'start it with: turnout serve, or give its address with --url';
  const parts = { where: 'server', expected: 'a running Turnout server', got, hint };
  return new TurnoutError('server_unreachable', parts, { cause });
}
