/** `turnout mcp`: the figures of this data folder for an agent that starts the program itself, over stdin and stdout. */

import type { Command } from 'commander';
import { serveMcpStdio } from '../api/index.ts';
import { chartPainter } from '../engine/chart-painter.ts';
import { systemClock, VERSION } from '../engine/index.ts';
import { createLog } from '../engine/json-log.ts';
import type { CliContext } from './context.ts';
import { openMcpGym } from './mcp/gym.ts';

export function registerMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('Answer an agent over stdin and stdout (MCP), from the history; no server needed')
    .option('--gym <id>', 'the gym; default: the only one')
    .addHelpText(
      'after',
      '\nFor clients: {"mcpServers":{"turnout":{"command":"turnout","args":["mcp"]}}}\nTo try it by hand:\n  npx @modelcontextprotocol/inspector --cli turnout mcp --method tools/list\n\nExample:\n  turnout mcp',
    )
    .action((options: { gym?: string }) => answerAgent(context, options.gym ?? null));
}

/** Until the client closes its end, or a signal comes. Logs go to stderr: stdout carries messages only. */
async function answerAgent(context: CliContext, gymId: string | null): Promise<void> {
  const log = createLog('info', context.stderr);
  const gym = await openMcpGym({ dataDir: context.dataDir(), gymId, clock: systemClock });
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
  // A signal leaves stdin open, and an open stdin keeps the process alive.
  process.stdin.destroy();
}
