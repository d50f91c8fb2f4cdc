/** `turnout serve`: everything runs until a signal comes. */

import { type Config, placedCameras } from '../../config/config.ts';
import { isKnownWeak, weaknessText } from '../../engine/counting/configured-detectors.ts';
import type { Running } from '../../main.ts';
import type { Log } from '../../runtime/log/log.ts';
import { NEW_GYM } from '../../store/access/waiting.ts';
import { counted } from '../../web/words/format.ts';
import { detectorOf } from '../analyze.ts';
import { type CliContext, command, lines } from '../command.ts';
import { ServiceManager } from './service-manager.ts';
import { serveUntilStopped, tellListening } from './shutdown.ts';

export const SERVE = command({
  words: 'serve',
  about: 'Connect the cameras, count, and answer over HTTP until stopped',
  help: 'Without a configuration the gym "demo" is served, with drawn cameras. The log on stderr is text on a terminal, and JSON elsewhere or with --json.',
  examples: ['PORT=9090 TURNOUT_CONFIG=/etc/turnout.yaml turnout serve'],
  answer: async (world, { json }) => {
    await serve(world, world.isTerminal && json !== true);
    return undefined;
  },
});

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
    if (isRead) context.stderr.write(welcome(url, config, codes, note));
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

/** For the person who has just typed the command: where it is, what it does, and what to do now. */
function welcome(url: string, config: Config, codes: readonly string[], note: string | null) {
  const gyms = config.gyms.map(({ name }) => name).join(', ');
  const { length: cameras } = enabledCameras(config);
  const what =
    config.origin === 'demo'
      ? 'sample data, since there is no turnout.yaml here'
      : `${gyms}, ${counted(cameras, 'camera')}`;
  return lines(
    '',
    `  Turnout is running: ${what}.`,
    `  Open   ${config.server.publicUrl ?? url}`,
    codes.length > 0 && ['', ...codes],
    note !== null && ['', `  Note: ${note}`],
    '',
    '  Ctrl+C stops it. In another terminal, turnout status shows how it is doing.',
    '',
    '',
  );
}

function enabledCameras(config: Pick<Config, 'gyms'>) {
  return placedCameras(config).filter(({ camera }) => camera.enabled);
}

type Started = Pick<Running, 'config' | 'url'> & {
  readonly access: Pick<Running['access'], 'keys' | 'setUpCodes'>;
  readonly log: Log;
};

/**
 * @param isTerminal whether a person reads the lines; else the codes are logged.
 * @returns lines for the person at the terminal; none where there is no one, or every gym has an owner.
 */
export function firstCodes(isTerminal: boolean, { config, url, access, log }: Started): string[] {
  const { setUpCodes } = access;
  const base = config.server.publicUrl ?? url;
  // The demo is open to everyone; the code is for a gym of one's own.
  if (config.origin === 'demo') {
    // The demo is shown again when its configuration goes: the code of the start is still good.
    if (setUpCodes.isOffered(NEW_GYM)) return [];
    const page = `${base}/setup`;
    const code = setUpCodes.make(NEW_GYM);
    if (isTerminal) return [`  To set up your own gym, open ${page} and type the code ${code}.`];
    log.info('demo_shown', { set_up_code: code, page, detail: DEMO });
    return [];
  }
  // A gym whose owner keys were all revoked is left alone: someone wanted it so.
  const owned = new Set(
    access.keys().flatMap(({ role, gymId }) => (role === 'owner' ? [gymId] : [])),
  );
  const gyms = config.gyms.filter(({ id }) => !owned.has(id) && !setUpCodes.isOffered(id));
  const page = `${base}/sign-in`;
  const codes = gyms.map(({ id, name }) => ({ id, name, code: setUpCodes.make(id) }));
  if (!isTerminal) {
    for (const { id, code } of codes) {
      log.warn('owner_missing', { gym: id, set_up_code: code, page, detail: HOW });
    }
  }
  if (!isTerminal || codes.length === 0) return [];
  return [
    ...codes.map(({ name, code }) => `  ${name}: sign in at ${page} with the set-up code ${code}.`),
    '  The code works once, within 15 minutes. For another: turnout setup-code',
  ];
}

const TYPE_IT =
  'type the set-up code at this page within 15 minutes; another one: turnout setup-code';
const DEMO = `no gym is configured: ${TYPE_IT}`;
const HOW = `this gym has no owner yet: ${TYPE_IT}`;

/** A sentence where a camera's detector is a weak one, else null: of the drawn rooms of the demo there is nothing to say. */
export async function weakDetectorNote(
  context: CliContext,
  config: Pick<Config, 'origin' | 'detectors' | 'gyms'>,
): Promise<string | null> {
  if (config.origin === 'demo') return null;
  for (const detector of new Set(enabledCameras(config).map(({ camera }) => camera.detector))) {
    const { plugin } = await detectorOf(context, { detector }, config.detectors);
    if (isKnownWeak(plugin)) return `cameras are counted by ${plugin}: ${weaknessText(plugin)}`;
  }
  return null;
}
