/** `turnout mcp`: the figures of this data folder for an agent that starts the program itself, over stdin and stdout. */

import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveMcpStdio } from '../api/mcp/stdio.ts';
import { findConfig, readEnvironment } from '../config/environment.ts';
import { systemClock } from '../runtime/clock.ts';
import { installedFile, VERSION } from '../runtime/installation.ts';
import { createLog } from '../runtime/log/log.ts';
import { type CliContext, command, flag, GYM_FLAG, type Printed, usageFault } from './command.ts';
import { openLocalGym } from './own-gym.ts';

export const MCP = command({
  words: 'mcp',
  about: 'Answer an agent over stdin and stdout (MCP), from the history; no server needed',
  flags: [
    GYM_FLAG,
    flag('--set-up', 'only print what a client such as Claude Desktop takes to start it'),
  ],
  help: 'To try it by hand:\n  npx @modelcontextprotocol/inspector --cli turnout mcp --method tools/list',
  examples: ['turnout mcp --set-up'],
  answer: async (world, { gym, setUp }) => {
    if (setUp === true) return setUpOf(gym);
    await answerAgent(world, gym);
    return undefined;
  },
});

/** Longest wait for a client that reads the log late, ms. Chosen here. */
const FLUSH_MS = 500;

/** With whole paths: a client starts the program in a folder of its own, with another search path. */
function setUpOf(gym: string | undefined): Printed {
  const environment = readEnvironment();
  const config = findConfig(environment);
  const { command, args } = lastingStart(fileURLToPath(installedFile('bin/turnout.cjs')));
  const turnout = {
    command,
    args: [...args, 'mcp', ...(gym === undefined ? [] : ['--gym', gym])],
    env: {
      TURNOUT_DATA: environment.dataFolder,
      ...(config === null ? {} : { TURNOUT_CONFIG: config }),
    },
  };
  const setUp = { mcpServers: { turnout } };
  return [setUp, JSON.stringify(setUp, null, 2)];
}

/** What install.sh makes: the name of the release that runs, also after an upgrade. */
const INSTALLED = '/opt/turnout/bin/turnout';

/**
 * How a client starts this installation by paths that last.
 *
 * @param program the launcher, with its links resolved: those of npx and of npm go.
 */
export function lastingStart(program: string, node = process.execPath, installed = INSTALLED) {
  if (program.includes(`${sep}_npx${sep}`)) {
    const got = 'a copy in the cache of npx, which npm removes';
    const hint = 'install it with npm install --global, then run turnout mcp --set-up';
    throw usageFault('turnout mcp --set-up', 'an installation that stays', got, hint);
  }
  // A release brings its own Node, and a launcher that knows the service's data.
  const release = resolve(dirname(program), '../..');
  if (node !== join(release, 'node/bin/node')) return { command: node, args: [program] };
  const launcher = join(release, 'bin/turnout');
  const isInstalled = existsSync(installed) && realpathSync(installed) === launcher;
  return { command: isInstalled ? installed : launcher, args: [] };
}

/**
 * Until the client closes its end, or a signal comes. Logs go to stderr, through the sink that waits for no reader and bounds
 * what it keeps: stdout carries messages only.
 */
async function answerAgent(context: CliContext, gymId: string | undefined): Promise<void> {
  const to = context.stderr === process.stderr ? undefined : context.stderr;
  const log = createLog('info', to, context.isTerminal ? 'text' : 'json');
  const gym = await openLocalGym(context.dataDir(), gymId);
  const session = await serveMcpStdio({
    ...gym,
    version: VERSION,
    log,
    clock: systemClock,
  });
  log.info('mcp_started', { gym_id: gym.gymId, is_sample: gym.isSample });
  await Promise.race([session.closed, once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await session.close();
  await log.flush(FLUSH_MS);
  // A signal leaves stdin open, and an open stdin keeps the process alive.
  process.stdin.destroy();
}
