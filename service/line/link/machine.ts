/** Which computer this is, so that a data folder that was copied to another one is known as such. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A digest of the id that systemd gives each installation; null where there is none, as in most containers. */
export async function machineDigest(path = '/etc/machine-id'): Promise<string | null> {
  const id = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (id === '') return null;
  return createHash('sha256').update(`turnout ${id}`).digest('hex').slice(0, 16);
}
