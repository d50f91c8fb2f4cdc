/** `turnout status`: how the running server is, and what its cameras count. */

import type { Command } from 'commander';
import { Value } from 'typebox/value';
import { STATUS } from '../api/index.ts';
import { messageOf, TurnoutError } from '../errors.ts';
import type { CliContext } from './context.ts';
import { readCounts } from './recent-counts.ts';
import { askServer, noServer, runningUrl } from './server-link.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

export function registerStatus(program: Command, context: CliContext): void {
  program
    .command('status')
    .description('Show the running server: cameras, counts, pipeline, detectors, storage')
    .option('--url <url>', 'the server to ask; default: the one that owns the data folder')
    .addHelpText('after', '\nExample:\n  turnout status --json')
    .action((options: { url?: string }) => showStatus(context, options.url));
}

async function showStatus(context: CliContext, named: string | undefined): Promise<void> {
  const url = named ?? (await runningUrl(context.dataDir()));
  if (url === null) {
    throw noServer();
  }
  const status = await askServer(url, '/v1/status');
  if (!Value.Check(STATUS, status)) {
    throw new TurnoutError('server_unreachable', {
      where: 'server',
      expected: 'the status of Turnout',
      got: 'something else',
      hint: 'check the address, and that server and command are of the same version',
    });
  }
  const ids = status.cameras.list.map(({ id }) => id);
  const counts = named === undefined ? await countsOrFault(context.dataDir(), ids) : NO_COUNTS;
  const answer: StatusAnswer = { url, status, ...counts };
  context.print(answer, statusText(answer));
}

const NO_COUNTS = { counts: null, counts_fault: null };

/** The condition is worth showing even where the history cannot be read. */
async function countsOrFault(
  dataDir: string,
  ids: readonly string[],
): Promise<Pick<StatusAnswer, 'counts' | 'counts_fault'>> {
  try {
    return { counts: await readCounts(dataDir, ids), counts_fault: null };
  } catch (error) {
    return { counts: null, counts_fault: messageOf(error) };
  }
}
