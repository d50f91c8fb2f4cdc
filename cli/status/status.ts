/** `turnout status`: how the running server is, and what its cameras count. */

import { Check } from 'typebox/schema';
import { STATUS, type Status } from '../../api/schemas/status.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { noServer } from '../../service/operator/operator.ts';
import { readLock } from '../../store/history/folder/lock.ts';
import { command } from '../command.ts';
import { askServer } from '../owner.ts';
import { layoutOf, WIDE_FLAG } from '../terminal/table.ts';
import { readCounts } from './recent-counts.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

export const STATUS_ROW = command({
  words: 'status',
  about: 'Show the running server: cameras, counts, pipeline, detectors, storage',
  flags: [WIDE_FLAG],
  examples: ['turnout status --json'],
  answer: async (world, flags) => {
    const dataDir = world.dataDir();
    const owner = await readLock(dataDir);
    if (!owner?.url) throw noServer();
    // By the token of its lock the owner of the folder sees all.
    const status = await askServer(owner, 'GET', '/v1/status');
    if (!Check(STATUS, status)) {
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'the status of Turnout',
        got: 'something else',
        hint: 'check that server and command are of the same version',
      });
    }
    const counts = await countsOrFault(dataDir, status.cameras.list);
    const answer: StatusAnswer = { url: owner.url, status, ...counts };
    return [answer, statusText(answer, layoutOf(world, flags))];
  },
});

/** The condition is worth showing even where the history cannot be read. */
async function countsOrFault(dataDir: string, cameras: Status['cameras']['list']) {
  try {
    // The folder is on this computer, so its clock is the one of the samples.
    return { counts: await readCounts(dataDir, cameras, Date.now()), counts_fault: null };
  } catch (error) {
    return { counts: null, counts_fault: messageOf(error) };
  }
}

/** Address of the server that owns `dataDir`; null where none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  return (await readLock(dataDir))?.url ?? null;
}
