/**
 * The first key of a gym: made and shown once where a person watches the start. Where no one does nothing is made, since a
 * secret in a log is none; a line names the command instead.
 */

import type { Running } from '../../main.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { CliContext } from '../context.ts';

type Started = Pick<Running, 'config' | 'access'> & { readonly log: Log };

/** @returns lines for the person at the terminal; none where there is no one, or nothing to be made. */
export async function firstKeys(
  { isTerminal }: Pick<CliContext, 'isTerminal'>,
  { config, access, log }: Started,
): Promise<string[]> {
  // Anyone who tries the demo takes a free key.
  if (config.origin === 'demo') return [];
  // A gym whose owner keys were all revoked is left alone: someone wanted it so.
  const owned = new Set(
    access.keys().flatMap(({ role, gymId }) => (role === 'owner' ? [gymId] : [])),
  );
  const gyms = config.gyms.filter(({ id }) => !owned.has(id));
  if (gyms.length === 0) return [];
  if (!isTerminal) {
    log.warn('owner_key_missing', { gyms: gyms.map(({ id }) => id), detail: NO_KEY });
    return [];
  }
  const lines = [];
  for (const { id, name } of gyms) {
    const { secret } = await access.createKey({ gymId: id, role: 'owner', by: 'first start' });
    lines.push(`  ${name}, owner key: ${secret}`);
  }
  return [
    ...lines,
    '  Shown only now; Turnout keeps no copy. Another one: turnout key create --role owner',
  ];
}

const NO_KEY =
  'no key opens these gyms yet; make one with: turnout key create --role owner --gym ID';
