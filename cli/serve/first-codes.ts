/**
 * How the first owner of a gym gets in: by a code that is shown where Turnout was started, on the terminal or in the log. A key
 * would stay in the log for ever; a code is good for a quarter of an hour and one use.
 */

import type { Running } from '../../main.ts';
import type { Log } from '../../runtime/log/log.ts';
import { NEW_GYM } from '../../store/access/waiting.ts';

type Started = Pick<Running, 'config' | 'url'> & {
  readonly access: Pick<Running['access'], 'keys' | 'setUpCodes'>;
  readonly log: Log;
};

/**
 * @param isTerminal whether a person reads the lines; else the codes are logged.
 * @returns lines for the person at the terminal; none where there is no one, or every gym has an owner.
 */
export function firstCodes(isTerminal: boolean, { config, url, access, log }: Started): string[] {
  // The demo is open to everyone; the code is for a gym of one's own.
  if (config.origin === 'demo') return demoCode(isTerminal, { config, url, access, log });
  // A gym whose owner keys were all revoked is left alone: someone wanted it so.
  const owned = new Set(
    access.keys().flatMap(({ role, gymId }) => (role === 'owner' ? [gymId] : [])),
  );
  const { setUpCodes } = access;
  const gyms = config.gyms.filter(({ id }) => !owned.has(id) && !setUpCodes.isOffered(id));
  if (gyms.length === 0) return [];
  const page = `${config.server.publicUrl ?? url}/sign-in`;
  const codes = gyms.map(({ id, name }) => ({ id, name, code: setUpCodes.make(id) }));
  if (!isTerminal) {
    for (const { id, code } of codes) {
      log.warn('owner_missing', { gym: id, set_up_code: code, page, detail: HOW });
    }
    return [];
  }
  return [
    ...codes.map(({ name, code }) => `  ${name}: sign in at ${page} with the set-up code ${code}.`),
    '  The code works once, within 15 minutes. For another: turnout setup-code',
  ];
}

function demoCode(isTerminal: boolean, { config, url, access, log }: Started): string[] {
  // The demo is shown again when its configuration goes: the code of the start is still good.
  if (access.setUpCodes.isOffered(NEW_GYM)) return [];
  const page = `${config.server.publicUrl ?? url}/setup`;
  const code = access.setUpCodes.make(NEW_GYM);
  if (isTerminal) return [`  To set up your own gym, open ${page} and type the code ${code}.`];
  log.info('demo_shown', { set_up_code: code, page, detail: DEMO });
  return [];
}

const DEMO =
  'no gym is configured: type the set-up code at this page within 15 minutes; another one: turnout setup-code';
const HOW =
  'this gym has no owner yet: type the set-up code at this page within 15 minutes; another one: turnout setup-code';
