/** `turnout status`: how the running server is, and what its cameras count. */

import type { Command } from 'commander';
import { Check } from 'typebox/schema';
import { STATUS, type Status } from '../../api/schemas/status.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { CliContext } from '../context.ts';
import { askServer, noServer, runningUrl } from '../server-link.ts';
import { asker } from '../terminal/asker.ts';
import { type CountNow, currentCount } from './current-count.ts';
import { type CameraCounts, readCounts } from './recent-counts.ts';
import { type StatusAnswer, statusText } from './status-text.ts';

export function registerStatus(program: Command, context: CliContext): void {
  program
    .command('status')
    .description('Show the running server: cameras, counts, pipeline, detectors, storage')
    .option(
      '--url <url>',
      'the server to ask; default: the one that owns the data folder, which shows each camera',
    )
    .addHelpText('after', '\nExample:\n  turnout status --json')
    .action((options: { url?: string }) => showStatus(context, options.url));
}

async function showStatus(context: CliContext, named: string | undefined): Promise<void> {
  const url = named ?? (await runningUrl(context.dataDir()));
  if (url === null) {
    throw noServer();
  }
  // By the token of its lock the owner of the folder tells all; a server that is named tells a stranger states.
  const status =
    named === undefined
      ? await askOwner({ ...asker(context), operation: 'status', args: {} })
      : await askServer(url, '/v1/status');
  if (!Check(STATUS, status)) {
    throw new TurnoutError('server_unreachable', {
      where: 'server',
      expected: 'the status of Turnout',
      got: 'something else',
      hint: 'check the address, and that server and command are of the same version',
    });
  }
  const counts =
    named === undefined ? await countsOrFault(context.dataDir(), status.cameras.list) : NO_COUNTS;
  const answer: StatusAnswer = { url, status, ...counts };
  context.print(answer, statusText(answer));
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
