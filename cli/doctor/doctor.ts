/** `turnout doctor`: looks at everything that must be right, and says what to do about what is not. */

import type { Command } from 'commander';
import { addRows, type CommandRow, flag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../fault.ts';
import { runningUrl } from '../server-link.ts';
import { type Column, table } from '../terminal/table.ts';
import { checkCapacity } from './capacity.ts';
import type { Finding } from './check.ts';
import {
  checkConfig,
  checkDataFolder,
  checkDetectors,
  checkModels,
  checkPort,
  checkRunning,
} from './installation.ts';
import { checkLanguageModel } from './language-model.ts';
import { checkNativeModules, checkNode, checkServer, checkThreads } from './platform.ts';
import { measureSizing } from './sizing.ts';

const DOCTOR: CommandRow<{ readonly sizing?: true }, []> = {
  words: 'doctor',
  about: 'Check this computer and installation; exit code 1 when something is broken',
  flags: [flag('--sizing', 'measure for half a minute how many cameras this computer carries')],
  examples: ['turnout doctor --json', 'turnout doctor --sizing'],
  answer: async (world, { sizing }) => {
    if (sizing === true) return measureSizing(world);
    const findings = await examine(world);
    const isBroken = findings.some(({ state }) => state === 'broken');
    if (isBroken) process.exitCode = EXIT.fault;
    return [{ ok: !isBroken, checks: findings }, table(COLUMNS, findings, world).join('\n')];
  },
};

export function registerDoctor(program: Command, context: CliContext): void {
  addRows(program, context, [DOCTOR]);
}

/** All checks, in the order in which a fault of one explains faults of those after it. */
async function examine(context: CliContext): Promise<Finding[]> {
  const dataDir = context.dataDir();
  const platform = [checkNode(), checkThreads(), ...(await checkNativeModules())];
  const folder = await checkDataFolder(dataDir);
  const url = folder.state === 'broken' ? null : await runningUrl(dataDir);
  const { finding, config } = await checkConfig();
  return [
    ...platform,
    folder,
    finding,
    checkServer(config?.server.backing ?? 'auto'),
    ...(config === null ? [] : [await checkPort(config.server, url)]),
    await checkModels(dataDir, config?.origin === 'demo'),
    ...(config === null ? [] : await checkDetectors(context, config)),
    ...(config === null ? [] : [await checkCapacity(context, config)]),
    ...(await checkRunning(url)),
    ...(await checkLanguageModel(config?.ask.model ?? null)),
  ];
}

const MARKS = { ok: 'ok', warning: 'warn', broken: 'BROKEN' } as const;
const STYLES = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

const COLUMNS: readonly Column<Finding>[] = [
  { head: '', cell: ({ state }) => MARKS[state], style: ({ state }) => STYLES[state] },
  { head: '', cell: ({ name }) => name },
  { head: '', cell: ({ detail, hint }) => (hint === null ? detail : `${detail}\n→ ${hint}`) },
];
