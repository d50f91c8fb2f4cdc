/** `turnout doctor`: looks at everything that must be right, and says what to do about what is not. */

import type { Command } from 'commander';
import type { CliContext } from '../context.ts';
import { EXIT } from '../fault.ts';
import { runningUrl } from '../server-link.ts';
import { checkCapacity } from './capacity.ts';
import type { Finding } from './check.ts';
import {
  checkCameras,
  checkConfig,
  checkDataFolder,
  checkDetectors,
  checkModels,
  checkPort,
} from './installation.ts';
import { checkLanguageModel } from './language-model.ts';
import { checkNativeModules, checkNode, checkServer, checkThreads } from './platform.ts';
import { showSizing } from './sizing.ts';

export function registerDoctor(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('Check this computer and installation; exit code 1 when something is broken')
    .option('--sizing', 'measure for half a minute how many cameras this computer carries')
    .addHelpText('after', '\nExample:\n  turnout doctor --json\n  turnout doctor --sizing')
    .action(async ({ sizing }: { readonly sizing?: true }) => {
      if (sizing === true) {
        await showSizing(context);
        return;
      }
      const findings = await examine(context);
      const isBroken = findings.some(({ state }) => state === 'broken');
      context.print({ ok: !isBroken, checks: findings }, findings.map(lineOf).join('\n'));
      if (isBroken) {
        process.exitCode = EXIT.fault;
      }
    });
}

/** All checks, in the order in which a fault of one explains faults of those after it. */
export async function examine(context: CliContext): Promise<Finding[]> {
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
    await checkModels(dataDir),
    ...(config === null ? [] : await checkDetectors(context, config)),
    ...(config === null ? [] : [await checkCapacity(context, config)]),
    await checkCameras(url),
    ...(await checkLanguageModel(config?.ask.model ?? null)),
  ];
}

const MARKS = { ok: 'ok    ', warning: 'warn  ', broken: 'BROKEN' } as const;

function lineOf({ name, state, detail, hint }: Finding): string {
  const line = `${MARKS[state]}  ${name.padEnd(17)} ${detail}`;
  return hint === null ? line : `${line}\n        → ${hint}`;
}
