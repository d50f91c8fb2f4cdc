/** `turnout mcp`: the figures of this data folder for an agent that starts the program itself, over stdin and stdout. */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { serveMcpStdio } from '../../api/mcp/server/stdio.ts';
import { chartPainter } from '../../ask/charts/chart-painter.ts';
import { findConfig, readEnvironment } from '../../config/environment.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log/json-log.ts';
import { VERSION } from '../../runtime/version.ts';
import type { CliContext } from '../context.ts';
import { openLocalGym } from './local-gym.ts';

export function registerMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('Answer an agent over stdin and stdout (MCP), from the history; no server needed')
    .option('--gym <id>', 'the gym; default: the only one')
    .option('--set-up', 'only print what a client such as Claude Desktop takes to start it')
    .addHelpText(
      'after',
      '\nTo try it by hand:\n  npx @modelcontextprotocol/inspector --cli turnout mcp --method tools/list\n\nExample:\n  turnout mcp --set-up',
    )
    .action(async (options: { gym?: string; setUp?: true }) => {
      if (options.setUp === true) showSetUp(context, options.gym);
      else await answerAgent(context, options.gym ?? null);
    });
}

/** Longest wait for a client that reads the log late, ms. Chosen here. */
const FLUSH_MS = 500;

/** With whole paths: a client starts the program in a folder of its own, with another search path. */
function showSetUp(context: CliContext, gym: string | undefined): void {
  const environment = readEnvironment();
  const config = findConfig(environment);
  const turnout = {
    command: process.execPath,
    args: [
      resolve(process.argv[1] ?? 'turnout'),
      'mcp',
      ...(gym === undefined ? [] : ['--gym', gym]),
    ],
    env: {
      TURNOUT_DATA: environment.dataFolder,
      ...(config === null ? {} : { TURNOUT_CONFIG: config }),
    },
  };
  const setUp = { mcpServers: { turnout } };
  context.print(setUp, JSON.stringify(setUp, null, 2));
}

/**
 * Until the client closes its end, or a signal comes. Logs go to stderr, through the sink that waits for no reader and bounds
 * what it keeps: stdout carries messages only.
 */
async function answerAgent(context: CliContext, gymId: string | null): Promise<void> {
  const log = createLog('info', context.stderr === process.stderr ? undefined : context.stderr);
  const gym = await openLocalGym({ dataDir: context.dataDir(), gymId, clock: systemClock });
  const session = await serveMcpStdio({
    ...gym,
    painter: chartPainter,
    version: VERSION,
    log,
    clock: systemClock,
  });
  log.info('mcp_started', { gym_id: gym.gymId, is_sample: gym.isSample });
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  await Promise.race([session.closed, signalled]);
  await session.close();
  await log.flush(FLUSH_MS);
  // A signal leaves stdin open, and an open stdin keeps the process alive.
  process.stdin.destroy();
}
