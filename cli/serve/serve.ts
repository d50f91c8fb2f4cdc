/** `turnout serve`: everything runs until a signal comes. */

import type { Command } from 'commander';
import { type Config, placedCameras } from '../../config/config.ts';
import type { Running } from '../../main.ts';
import type { CliContext } from '../context.ts';
import { detectorOf, detectorText } from '../detector-choice.ts';
import { firstCodes } from './first-codes.ts';
import { ServiceManager } from './service-manager.ts';
import { Shutdown } from './shutdown.ts';
import { weakDetectorNote } from './weak-detector.ts';

export function registerServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('Connect the cameras, count, and answer over HTTP until stopped')
    .addHelpText(
      'after',
      '\nWithout a configuration the gym "demo" is served, with drawn cameras.\n\nExample:\n  PORT=9090 TURNOUT_CONFIG=/etc/turnout.yaml turnout serve',
    )
    .action(() => serve(context));
}

async function serve(context: CliContext): Promise<void> {
  const shutdown = new Shutdown(context.stderr);
  shutdown.listen();
  const manager = new ServiceManager(process.env);
  // Loaded only here: no other command needs the server.
  const { start } = await import('../../main.ts');
  const starting = start({ variables: process.env });
  shutdown.stopWith(() => {
    manager.stopping();
    return starting.then((running) => running.stop());
  });
  const running = await starting.catch((error: unknown) => {
    shutdown.forget();
    throw error;
  });
  process.on('SIGHUP', () => {
    running.log.info('reload_asked');
    running.reload().catch((error: unknown) => running.log.error('reload_failed', { error }));
  });
  shutdown.logTo(running.log);
  manager.ready(running);
  context.stdout.write(`${JSON.stringify({ event: 'listening', url: running.url })}\n`);
  const codesOf = (config: Config) => firstCodes(context, { ...running, config });
  const codes = codesOf(running.config);
  const note = await noteOf(context, running);
  if (context.isTerminal) {
    context.stderr.write(await welcome(context, running, codes, note));
  }
  // A demo that runs takes up the first configuration: its gyms have no owner either.
  running.onConfig((config) => {
    void noteOf(context, { ...running, config });
    const lines = codesOf(config);
    if (lines.length > 0) context.stderr.write(`\n${lines.join('\n')}\n\n`);
  });
  await shutdown.done;
}

/** Logged too, for whoever reads no terminal. */
async function noteOf(context: CliContext, { config, log }: Running): Promise<string | null> {
  const note = await weakDetectorNote(context, config).catch(() => null);
  if (note !== null) log.warn('detector_weak', { detail: note });
  return note;
}

/** For the person who has just typed the command. */
async function welcome(
  context: CliContext,
  { url, config }: Running,
  codes: readonly string[],
  note: string | null,
): Promise<string> {
  const { default: detector } = config.detectors;
  const choice = await detectorOf(context, { detector }, config.detectors);
  const gyms = config.gyms.map((gym) => gym.name).join(', ');
  const cameras = placedCameras(config).filter(({ camera }) => camera.enabled);
  const drawn = config.origin === 'demo' ? ' (drawn pictures: no turnout.yaml was found)' : '';
  return [
    '',
    `  Turnout counts at ${gyms}${drawn}`,
    `  ${cameras.length} ${cameras.length === 1 ? 'camera' : 'cameras'}, detector ${detectorText(choice)}`,
    ...(note === null ? [] : [`  Note: ${note}`]),
    ...(codes.length > 0 ? ['', ...codes] : []),
    '',
    ...(config.origin === 'demo'
      ? [`  A free key:  ${url}/get-key, or: curl -X POST ${url}/get-key`]
      : []),
    `  How it is:   ${url}/v1/status, or: turnout status`,
    '  A camera:    turnout camera test -',
    '  Stop:        Ctrl+C',
    '',
    '',
  ].join('\n');
}
