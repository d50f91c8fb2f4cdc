/** `turnout status`: how the running server is, and what its cameras count. */

import type { Command } from 'commander';
import { Check } from 'typebox/schema';
import { STATUS, type Status } from '../../api/schemas/status.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { addRows, type CommandRow, flag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { askServer, noServer, runningUrl } from '../server-link.ts';
import { type CountNow, currentCount } from './current-count.ts';
import { type CameraCounts, readCounts } from './recent-counts.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

const STATUS_ROW: CommandRow<{ readonly url?: string }, []> = {
  words: 'status',
  about: 'Show the running server: cameras, counts, pipeline, detectors, storage',
  flags: [
    flag(
      '--url <url>',
      'the server to ask; default: the one that owns the data folder, which shows each camera',
    ),
  ],
  examples: ['turnout status --json'],
  answer: async (world, { url: named }) => {
    const dataDir = world.dataDir();
    const url = named ?? (await runningUrl(dataDir));
    if (url === null) throw noServer();
    // By the token of its lock the owner of the folder tells all; a server that is named tells a stranger states.
    const isOwn = named === undefined;
    const status = isOwn ? await world.ask('status', {}) : await askServer(url, '/v1/status');
    if (!Check(STATUS, status)) {
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'the status of Turnout',
        got: 'something else',
        hint: 'check the address, and that server and command are of the same version',
      });
    }
    const counts = isOwn ? await countsOrFault(dataDir, status.cameras.list) : NO_COUNTS;
    const answer: StatusAnswer = { url, status, ...counts };
    return [answer, statusText(answer, world)];
  },
};

export function registerStatus(program: Command, context: CliContext): void {
  addRows(program, context, [STATUS_ROW]);
}

const NO_COUNTS = { counts: null, counts_fault: null };

/** The condition is worth showing even where the history cannot be read. */
async function countsOrFault(
  dataDir: string,
  cameras: Status['cameras']['list'],
): Promise<Pick<StatusAnswer, 'counts' | 'counts_fault'>> {
  const ids = cameras.map(({ id }) => id);
  try {
    const recent = await readCounts(dataDir, ids);
    // The folder is on this computer, so its clock is the one of the samples.
    const nowUtcMs = Date.now();
    const counts: Record<string, CameraCounts & { now: CountNow }> = {};
    for (const camera of cameras) {
      const known = recent[camera.id] ?? { latest: null, samples: [] };
      counts[camera.id] = { now: currentCount(camera, known.latest, nowUtcMs), ...known };
    }
    return { counts, counts_fault: null };
  } catch (error) {
    return { counts: null, counts_fault: messageOf(error) };
  }
}
