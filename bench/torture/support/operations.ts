/** What `turnout key create` and `turnout schedule import` ask of a running program, without starting a process each. */

import type { OwnerCall } from '../../../api/routes/owner/table.ts';
import { ownerOf } from '../../../cli/owner.ts';

interface KeyWish {
  readonly role?: string;
  readonly lookups?: number;
  readonly label?: string;
}

/** Never done here: a part must not open the folder of the program that it has just killed. */
function running(dataDir: string): OwnerCall {
  return ownerOf(dataDir, () => Promise.reject(new Error('no running program owns the folder')));
}

/** Makes a key of the only gym and returns its secret; an owner's without other wishes. */
export async function createKey(dataDir: string, wished: KeyWish = {}): Promise<string> {
  const body = { role: 'owner', ...wished };
  return (await running(dataDir)('POST /keys', { body })).secret;
}

/** Imports a file into the only gym. Rejects where the program refuses it or goes away. */
export function importSchedule(dataDir: string, source: string, file: Uint8Array) {
  const how = { preview: false, force: false, format: 'auto', sheet: null, origin: null };
  const wish = JSON.stringify({ ...how, source, columns: {}, rooms: {} });
  return running(dataDir)('POST /files', { query: { wish }, file });
}
