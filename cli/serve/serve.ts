/** `turnout serve`: everything runs until a signal comes. */

import type { Command } from 'commander';
import { type Config, placedCameras } from '../../config/config.ts';
import type { Running } from '../../main.ts';
import { addRows, type CommandRow } from '../command.ts';
import type { CliContext } from '../context.ts';
import { firstCodes } from './first-codes.ts';
import { ServiceManager } from './service-manager.ts';
import { serveUntilStopped, tellListening } from './shutdown.ts';
import { weakDetectorNote } from './weak-detector.ts';

const SERVE: CommandRow<{ readonly json?: true }, []> = {
  words: 'serve',
  about: 'Connect the cameras, count, and answer over HTTP until stopped',
  help: 'Without a configuration the gym "demo" is served, with drawn cameras. The log on stderr is text on a terminal, and JSON elsewhere or with --json.',
  examples: ['PORT=9090 TURNOUT_CONFIG=/etc/turnout.yaml turnout serve'],
  answer: async (world, { json }) => {
    await serve(world, world.isTerminal && json !== true);
    return undefined;
  },
};

export function registerServe(program: Command, context: CliContext): void {
  addRows(program, context, [SERVE]);
}

/** @param isRead whether a person reads what is printed. */
async function serve(context: CliContext, isRead: boolean): Promise<void> {
  const manager = new ServiceManager(process.env);
  // Loaded only here: no other command needs the server.
  const { start } = await import('../../main.ts');
  const logFormat = isRead ? 'text' : 'json';
  const show = async (running: Running) => {
    const { config, log, url } = running;
    process.on('SIGHUP', () => {
      log.info('reload_asked');
      running.reload().catch((error: unknown) => log.error('reload_failed', { error }));
    });
    manager.ready(running);
    tellListening(context, isRead, url);
    const codes = firstCodes(isRead, running);
    const note = await weakDetectorNote(context, config).catch(() => null);
    if (isRead) context.stderr.write(welcome(url, { config, codes, note }));
    else if (note !== null) log.warn('detector_weak', { detail: note });
    // A demo that runs takes up the first configuration: its gyms have no owner either.
    running.onConfig((now) => {
      const more = firstCodes(isRead, { ...running, config: now });
      if (more.length > 0) context.stderr.write(`\n${more.join('\n')}\n\n`);
    });
  };
  const begin = () => start({ variables: process.env, logFormat });
  await serveUntilStopped(context.stderr, begin, show, () => manager.stopping());
}

interface Shown {
  readonly config: Config;
  readonly codes: readonly string[];
  readonly note: string | null;
}

/** For the person who has just typed the command: where it is, what it does, and what to do now. */
function welcome(url: string, { config, codes, note }: Shown): string {
  const page = config.server.publicUrl ?? url;
  const gyms = config.gyms.map(({ name }) => name).join(', ');
  const { length: cameras } = placedCameras(config).filter(({ camera }) => camera.enabled);
  const what =
    config.origin === 'demo'
      ? 'sample data, since there is no turnout.yaml here'
      : `${gyms}, ${cameras} ${cameras === 1 ? 'camera' : 'cameras'}`;
  return [
    '',
    `  Turnout is running: ${what}.`,
    `  Open   ${page}`,
    ...(codes.length > 0 ? ['', ...codes] : []),
    ...(note === null ? [] : ['', `  Note: ${note}`]),
    '',
    '  Ctrl+C stops it. In another terminal, turnout status shows how it is doing.',
    '',
    '',
  ].join('\n');
}
